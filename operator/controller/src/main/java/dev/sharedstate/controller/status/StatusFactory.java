// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.status;

import dev.sharedstate.api.v1alpha1.Condition;
import dev.sharedstate.api.v1alpha1.PolicyStatus;
import dev.sharedstate.controller.model.DesiredInstance;
import dev.sharedstate.controller.model.Names;
import dev.sharedstate.controller.redis.Observation;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The status of a policy, from what one pass found and from the status before. Equal findings give
 * an equal status.
 */
public final class StatusFactory {
  private static final int LONGEST_MESSAGE = 1024;

  private final Clock clock;

  public StatusFactory(Clock clock) {
    this.clock = clock;
  }

  /**
   * @param before the status so far, or null
   */
  public PolicyStatus status(Findings found, PolicyStatus before) {
    Optional<DesiredInstance> desired = found.desired();
    return new PolicyStatus(
        found.generation(),
        conditions(found, before),
        desired.map(d -> d.names().host() + ":" + Names.PORT).orElse(null),
        desired.map(StatusFactory::clients).orElse(null),
        library(found, before),
        redis(found, before),
        null,
        desired.map(StatusFactory::capacity).orElse(null),
        durability(found, before),
        found.controllerName());
  }

  /**
   * The status before with Ready unknown: a pass broke off, and nobody knows what is true.
   *
   * @param before the status so far, or null
   */
  public PolicyStatus broken(PolicyStatus before, long generation, String message) {
    List<Condition> conditions = new ArrayList<>();
    if (before != null && before.conditions() != null) {
      before.conditions().stream()
          .filter(condition -> !Conditions.READY.equals(condition.type()))
          .forEach(conditions::add);
    }
    Verdict unknown = Verdict.unknown("PassFailed", message);
    Optional<Condition> ready = condition(before, Conditions.READY);
    conditions.add(dated(Conditions.READY, unknown, generation, ready));
    conditions.sort(Comparator.comparing(Condition::type));
    return new PolicyStatus(
        before == null ? null : before.observedGeneration(),
        List.copyOf(conditions),
        before == null ? null : before.endpoint(),
        before == null ? null : before.clients(),
        before == null ? null : before.library(),
        before == null ? null : before.redis(),
        null,
        before == null ? null : before.capacity(),
        before == null ? null : before.durability(),
        before == null ? null : before.controllerName());
  }

  /** True, False or Unknown of a condition type; absent if there is no such condition. */
  public static Optional<String> statusOf(PolicyStatus status, String type) {
    return condition(status, type).map(Condition::status);
  }

  /** The condition of a type. */
  public static Optional<Condition> condition(PolicyStatus status, String type) {
    return status == null || status.conditions() == null
        ? Optional.empty()
        : status.conditions().stream().filter(c -> type.equals(c.type())).findFirst();
  }

  private List<Condition> conditions(Findings found, PolicyStatus before) {
    Verdict accepted = Conditions.accepted(found);
    Verdict redisReady = Conditions.redisReady(found);
    Verdict programmed = Conditions.programmed(found);
    Verdict ready = Conditions.ready(accepted, redisReady, programmed);
    Map<String, Verdict> verdicts = new TreeMap<>();
    verdicts.put(Conditions.ACCEPTED, accepted);
    verdicts.put(Conditions.REDIS_READY, redisReady);
    verdicts.put(Conditions.PROGRAMMED, programmed);
    verdicts.put(Conditions.READY, ready);
    verdicts.put(
        Conditions.MEMORY_PRESSURE,
        Conditions.memoryPressure(
            found, statusOf(before, Conditions.MEMORY_PRESSURE).orElse("Unknown")));
    if (!accepted.isTrue()) {
      verdicts.put(Conditions.STALLED, Verdict.yes(accepted.reason(), accepted.message()));
    } else if (!ready.isTrue()) {
      verdicts.put(Conditions.RECONCILING, Verdict.yes(ready.reason(), ready.message()));
    }
    List<Condition> conditions = new ArrayList<>();
    verdicts.forEach(
        (type, verdict) ->
            conditions.add(dated(type, verdict, found.generation(), condition(before, type))));
    return List.copyOf(conditions);
  }

  /** The time moves only when the status does. */
  private Condition dated(
      String type, Verdict verdict, long generation, Optional<Condition> before) {
    String time =
        before
            .filter(old -> verdict.status().equals(old.status()))
            .map(Condition::lastTransitionTime)
            .orElseGet(() -> clock.instant().truncatedTo(ChronoUnit.SECONDS).toString());
    String message =
        verdict.message().length() > LONGEST_MESSAGE
            ? verdict.message().substring(0, LONGEST_MESSAGE)
            : verdict.message();
    return new Condition(type, verdict.status(), generation, time, verdict.reason(), message);
  }

  private static List<PolicyStatus.ClientStatus> clients(DesiredInstance desired) {
    return List.of(
        new PolicyStatus.ClientStatus(Names.APP, desired.names().clientSecret(Names.APP)));
  }

  /** What was read back, in this pass or last: the conditions say whether it still holds. */
  private static PolicyStatus.LibraryStatus library(Findings found, PolicyStatus before) {
    return found
        .redis()
        .library()
        .map(
            info ->
                new PolicyStatus.LibraryStatus(info.version(), info.digest(), info.generation()))
        .orElse(before == null ? null : before.library());
  }

  private static PolicyStatus.RedisStatus redis(Findings found, PolicyStatus before) {
    return found
        .redis()
        .observation()
        .map(
            seen ->
                new PolicyStatus.RedisStatus(
                    seen.version(),
                    seen.runId(),
                    found.redis().configured()
                        ? found.desired().map(d -> d.memory().maxmemory()).orElse(null)
                        : Long.valueOf(seen.server().maxMemory())))
        .orElse(before == null ? null : before.redis());
  }

  /** By what was read back, in this pass or last. */
  private static String durability(Findings found, PolicyStatus before) {
    String last = before == null ? null : before.durability();
    Optional<Observation> seen = found.redis().observation();
    if (seen.isEmpty() || found.desired().isEmpty()) {
      return last;
    }
    Map<String, String> settings = new TreeMap<>(seen.get().config());
    if (found.redis().configured()) {
      settings.putAll(found.desired().get().liveConfig()); // compared with what was read back
    }
    return DurabilityText.of(seen.get(), settings, last);
  }

  /** True while a crash would bring back older data, for a time. */
  public static boolean isTemporary(PolicyStatus status) {
    return DurabilityText.isTemporary(status.durability());
  }

  private static List<PolicyStatus.CapacityStatus> capacity(DesiredInstance desired) {
    return desired.capacity().entrySet().stream()
        .map(fits -> new PolicyStatus.CapacityStatus(fits.getKey(), fits.getValue()))
        .toList();
  }
}
