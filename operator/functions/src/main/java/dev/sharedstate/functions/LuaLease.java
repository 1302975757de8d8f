// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

import dev.sharedstate.api.model.LeaseEntry;
import java.util.Locale;

/** The constants of one kind of lease, as they are compiled in. */
final class LuaLease {
  /** The shortest TTL, 10 ms. */
  static final long MIN_TTL_MILLIS = 10;

  /** The longest TTL, 24 hours; the Lua code takes no deadline for true that is further away. */
  static final long MAX_TTL_MILLIS = 24 * 3600 * 1000L;

  /** The longest lifetime, 366 days. */
  static final long MAX_LIFETIME_MILLIS = 366 * 24 * 3600 * 1000L;

  private LuaLease() {}

  /** One line of the library's table of entries. */
  static String of(LeaseEntry lease, String keyPrefix) {
    check(lease, lease.minTtlMillis() >= MIN_TTL_MILLIS, "minTTL is below 10 ms");
    check(lease, lease.minTtlMillis() <= lease.ttlMillis(), "ttl is below minTTL");
    check(lease, lease.ttlMillis() <= lease.maxTtlMillis(), "ttl is above maxTTL");
    check(lease, lease.maxTtlMillis() <= MAX_TTL_MILLIS, "maxTTL is above 24 hours");
    check(
        lease,
        lease.maxLifetimeMillis() == 0
            || lease.maxLifetimeMillis() >= lease.maxTtlMillis()
                && lease.maxLifetimeMillis() <= MAX_LIFETIME_MILLIS,
        "maxLifetime is not from maxTTL to 366 days");
    String key = keyPrefix + lease.name();
    return String.format(
        Locale.ROOT,
        "  [%s] = {name = %s, index = %s, channel = %s, ttl = %d, min_ttl = %d, max_ttl = %d,"
            + " lifetime = %d, swept = 0, granted = 0, resent = 0, held = 0, quarantined = 0,"
            + " renewed = 0, released = 0, revoked = 0, expired = 0, late = 0, lost = 0,"
            + " lifetime_reached = 0, not_owner = 0},",
        Lua.quote(key),
        Lua.quote(lease.name()),
        Lua.quote("__ix:" + key),
        Lua.quote("lease:released:" + key),
        lease.ttlMillis(),
        lease.minTtlMillis(),
        lease.maxTtlMillis(),
        lease.maxLifetimeMillis());
  }

  private static void check(LeaseEntry lease, boolean holds, String problem) {
    if (!holds) {
      throw new IllegalArgumentException(lease.name() + ": " + problem);
    }
  }
}
