// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.metrics;

import dev.sharedstate.controller.redis.PolicyRef;
import dev.sharedstate.controller.redis.RedisAdminListener;
import io.prometheus.client.Collector;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * The series of every policy, rendered from its state when somebody scrapes, so that a policy that
 * is gone leaves nothing behind. Pass it to {@code LettuceRedisAdmin} as its listener: decisions,
 * Redis figures, timeouts and restarts come in that way.
 */
public final class PolicyMetrics extends Collector implements RedisAdminListener {
  /** How a push ended. */
  public enum PushResult {
    SUCCESS,
    FAILURE
  }

  public PolicyMetrics(Clock clock) {}

  /** All series of the policy exist from now on, at 0. Call it at the start of every pass. */
  public void policyKnown(PolicyRef policy, long generation, Collection<String> entries) {}

  /**
   * @param statuses True, False or Unknown by condition type; Accepted, RedisReady, Programmed,
   *     Ready and MemoryPressure are exported
   */
  public void conditions(PolicyRef policy, Map<String, String> statuses) {}

  /** The generation whose library runs, read back. */
  public void appliedGeneration(PolicyRef policy, long generation) {}

  public void pushResult(PolicyRef policy, PushResult result) {}

  /** A live parameter was not what the operator had set. */
  public void drift(PolicyRef policy, String parameter) {}

  /** The library that ran was not the one that the operator had put there. */
  public void libraryDrift(PolicyRef policy) {}

  /** The policy is gone, its series with it. */
  public void forget(String policyUid) {}

  @Override
  public List<MetricFamilySamples> collect() {
    return List.of();
  }
}
