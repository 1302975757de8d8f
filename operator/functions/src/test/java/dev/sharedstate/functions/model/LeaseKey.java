// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions.model;

import dev.sharedstate.functions.model.Lease.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What a key holds: every grant since it was empty, oldest first; or something foreign.
 *
 * @param foreign null where the library wrote the key
 * @param revoked the fence that was revoked last, 0 for none
 */
public record LeaseKey(String foreign, List<Lease> grants, long revoked) {
  Lease last() {
    return grants.get(grants.size() - 1);
  }

  /** The latest deadline of all; the key ends with it. */
  public long ends() {
    return foreign != null
        ? Long.MAX_VALUE
        : grants.stream().mapToLong(Lease::deadline).max().orElseThrow();
  }

  /** Whether the lease of this fence was given back or revoked, as far as the key tells. */
  boolean ended(long fence) {
    return grants.stream().anyMatch(lease -> lease.fence() == fence && lease.state() != State.LIVE);
  }

  LeaseKey with(Lease lease) {
    List<Lease> more = new ArrayList<>(grants);
    if (!more.isEmpty() && last().fence() == lease.fence()) {
      more.remove(more.size() - 1);
    }
    more.add(lease);
    return new LeaseKey(null, List.copyOf(more), revoked);
  }

  LeaseKey revoked(long fence) {
    return new LeaseKey(foreign, grants, fence);
  }

  /** How many runs of fences lie before the one that goes on. */
  public int pastRuns() {
    return foreign != null || runs().isEmpty()
        ? 0
        : (int) runs().chars().filter(c -> c == '-').count();
  }

  /** The text that the library keeps for it. */
  public String text() {
    if (foreign != null) {
      return foreign;
    }
    Lease last = last();
    return String.format(
        Locale.ROOT,
        "l1:%s:%d:%d:%d:%d:%d:%d:%s:%d:%s:%s",
        last.state().name().toLowerCase(Locale.ROOT),
        last.fence(),
        last.deadline(),
        ends(),
        last.acquired(),
        last.renewals(),
        chain(),
        runs(),
        revoked,
        last.grant(),
        last.text());
  }

  /** The first of the fences up to the last that were each given back or revoked, in one epoch. */
  private long chain() {
    int first = grants.size() - 1;
    while (first > 0 && follows(first)) {
      first--;
    }
    return grants.get(first).fence();
  }

  private boolean follows(int index) {
    Lease before = grants.get(index - 1);
    return before.state() != State.LIVE && before.epoch() == grants.get(index).epoch();
  }

  private String runs() {
    List<String> runs = new ArrayList<>();
    long first = grants.get(0).fence();
    for (int i = 1; i < grants.size(); i++) {
      if (!follows(i)) {
        Lease before = grants.get(i - 1);
        long end = before.state() == State.LIVE ? before.fence() - 1 : before.fence();
        if (end >= first) {
          runs.add(first + "-" + end);
        }
        first = grants.get(i).fence();
      }
    }
    return String.join(",", runs);
  }
}
