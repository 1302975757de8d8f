// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.redis;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Probes every watched instance at an interval and says when a policy needs a pass: it dropped or
 * returned, was restarted, its configuration or libraries are no longer what a pass verified, or
 * the memory crossed a threshold.
 */
public final class InstanceMonitor implements AutoCloseable {

  /**
   * @param changed called once per change, and again every {@code refire} while it is still wrong;
   *     must not block
   */
  public InstanceMonitor(
      InstanceProbe probe, Duration interval, Duration refire, Consumer<PolicyRef> changed) {
    throw new IllegalStateException("being written");
  }

  /**
   * Starts to probe, or takes a new address or expectation. Call it at the end of every pass that
   * knows an address: with what it verified, or {@link Expected#nothing()} when it could not.
   */
  public void watch(PolicyRef policy, InstanceAddress instance, Expected expected) {
    throw new IllegalStateException("being written");
  }

  /** Stops to probe. */
  public void forget(String policyUid) {
    throw new IllegalStateException("being written");
  }

  /** The last result, absent until there was one. */
  public Optional<Latest> latest(String policyUid) {
    throw new IllegalStateException("being written");
  }

  @Override
  public void close() {}

  /**
   * One of the two is present.
   *
   * @param at when it was learned
   */
  public record Latest(
      Optional<Observation> observation, Optional<RedisUnavailable> failure, Instant at) {}
}
