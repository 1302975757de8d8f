// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.model;

import dev.sharedstate.api.v1alpha1.Algorithm;
import dev.sharedstate.api.v1alpha1.RateLimit;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** What CEL cannot say about rate limits: arithmetic beyond its integers. */
final class RateLimitValidator {
  /**
   * The largest full bucket in the library's integer units. Twice that is still exact in a double,
   * which leaves room for one cost on top of a full bucket.
   */
  static final long MAX_BUCKET_UNITS = 1L << 52;

  private RateLimitValidator() {}

  /** The problems in the order of the list. */
  static List<PolicyProblem> problems(List<RateLimit> limits) {
    List<PolicyProblem> problems = new ArrayList<>();
    for (RateLimit limit : limits) {
      if (supported(limit, problems)) {
        exactness(limit, problems);
      }
    }
    return problems;
  }

  /**
   * The largest capacity that a bucket with this limit and window counts exactly. A token is
   * counted as window/g integer units, g being what limit and window have in common.
   *
   * @param limit tokens per window, at least 1
   * @param windowMillis the window in milliseconds, at least 1
   */
  static long maxCapacity(long limit, long windowMillis) {
    long common = BigInteger.valueOf(limit).gcd(BigInteger.valueOf(windowMillis)).longValueExact();
    return MAX_BUCKET_UNITS / (windowMillis / common);
  }

  /** A value that is not known reads as null, so that one policy does not stop all others. */
  private static boolean supported(RateLimit limit, List<PolicyProblem> problems) {
    int before = problems.size();
    if (limit.algorithm() == null) {
      problems.add(PolicyProblem.notSupported(path(limit, "algorithm")));
    }
    if (limit.onUnavailable() == null) {
      problems.add(PolicyProblem.notSupported(path(limit, "onUnavailable")));
    }
    try {
      Durations.millis(limit.window());
    } catch (IllegalArgumentException e) {
      problems.add(PolicyProblem.notSupported(path(limit, "window")));
    }
    return problems.size() == before;
  }

  private static String path(RateLimit limit, String field) {
    return "spec.limits[" + limit.name() + "]." + field;
  }

  private static void exactness(RateLimit limit, List<PolicyProblem> problems) {
    if (limit.algorithm() != Algorithm.TokenBucket) {
      return;
    }
    RateLimitEntry entry = PolicyDefaults.limit(limit);
    long max = maxCapacity(entry.limit(), entry.windowMillis());
    if (entry.capacity() > max) {
      problems.add(
          new PolicyProblem(
              PolicyProblem.LIMIT_NOT_EXACT,
              path(limit, "capacity"),
              "%s %d cannot be counted exactly at %d per %s: write a capacity of at most %d, or a limit that divides the window's milliseconds more evenly"
                  .formatted(
                      limit.capacity() == null ? "is absent and so" : "of",
                      entry.capacity(),
                      entry.limit(),
                      limit.window(),
                      max)));
    }
  }
}
