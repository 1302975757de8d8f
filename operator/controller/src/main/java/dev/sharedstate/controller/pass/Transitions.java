// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.pass;

import dev.sharedstate.api.v1alpha1.Condition;
import dev.sharedstate.api.v1alpha1.PolicyStatus;
import dev.sharedstate.controller.kube.EventRecorder;
import dev.sharedstate.controller.kube.Reason;
import dev.sharedstate.controller.metrics.PolicyMetrics;
import dev.sharedstate.controller.model.Owner;
import dev.sharedstate.controller.redis.PolicyRef;
import dev.sharedstate.controller.status.StatusFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Turns what has changed between two statuses into Events, and exports the conditions. */
final class Transitions {
  private final EventRecorder events;
  private final PolicyMetrics metrics;

  Transitions(EventRecorder events, PolicyMetrics metrics) {
    this.events = events;
    this.metrics = metrics;
  }

  void export(PolicyRef policy, PolicyStatus now) {
    Map<String, String> statuses = new LinkedHashMap<>();
    now.conditions().forEach(condition -> statuses.put(condition.type(), condition.status()));
    metrics.conditions(policy, statuses);
  }

  void tell(Owner owner, PolicyStatus before, PolicyStatus now) {
    accepted(owner, before, now);
    redisReady(owner, before, now);
    memoryPressure(owner, before, now);
  }

  private void accepted(Owner owner, PolicyStatus before, PolicyStatus now) {
    Optional<Condition> old = StatusFactory.condition(before, "Accepted");
    Condition accepted = StatusFactory.condition(now, "Accepted").orElseThrow();
    boolean isTrue = "True".equals(accepted.status());
    boolean moved = !old.map(Condition::status).equals(Optional.of(accepted.status()));
    // Another refused edit is news as well.
    boolean refusedAgain =
        !isTrue && !old.map(Condition::message).equals(Optional.of(accepted.message()));
    if (!moved && !refusedAgain) {
      return;
    }
    Reason reason =
        isTrue
            ? Reason.PolicyAccepted
            : "NameConflict".equals(accepted.reason())
                ? Reason.NameConflict
                : Reason.PolicyRejected;
    events.record(owner, reason, accepted.message());
  }

  /** That a new policy is not up yet is no fault: only what was up goes down. */
  private void redisReady(Owner owner, PolicyStatus before, PolicyStatus now) {
    boolean was = is(before, "RedisReady");
    boolean is = is(now, "RedisReady");
    Condition condition = StatusFactory.condition(now, "RedisReady").orElseThrow();
    if (!was && is) {
      events.record(owner, Reason.RedisReady, condition.message());
    } else if (was && !is) {
      events.record(owner, Reason.RedisNotReady, condition.reason() + ": " + condition.message());
    }
  }

  private void memoryPressure(Owner owner, PolicyStatus before, PolicyStatus now) {
    boolean was = is(before, "MemoryPressure");
    boolean is = is(now, "MemoryPressure");
    String status = StatusFactory.statusOf(now, "MemoryPressure").orElse("Unknown");
    String message =
        StatusFactory.condition(now, "MemoryPressure").map(Condition::message).orElse("");
    if (!was && is) {
      events.record(owner, Reason.MemoryPressure, message);
    } else if (was && "False".equals(status)) {
      events.record(owner, Reason.MemoryPressureRelieved, message);
    }
  }

  private static boolean is(PolicyStatus status, String type) {
    return "True".equals(StatusFactory.statusOf(status, type).orElse(""));
  }
}
