// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.redis;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Keeps a policy's callers from waiting for an instance that did not answer a moment ago: after a
 * failure further attempts fail at once, with the same reason, for a pause that doubles with each
 * failure. An answer closes it. Not thread-safe: guarded by its instance.
 */
final class Circuit {
  private final Duration first;
  private final Duration last;
  private final LongSupplier nanoTime;
  private Duration pause;
  private long openedAt;
  private RedisUnavailable reason;

  Circuit(Duration first, Duration last, LongSupplier nanoTime) {
    this.first = first;
    this.last = last;
    this.nanoTime = nanoTime;
  }

  /** Why no attempt is made now; empty: try. */
  Optional<RedisUnavailable> refusal() {
    if (reason == null || nanoTime.getAsLong() - openedAt >= pause.toNanos()) {
      return Optional.empty();
    }
    // The same words as the failure itself: they go into the status, which must not flap.
    return Optional.of(new RedisUnavailable(reason.reason(), reason.getMessage(), reason));
  }

  void failed(RedisUnavailable why) {
    if (reason == null) {
      pause = first;
    } else {
      Duration doubled = pause.multipliedBy(2);
      pause = doubled.compareTo(last) > 0 ? last : doubled;
    }
    reason = why;
    openedAt = nanoTime.getAsLong();
  }

  void answered() {
    reason = null;
  }
}
