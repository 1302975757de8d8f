// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sharedstate.api.model.PolicyProblem;
import dev.sharedstate.api.v1alpha1.Condition;
import dev.sharedstate.api.v1alpha1.PolicyStatus;
import dev.sharedstate.controller.model.DesiredInstance;
import dev.sharedstate.controller.redis.Observation;
import dev.sharedstate.controller.redis.Observation.LibraryInfo;
import dev.sharedstate.controller.redis.Observation.ServerFigures;
import dev.sharedstate.controller.testing.Samples;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StatusFactoryTest {
  private static final DesiredInstance ORDERS = Samples.orders();
  private static final PodFacts READY =
      new PodFacts(true, "", "", Optional.of(new PodFacts.Address("u", "10.0.0.1")));
  private static final LibraryInfo INFO =
      new LibraryInfo("sharedstate_rl", "uid", 3, "0.1.0", "digest", 1, "load", -1, false);

  private static StatusFactory at(String time) {
    return new StatusFactory(Clock.fixed(Instant.parse(time), ZoneOffset.UTC));
  }

  private static Observation seen(long used) {
    long max = ORDERS.memory().maxmemory();
    return new Observation(
        "8.0.2",
        "run",
        Map.of(),
        List.of("sharedstate_rl"),
        Optional.of(INFO),
        Optional.empty(),
        new ServerFigures(used, used, max, 0, 0, 0, 1, 0, 0, 1));
  }

  private static RedisFacts good() {
    return RedisFacts.seen(seen(1)).withLibrary(Optional.of(INFO), Optional.empty());
  }

  private static Findings found(PodFacts pod, RedisFacts redis) {
    return new Findings(
        3, List.of(), Optional.of(ORDERS), Findings.Objects.fine(), pod, redis, "me");
  }

  private static PolicyStatus status(PodFacts pod, RedisFacts redis) {
    return at("2026-01-01T00:00:00Z").status(found(pod, redis), null);
  }

  private static String of(PolicyStatus status, String type) {
    return StatusFactory.condition(status, type).map(c -> c.status() + "/" + c.reason()).orElse("");
  }

  @Test
  void everythingVerifiedIsReady() {
    PolicyStatus status = status(READY, good());

    assertThat(of(status, "Accepted")).isEqualTo("True/Valid");
    assertThat(of(status, "RedisReady")).isEqualTo("True/Serving");
    assertThat(of(status, "Programmed")).isEqualTo("True/LibraryVerified");
    assertThat(of(status, "Ready")).isEqualTo("True/Enforced");
    assertThat(of(status, "MemoryPressure")).isEqualTo("False/Enough");
    assertThat(of(status, "Reconciling")).isEmpty();
    assertThat(of(status, "Stalled")).isEmpty();
    assertThat(status.observedGeneration()).isEqualTo(3);
    assertThat(status.endpoint()).isEqualTo("orders-rl.shop.svc:6379");
    assertThat(status.clients())
        .containsExactly(new PolicyStatus.ClientStatus("app", "orders-rl-app"));
    assertThat(status.library()).isEqualTo(new PolicyStatus.LibraryStatus("0.1.0", "digest", 3L));
    assertThat(status.redis())
        .isEqualTo(new PolicyStatus.RedisStatus("8.0.2", "run", ORDERS.memory().maxmemory()));
    assertThat(status.capacity())
        .extracting("record")
        .containsExactly("FixedWindow", "TokenBucket");
    assertThat(status.controllerName()).isEqualTo("me");
    assertThat(status.conditions()).extracting(Condition::type).isSorted().doesNotHaveDuplicates();
    assertThat(status.conditions()).extracting(Condition::observedGeneration).containsOnly(3L);
  }

  @Test
  void equalFindingsGiveAnEqualStatusWhateverTheTimeAndTheCounters() {
    PolicyStatus first = status(READY, good());
    RedisFacts busier =
        RedisFacts.seen(seen(1000)).withLibrary(Optional.of(INFO), Optional.empty());
    assertThat(at("2027-01-01T00:00:00Z").status(found(READY, busier), first)).isEqualTo(first);
  }

  @Test
  void theTimeMovesWithTheStatusOnly() {
    PolicyStatus first = status(PodFacts.waiting("PodPending", "a"), RedisFacts.notTried());
    PolicyStatus second =
        at("2026-01-02T00:00:00Z")
            .status(found(PodFacts.waiting("Starting", "b"), RedisFacts.notTried()), first);
    Condition condition = StatusFactory.condition(second, "RedisReady").orElseThrow();
    assertThat(condition.reason()).isEqualTo("Starting");
    assertThat(condition.lastTransitionTime()).isEqualTo("2026-01-01T00:00:00Z");

    PolicyStatus third = at("2026-01-03T00:00:00Z").status(found(READY, good()), second);
    assertThat(StatusFactory.condition(third, "RedisReady").orElseThrow().lastTransitionTime())
        .isEqualTo("2026-01-03T00:00:00Z");
  }

  @Test
  void aPodThatIsNotReadySaysWhyAndItIsBeingWorkedOn() {
    PolicyStatus status =
        status(PodFacts.waiting("ImagePull", "the image x"), RedisFacts.notTried());
    assertThat(of(status, "RedisReady")).isEqualTo("False/ImagePull");
    assertThat(of(status, "Programmed")).isEqualTo("False/RedisNotReady");
    assertThat(of(status, "Ready")).isEqualTo("False/ImagePull");
    assertThat(of(status, "Reconciling")).isEqualTo("True/ImagePull");
    assertThat(of(status, "MemoryPressure")).isEqualTo("Unknown/NotObserved");
  }

  @Test
  void theOperatorsBlindnessIsUnknown() {
    RedisFacts blind =
        RedisFacts.failed(new RedisFacts.Failure("Unreachable", "10.0.0.1:6379: no", true));
    PolicyStatus status = status(READY, blind);
    assertThat(of(status, "RedisReady")).isEqualTo("Unknown/Unreachable");
    assertThat(of(status, "Programmed")).isEqualTo("Unknown/Unreachable");
    assertThat(of(status, "Ready")).isEqualTo("Unknown/Unreachable");
    assertThat(of(status(PodFacts.waiting("Starting", ""), blind), "RedisReady"))
        .isEqualTo("False/Starting");
  }

  @Test
  void whatTheServerDidNotTakeIsNotReady() {
    assertThat(of(status(READY, good().withConfig(Map.of("maxmemory", "0"))), "RedisReady"))
        .isEqualTo("False/MemoryUnbounded");
    assertThat(of(status(READY, good().withConfig(Map.of("save", "x"))), "RedisReady"))
        .isEqualTo("False/ConfigDrift");
    assertThat(of(status(READY, good().withUsers(List.of("app"))), "Ready"))
        .isEqualTo("False/UsersWrong");
  }

  @Test
  void anUnpushedLibraryIsNotProgrammedThoughTheServerServes() {
    RedisFacts failed =
        RedisFacts.seen(seen(1))
            .withLibrary(
                Optional.of(INFO),
                Optional.of(new RedisFacts.LibraryProblem("SelfTestFailed", "per_user")));
    PolicyStatus status = status(READY, failed);
    assertThat(of(status, "RedisReady")).isEqualTo("True/Serving");
    assertThat(of(status, "Programmed")).isEqualTo("False/SelfTestFailed");
    assertThat(of(status, "Ready")).isEqualTo("False/SelfTestFailed");
  }

  @Test
  void aRejectedSpecIsStalledAndSaysWhatStaysInForce() {
    Findings rejected =
        new Findings(
            4,
            List.of(new PolicyProblem("MemoryTooSmall", "spec.x", "is small")),
            Optional.of(ORDERS),
            Findings.Objects.fine(),
            READY,
            good(),
            "me");
    PolicyStatus status = at("2026-01-01T00:00:00Z").status(rejected, null);
    assertThat(of(status, "Accepted")).isEqualTo("False/MemoryTooSmall");
    assertThat(StatusFactory.condition(status, "Accepted").orElseThrow().message())
        .isEqualTo("spec.x is small; generation 3 stays in force");
    assertThat(of(status, "RedisReady")).isEqualTo("True/Serving");
    assertThat(of(status, "Programmed")).isEqualTo("False/PreviousGeneration");
    assertThat(of(status, "Ready")).isEqualTo("False/MemoryTooSmall");
    assertThat(of(status, "Stalled")).isEqualTo("True/MemoryTooSmall");
    assertThat(of(status, "Reconciling")).isEmpty();
  }

  @Test
  void aConflictIsStalled() {
    Findings conflict =
        new Findings(
            3,
            List.of(),
            Optional.of(ORDERS),
            new Findings.Objects(List.of("Secret x exists"), List.of(), List.of()),
            READY,
            good(),
            "me");
    PolicyStatus status = at("2026-01-01T00:00:00Z").status(conflict, null);
    assertThat(of(status, "Accepted")).isEqualTo("False/NameConflict");
    assertThat(of(status, "Stalled")).isEqualTo("True/NameConflict");
  }

  @Test
  void memoryPressureHasTwoThresholds() {
    long max = ORDERS.memory().maxmemory();
    PolicyStatus status = null;
    for (Object[] step :
        new Object[][] {{84, "False"}, {86, "True"}, {80, "True"}, {74, "False"}, {84, "False"}}) {
      long used = max * (int) step[0] / 100;
      RedisFacts facts =
          RedisFacts.seen(seen(used)).withLibrary(Optional.of(INFO), Optional.empty());
      status = at("2026-01-01T00:00:00Z").status(found(READY, facts), status);
      assertThat(StatusFactory.statusOf(status, "MemoryPressure")).contains((String) step[1]);
    }
  }

  @Test
  void whatWasReadBackLastStaysUntilItIsReadAgain() {
    PolicyStatus before = status(READY, good());
    PolicyStatus now =
        at("2026-01-02T00:00:00Z")
            .status(found(PodFacts.waiting("PodMissing", ""), RedisFacts.notTried()), before);
    assertThat(now.library()).isEqualTo(before.library());
    assertThat(now.redis()).isEqualTo(before.redis());
  }

  @Test
  void aBrokenPassLeavesReadyUnknown() {
    PolicyStatus broken = at("2026-01-02T00:00:00Z").broken(status(READY, good()), 3, "forbidden");
    assertThat(of(broken, "Ready")).isEqualTo("Unknown/PassFailed");
    assertThat(of(broken, "RedisReady")).isEqualTo("True/Serving");
    assertThat(of(at("2026-01-02T00:00:00Z").broken(null, 1, "x"), "Ready"))
        .isEqualTo("Unknown/PassFailed");
  }

  @Test
  void littleRoomIsSaid() {
    DesiredInstance small =
        Samples.desired(
            """
            limits: [{name: a, algorithm: FixedWindow, limit: 1, window: 1s, onUnavailable: Deny}]
            redis: {resources: {limits: {memory: 48Mi}}}
            """);
    Findings findings =
        new Findings(
            3, List.of(), Optional.of(small), Findings.Objects.fine(), READY, good(), "me");
    assertThat(
            StatusFactory.condition(at("2026-01-01T00:00:00Z").status(findings, null), "RedisReady")
                .orElseThrow()
                .message())
        .contains("there is room for", "spec.redis.resources.limits.memory");
  }
}
