// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions.model;

import dev.sharedstate.api.model.RateLimitEntry;
import dev.sharedstate.api.v1alpha1.Algorithm;
import java.math.BigInteger;

/**
 * One key under one limit at one time.
 *
 * @param used calls in the window, or tokens missing from the bucket
 * @param start of the window
 * @param rewritten the key holds something else than this, which a call puts right
 */
record View(RateLimitEntry limit, Fraction used, long start, long now, boolean rewritten) {
  private static final BigInteger MOST = BigInteger.TWO.pow(53).subtract(BigInteger.ONE);

  /** Null for garbage. */
  static View of(RateLimitEntry limit, Held held, long now) {
    if (held instanceof Held.Garbage) {
      return null;
    }
    if (held == null || held.deadline().compareTo(BigInteger.valueOf(now)) <= 0) {
      return new View(limit, Fraction.ZERO, now, now, false);
    }
    return isWindow(limit) ? window(limit, held, now) : bucket(limit, held, now);
  }

  private static View window(RateLimitEntry limit, Held held, long now) {
    if (held instanceof Held.Window window) {
      long start = Math.min(window.start(), now);
      Fraction count = Fraction.of(window.count());
      if (window.length() > limit.windowMillis()) {
        long end = Math.min(start + window.length(), now + limit.windowMillis());
        return new View(limit, count, end - limit.windowMillis(), now, true);
      }
      boolean same = window.length() == limit.windowMillis() && start == window.start();
      return new View(limit, count, start, now, !same);
    }
    if (held instanceof Held.Bucket bucket) {
      return new View(limit, Fraction.of(missing(bucket, now).ceil()), now, now, true);
    }
    return new View(limit, Fraction.of(limit.limit(), 1), now, now, true);
  }

  private static View bucket(RateLimitEntry limit, Held held, long now) {
    Fraction capacity = Fraction.of(limit.capacity(), 1);
    if (held instanceof Held.Bucket bucket) {
      Fraction missing = missing(bucket, now);
      boolean same = bucket.rate().equals(rate(limit)) && bucket.at() <= now;
      if (!bucket.rate().equals(rate(limit))) {
        Fraction steps = Fraction.of(rate(limit).denominator());
        missing =
            Fraction.of(missing.times(steps).ceil()).per(steps); // never in the caller's favour
      }
      boolean fits = missing.compareTo(capacity) <= 0;
      return new View(limit, missing.atMost(capacity), now, now, !same || !fits);
    }
    if (held instanceof Held.Window window) {
      return new View(limit, Fraction.of(window.count()).atMost(capacity), now, now, true);
    }
    return new View(limit, capacity, now, now, true);
  }

  private static Fraction missing(Held.Bucket bucket, long now) {
    Fraction elapsed = Fraction.of(Math.max(0, now - bucket.at()), 1);
    return bucket.missing().minus(elapsed.times(bucket.rate())).atLeast(Fraction.ZERO);
  }

  private static Fraction rate(RateLimitEntry limit) {
    return Fraction.of(limit.limit(), limit.windowMillis());
  }

  private static boolean isWindow(RateLimitEntry limit) {
    return limit.algorithm() == Algorithm.FixedWindow;
  }

  long capacity() {
    return isWindow(limit) ? limit.limit() : limit.capacity();
  }

  long remaining() {
    return Fraction.of(capacity(), 1).minus(used).atLeast(Fraction.ZERO).floor().longValueExact();
  }

  /** How long until a call of this cost, refused now, is admitted. */
  long retry(long cost) {
    if (isWindow(limit)) {
      return start + limit.windowMillis() - now;
    }
    Fraction lacking = used.plus(Fraction.of(cost, 1)).minus(Fraction.of(capacity(), 1));
    return lacking.per(rate(limit)).ceil().longValueExact();
  }

  long reset() {
    if (used.equals(Fraction.ZERO)) {
      return 0;
    }
    return isWindow(limit)
        ? start + limit.windowMillis() - now
        : used.per(rate(limit)).ceil().longValueExact();
  }

  long period() {
    return isWindow(limit)
        ? limit.windowMillis()
        : Fraction.of(capacity(), 1).per(rate(limit)).ceil().longValueExact();
  }

  View charged(long cost) {
    return new View(limit, used.plus(Fraction.of(cost, 1)), start, now, rewritten || cost > 0);
  }

  /** After a refusal of this key itself. */
  View refused(long cost) {
    if (!limit.countRejected()) {
      return this;
    }
    Fraction counted = used.plus(Fraction.of(cost, 1)).atMost(Fraction.of(MOST));
    return new View(limit, counted, start, now, true);
  }

  Held held() {
    return isWindow(limit)
        ? new Held.Window(limit.windowMillis(), start, used.numerator())
        : new Held.Bucket(rate(limit), used, now);
  }
}
