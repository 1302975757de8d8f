// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.redis;

/**
 * Told of everything that the administration learns, whoever asked; the metrics live on it. Called
 * on I/O threads: must not block, must not throw.
 */
public interface RedisAdminListener {
  /** What was tried when no answer came; the value of a metric's label. */
  enum Operation {
    OBSERVE,
    CONFIGURE,
    PUSH
  }

  /** Ignores everything. */
  RedisAdminListener NONE = new RedisAdminListener() {};

  default void observed(String policyUid, Observation observation) {}

  /** A real attempt failed; not called while a circuit refuses attempts. */
  default void unavailable(String policyUid, Operation operation, RedisUnavailable.Cause cause) {}

  /** A library was swapped; its predecessor's last counters are in {@code pushed}. */
  default void pushed(String policyUid, RedisAdmin.Pushed pushed) {}
}
