// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

import dev.sharedstate.api.model.RateLimitEntry;
import java.math.BigInteger;
import java.util.Locale;

/** The constants of one limit, as they are compiled in. */
final class LuaEntry {
  /** Above 366 days in milliseconds; the long multiplication of the Lua code relies on it. */
  static final long MAX_WINDOW_MILLIS = (1L << 35) - 1;

  /** The largest number of calls; 2^53 - 1, as a Lua number counts exactly. */
  static final long MAX_LIMIT = (1L << 53) - 1;

  /** The largest bucket in units, so that the sum of two still is exact. */
  static final long MAX_UNITS = 1L << 52;

  private LuaEntry() {}

  /**
   * One line of the library's table of entries. Its {@code mark} is what a record written under the
   * same parameters begins with.
   */
  static String of(RateLimitEntry limit, String keyPrefix) {
    check(limit, limit.limit() >= 1 && limit.limit() <= MAX_LIMIT, "limit");
    check(limit, limit.windowMillis() >= 1 && limit.windowMillis() <= MAX_WINDOW_MILLIS, "window");
    String constants =
        switch (limit.algorithm()) {
          case FixedWindow -> fixedWindow(limit);
          case TokenBucket -> tokenBucket(limit);
        };
    return String.format(
        Locale.ROOT,
        "  [%s] = {name = %s, %s, allowed = 0, limited = 0, never = 0, withheld = 0},",
        Lua.quote(keyPrefix + limit.name()),
        Lua.quote(limit.name()),
        constants);
  }

  private static String fixedWindow(RateLimitEntry limit) {
    return String.format(
        Locale.ROOT,
        "kind = FIXED, capacity = %d, size = %d, unit = 1, window = %d, period = %d,"
            + " count_rejected = %b, mark = '%s'",
        limit.limit(),
        limit.limit(),
        limit.windowMillis(),
        limit.windowMillis(),
        limit.countRejected(),
        "f1:" + limit.windowMillis() + ":");
  }

  private static String tokenBucket(RateLimitEntry limit) {
    long common =
        BigInteger.valueOf(limit.limit()).gcd(BigInteger.valueOf(limit.windowMillis())).longValue();
    long unit = limit.windowMillis() / common;
    long rate = limit.limit() / common;
    BigInteger size = BigInteger.valueOf(limit.capacity()).multiply(BigInteger.valueOf(unit));
    check(limit, limit.capacity() >= 1, "capacity");
    check(limit, size.compareTo(BigInteger.valueOf(MAX_UNITS)) <= 0, "capacity");
    return String.format(
        Locale.ROOT,
        "kind = BUCKET, capacity = %d, size = %d, unit = %d, rate = %d, period = %d, mark = '%s'",
        limit.capacity(),
        size.longValueExact(),
        unit,
        rate,
        (size.longValueExact() + rate - 1) / rate,
        "t1:" + unit + ":" + rate + ":");
  }

  private static void check(RateLimitEntry limit, boolean holds, String field) {
    if (!holds) {
      throw new IllegalArgumentException(limit.name() + ": " + field + " cannot be held exactly");
    }
  }
}
