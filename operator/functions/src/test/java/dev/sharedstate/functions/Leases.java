// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

import dev.sharedstate.api.model.LeaseEntry;

/** Entries for tests. */
final class Leases {
  private Leases() {}

  /** 1 s to 60 s, 30 s by default; renewed for ever. */
  static LeaseEntry lease(String name) {
    return new LeaseEntry(name, 30_000, 1000, 60_000, 0);
  }

  static LeaseEntry lease(String name, long ttl, long minTtl, long maxTtl, long maxLifetime) {
    return new LeaseEntry(name, ttl, minTtl, maxTtl, maxLifetime);
  }

  /** A grant id; another number, another id. */
  static String grant(long number) {
    return String.format("%032x", number);
  }
}
