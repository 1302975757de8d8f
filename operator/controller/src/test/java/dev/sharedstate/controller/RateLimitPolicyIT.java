// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sharedstate.controller.testing.World;
import dev.sharedstate.functions.testing.RedisEngine;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Whole passes: a real API server, real Redis processes, the operator as it runs. */
class RateLimitPolicyIT {
  private static final String LIMITS =
      """
      limits:
      - {name: per_user, algorithm: FixedWindow, limit: %d, window: 1h, onUnavailable: Deny}
      """;

  private static World world;
  private static OperatorUnderTest operator;

  @BeforeAll
  static void start() {
    world = new World("passes", RedisEngine.REDIS_8_0);
    operator = new OperatorUnderTest("passes");
  }

  @AfterAll
  static void stop() {
    operator.close();
    world.close();
  }

  @Test
  void aPolicyBecomesEnforcedLimits() {
    world.apply("created", LIMITS.formatted(2));
    world.awaitReady("created");

    assertThat(world.take("created", "per_user:a").get(0)).isEqualTo("ALLOWED");
    assertThat(world.take("created", "per_user:a").get(0)).isEqualTo("ALLOWED");
    assertThat(world.take("created", "per_user:a").get(0)).isEqualTo("LIMITED");
  }

  @Test
  void anUnchangedWorldIsNotWrittenTo() throws InterruptedException {
    world.apply("unchanged", LIMITS.formatted(5));
    world.awaitReady("unchanged");
    Thread.sleep(2000); // the passes that its own creation brought
    List<String> before = operator.writes();
    var status = world.policy("unchanged").getStatus();
    for (int i = 0; i < 3; i++) {
      world.askForPass("unchanged", "pass-" + i);
      Thread.sleep(300);
    }

    assertThat(operator.writes()).isEqualTo(before);
    assertThat(world.policy("unchanged").getStatus()).isEqualTo(status);
  }

  @Test
  void anEditIsEnforcedAtOnceAndKeepsWhatWasConsumed() {
    world.apply("edited", LIMITS.formatted(3));
    world.awaitReady("edited");
    world.take("edited", "per_user:a");
    world.take("edited", "per_user:a");

    long from = System.nanoTime();
    world.apply("edited", LIMITS.formatted(10));
    World.waiting("the new limit")
        .pollInterval(Duration.ofMillis(10))
        .untilAsserted(
            () ->
                assertThat(world.asApp("edited", "FCALL", "rl_peek", "1", "per_user:a").get(5))
                    .isEqualTo(10L));
    System.out.printf("edit enforced after %d ms%n", (System.nanoTime() - from) / 1_000_000);
    assertThat(world.asApp("edited", "FCALL", "rl_peek", "1", "per_user:a").get(6)).isEqualTo(8L);
    world.awaitReady("edited");
  }

  @Test
  void anAddedLimitIsCallableAtOnceAlthoughTheMountedUsersLag() {
    world.apply("added", LIMITS.formatted(3));
    world.awaitReady("added");

    world.apply(
        "added",
        LIMITS.formatted(3)
            + "- {name: burst, algorithm: TokenBucket, limit: 9, window: 1m, onUnavailable:"
            + " Allow}\n");
    world.await("added", "Programmed", "True/LibraryVerified");

    assertThat(world.take("added", "burst:a").get(0)).isEqualTo("ALLOWED");
    assertThat(world.events("added", "UsersDriftCorrected")).isEmpty();
  }

  @Test
  void aSpecThatOnlyTheOperatorFindsWrongLeavesTheLastGoodOneInForce() {
    world.apply("rejected", LIMITS.formatted(2));
    world.awaitReady("rejected");

    world.apply(
        "rejected",
        LIMITS.formatted(7)
            + "redis: {resources: {limits: {memory: 32Mi}, requests: {memory: 32Mi}}}\n");
    var accepted = world.await("rejected", "Accepted", "False/MemoryTooSmall");

    assertThat(accepted.message())
        .contains("spec.redis.resources.limits.memory")
        .contains("generation 1 stays in force");
    assertThat(world.take("rejected", "per_user:a").get(5)).isEqualTo(2L);
    world.await("rejected", "RedisReady", "True/Serving");
    world.await("rejected", "Programmed", "False/PreviousGeneration");
    world.await("rejected", "Ready", "False/MemoryTooSmall");
    assertThat(world.policy("rejected").getStatus().library().generation()).isEqualTo(1);
    world.byHand("rejected", "FUNCTION", "FLUSH");
    World.waiting("the last good library is back")
        .untilAsserted(() -> assertThat(world.take("rejected", "per_user:a").get(5)).isEqualTo(2L));

    world.apply("rejected", LIMITS.formatted(7));
    world.awaitReady("rejected");
    assertThat(world.take("rejected", "per_user:a").get(5)).isEqualTo(7L);
    assertThat(world.events("rejected", "PolicyRejected")).hasSize(1);
  }

  @Test
  void aDeletedPolicyIsForgotten() {
    world.apply("gone", LIMITS.formatted(2));
    world.awaitReady("gone");
    String uid = world.policy("gone").getMetadata().getUid();
    assertThat(operator.remembered()).contains(uid);
    assertThat(operator.metrics()).contains("policy=\"gone\"");

    world.client().resource(world.policy("gone")).delete();

    World.waiting("nothing is remembered")
        .untilAsserted(() -> assertThat(operator.remembered()).doesNotContain(uid));
    assertThat(operator.metrics()).doesNotContain("policy=\"gone\"");
  }
}
