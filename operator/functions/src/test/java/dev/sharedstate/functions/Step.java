// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

import dev.sharedstate.api.model.RateLimitEntry;
import java.util.List;

/** One thing that happens in a random history. */
sealed interface Step {
  /** rl_take or rl_peek; costs empty (1 each), one for all, or one for each key. */
  record Ask(boolean take, List<String> keys, List<Long> costs) implements Step {}

  record Reset(String key) implements Step {}

  /** The clock moves, forward or back. */
  record Advance(long millis) implements Step {}

  /** The clock moves to when the last refused call was told to come back, give or take. */
  record ComeBack(int millisLater) implements Step {}

  /** The policy is edited and its new library loaded. */
  record Edit(List<RateLimitEntry> limits) implements Step {}

  /** Somebody writes into a key by hand. */
  record Foreign(String key, String text) implements Step {}

  /** A later version of the library wrote this key. */
  record Later(String key, String text) implements Step {}

  /** Somebody takes the TTL from a key by hand. */
  record Persist(String key) implements Step {}
}
