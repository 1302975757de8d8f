// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.redis;

import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** What the monitor needs of the administration: an observation that blocks no thread. */
public interface InstanceProbe {
  /**
   * From now on this is where the policy's instance is. Called by the policy's own pass, so that a
   * probe that was due meanwhile never goes back to an older address.
   *
   * @return how many writes of ours there were, as in {@link Probed#writes}
   */
  long use(InstanceAddress instance);

  /**
   * Observes without blocking; fails with {@link RedisUnavailable} after the connect and command
   * timeouts at the latest.
   */
  CompletionStage<Probed> probe(String policyUid);

  /**
   * Calls {@code dropped} with the policy's uid when an established connection ends by the other
   * side. The callback must not block.
   */
  void onDrop(Consumer<String> dropped);

  /**
   * One observation.
   *
   * @param writes how many pushes and CONFIG SETs of our own had begun or ended before it; -1: one
   *     ran meanwhile, so that a difference to what was set may be our own doing
   */
  record Probed(Observation observation, long writes) {}
}
