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
    String version = world.policy("unchanged").getMetadata().getResourceVersion();
    for (int i = 0; i < 3; i++) {
      annotate("unchanged", "pass-" + i);
      Thread.sleep(300);
    }

    assertThat(operator.writes()).isEqualTo(before);
    assertThat(world.policy("unchanged").getStatus()).isNotNull();
    assertThat(version).isNotNull();
  }

  private static void annotate(String policy, String value) {
    world
        .client()
        .resource(world.policy(policy))
        .edit(
            p -> {
              p.getMetadata().getAnnotations().put("sharedstate.dev/reconcile-at", value);
              return p;
            });
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
}
