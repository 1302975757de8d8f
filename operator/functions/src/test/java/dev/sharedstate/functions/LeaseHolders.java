// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the holders of leases know, from their answers alone, and what they must be able to rely on:
 * no fence falls or repeats; a holder whose key somebody else got is told so; and nobody is told of
 * a loss where nothing happened.
 */
final class LeaseHolders {
  /** One attempt to get a lease. */
  static final class Holder {
    final String key;
    final String grant;
    final Long ttl;

    /** 0: not answered yet. */
    long fence;

    /** As far as it was told. */
    long deadline;

    /** It gave the lease back, or somebody revoked it, or it knows that it has ended. */
    private boolean ended;

    /** Something happened that can lose its lease. */
    private boolean disturbed;

    /** Somebody else was granted the key while it held it. */
    private boolean robbed;

    private boolean revoked;

    private Holder(String key, String grant, Long ttl) {
      this.key = key;
      this.grant = grant;
      this.ttl = ttl;
    }
  }

  private final Map<String, List<Holder>> holders = new HashMap<>();
  private long highestFence;
  private int attempts;

  Holder attempt(String key, Long ttl) {
    attempts++;
    Holder holder = new Holder(key, Leases.grant(attempts), ttl);
    holders.computeIfAbsent(key, any -> new ArrayList<>()).add(holder);
    return holder;
  }

  /** The holder that made the last attempt on the key (0), the one before (1), …; or null. */
  Holder of(String key, int back) {
    List<Holder> all = holders.getOrDefault(key, List.of());
    return back < all.size() ? all.get(all.size() - 1 - back) : null;
  }

  /** The same among those that were granted the key. */
  Holder granted(String key, int back) {
    List<Holder> all =
        holders.getOrDefault(key, List.of()).stream().filter(h -> h.fence > 0).toList();
    return back < all.size() ? all.get(all.size() - 1 - back) : null;
  }

  /** Something happened that can lose the leases of a key; null: of all keys. */
  void disturb(String key) {
    holders.forEach(
        (name, all) -> {
          if (key == null || key.equals(name)) {
            all.forEach(holder -> holder.disturbed = true);
          }
        });
  }

  /** Answers what only the server knows: a grant, whether its reply arrives or not. */
  void grantedByServer(Holder holder, List<Object> answer) {
    boolean resent = answer.get(4).equals(1L);
    long fence = (Long) answer.get(1);
    if (resent) {
      return;
    }
    assertThat(fence)
        .as("the fence of %s after %d", holder.key, highestFence)
        .isGreaterThan(highestFence);
    highestFence = fence;
    long now = (Long) answer.get(3) - (Long) answer.get(2);
    for (Holder other : holders.get(holder.key)) {
      boolean holds = other != holder && other.fence > 0 && !other.ended && now < other.deadline;
      if (holds && !other.revoked) {
        assertThat(other.disturbed).as("two hold %s though nothing happened", holder.key).isTrue();
        other.robbed = true;
      }
    }
  }

  void told(Holder holder, List<Object> answer) {
    switch ((String) answer.get(0)) {
      case "GRANTED" -> {
        long fence = (Long) answer.get(1);
        if (fence != holder.fence) { // an old attempt, sent again, got the lease a second time
          holder.ended = false;
          holder.robbed = false;
          holder.revoked = false;
        }
        holder.fence = fence;
        holder.deadline = (Long) answer.get(3);
      }
      case "RENEWED", "LIFETIME" -> {
        assertThat(holder.robbed)
            .as("%s renewed though %s was taken", holder.fence, holder.key)
            .isFalse();
        assertThat((Long) answer.get(3))
            .as("a renewal shortens")
            .isGreaterThanOrEqualTo(holder.deadline);
        holder.deadline = (Long) answer.get(3);
      }
      case "RELEASED" -> {
        assertThat(holder.robbed)
            .as("%s is not told that %s was taken", holder.fence, holder.key)
            .isFalse();
        holder.ended = true;
      }
      case "LOST" -> assertThat(holder.disturbed).as("lost though nothing happened").isTrue();
      case "NOT_OWNER" -> assertThat(holder.robbed).as("told NOT_OWNER though robbed").isFalse();
      case "REVOKED" -> assertThat(holder.revoked).as("revoked by nobody").isTrue();
      default -> assertThat(answer.get(0)).isIn("EXPIRED", "HELD", "QUARANTINE");
    }
  }

  /** The reply of a release did not arrive; the lease is given back all the same. */
  void gaveBack(Holder holder) {
    holder.ended = true;
  }

  /** A revocation was answered. */
  void revoked(String key, long fence) {
    for (Holder holder : holders.getOrDefault(key, List.of())) {
      if (fence == -1 || holder.fence == fence) {
        holder.revoked = true;
      }
    }
  }
}
