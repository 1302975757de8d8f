// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sharedstate.controller.testing.TestKubelet;
import dev.sharedstate.controller.testing.World;
import dev.sharedstate.functions.testing.RedisEngine;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.Service;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What goes wrong, by hand or by itself, and what the operator makes of it. */
class FaultsIT {
  private static final String LIMITS =
      """
      limits:
      - {name: per_user, algorithm: FixedWindow, limit: 5, window: 1h, onUnavailable: Deny}
      """;

  private static World world;
  private static OperatorUnderTest operator;

  @BeforeAll
  static void start() {
    world = new World("faults", RedisEngine.VALKEY_8_1);
    operator = new OperatorUnderTest("faults");
  }

  @AfterAll
  static void stop() {
    operator.close();
    world.close();
  }

  private static void ready(String policy) {
    world.apply(policy, LIMITS);
    world.awaitReady(policy);
  }

  @Test
  void configurationSetByHandIsSetBack() {
    ready("config");
    world.byHand("config", "CONFIG", "SET", "maxmemory-policy", "allkeys-lru", "maxmemory", "0");

    assertThat(world.awaitOneEvent("config", "ConfigDriftCorrected").getMessage())
        .contains("maxmemory was 0", "maxmemory-policy was allkeys-lru");
    assertThat(world.byHand("config", "CONFIG", "GET", "maxmemory-policy")).contains("noeviction");
    world.awaitReady("config");
  }

  @Test
  void flushedFunctionsComeBackAndAreTold() {
    ready("flushed");
    world.byHand("flushed", "FUNCTION", "FLUSH");

    world.awaitOneEvent("flushed", "LibraryDriftCorrected");
    assertThat(world.take("flushed", "per_user:a").get(0)).isEqualTo("ALLOWED");
    world.awaitReady("flushed");
  }

  @Test
  void foreignCodeUnderOurNameIsReplaced() {
    ready("foreign");
    world.byHand(
        "foreign",
        "FUNCTION",
        "LOAD",
        "REPLACE",
        "#!lua name=sharedstate_rl\n"
            + "redis.register_function('rl_take', function() return {'ALLOWED'} end)");

    world.awaitOneEvent("foreign", "LibraryDriftCorrected");
    assertThat(world.take("foreign", "per_user:a")).hasSize(9);
  }

  @Test
  void aUserThatWasRemovedComesBack() {
    ready("users");
    world.byHand("users", "ACL", "DELUSER", "app");
    world.askForPass("users", "now");

    world.awaitOneEvent("users", "UsersDriftCorrected");
    assertThat(world.take("users", "per_user:a").get(0)).isEqualTo("ALLOWED");
  }

  @Test
  void objectsThatWereDeletedOrEditedAreRestored() {
    ready("objects");
    var services = world.client().services().inNamespace("faults");
    services.withName("objects-rl").delete();
    World.waiting("the Service is back")
        .untilAsserted(() -> assertThat(services.withName("objects-rl").get()).isNotNull());
    assertThat(world.awaitOneEvent("objects", "ObjectRestored").getMessage())
        .isEqualTo("Service objects-rl was deleted");

    services
        .withName("objects-rl-nodes")
        .edit(
            (Service s) -> {
              s.getSpec().setSelector(Map.of("app", "other"));
              return s;
            });
    World.waiting("the selector is ours")
        .untilAsserted(
            () ->
                assertThat(services.withName("objects-rl-nodes").require().getSpec().getSelector())
                    .doesNotContainKey("app")
                    .containsEntry("sharedstate.dev/policy", "objects"));
  }

  @Test
  void secretsThatWereDeletedOrEditedComeBackTheSame() {
    ready("secrets");
    var secrets = world.client().secrets().inNamespace("faults");
    Secret app = secrets.withName("secrets-rl-app").require();
    Secret acl = secrets.withName("secrets-rl-acl").require();
    secrets.withName("secrets-rl-app").delete();
    secrets
        .withName("secrets-rl-acl")
        .edit((Secret s) -> new SecretBuilder(s).addToData("users.acl", "b29wcw==").build());
    world.askForPass("secrets", "now");

    World.waiting("both are back")
        .untilAsserted(
            () -> {
              assertThat(secrets.withName("secrets-rl-app").get()).isNotNull();
              assertThat(secrets.withName("secrets-rl-app").require().getData())
                  .isEqualTo(app.getData());
              assertThat(secrets.withName("secrets-rl-acl").require().getData())
                  .isEqualTo(acl.getData());
            });
    assertThat(world.events("secrets", "SecretRestored")).hasSize(2);
    assertThat(world.take("secrets", "per_user:a").get(0)).isEqualTo("ALLOWED");
  }

  @Test
  void aBadImageIsNamedAndItsCorrectionRecoversByItself() {
    ready("image");
    world.apply("image", LIMITS + "redis: {image: " + TestKubelet.BAD_IMAGE + "}\n");
    assertThat(world.await("image", "RedisReady", "False/ImagePull").message())
        .contains(TestKubelet.BAD_IMAGE);
    assertThat(world.awaitOneEvent("image", "RedisNotReady")).isNotNull();
    assertThat(world.events("image", "PodRolled")).isNotEmpty();

    world.apply("image", LIMITS);
    world.awaitReady("image");
    assertThat(world.take("image", "per_user:a").get(0)).isEqualTo("ALLOWED");
  }

  @Test
  void aKilledServerIsNotReadyAndThenServesAgain() {
    ready("killed");
    String runId = world.policy("killed").getStatus().redis().runId();
    world.kubelet().container("killed-rl-0").kill();

    World.waiting("another run of the server")
        .untilAsserted(
            () ->
                assertThat(world.policy("killed").getStatus().redis().runId()).isNotEqualTo(runId));
    world.awaitReady("killed");
    assertThat(world.take("killed", "per_user:a").get(0)).isEqualTo("ALLOWED");
  }

  @Test
  void theOperatorsBlindnessIsNotTheInstancesFailure() throws Exception {
    ready("blind");
    world.kubelet().pause(true); // the kubelet goes on saying Ready
    try {
      world.kubelet().container("blind-rl-0").kill();
      assertThat(world.await("blind", "RedisReady", "Unknown/Unreachable").message())
          .contains(world.kubelet().container("blind-rl-0").address());
      world.await("blind", "Ready", "Unknown/Unreachable");
    } finally {
      world.kubelet().pause(false);
    }
    world.awaitReady("blind");
  }

  @Test
  void aRestartedOperatorWritesNothingToWhatIsAsItShouldBe() throws InterruptedException {
    World quiet = new World("quiet", RedisEngine.REDIS_7_0);
    try {
      try (OperatorUnderTest first = new OperatorUnderTest("quiet")) {
        quiet.apply("calm", LIMITS);
        quiet.awaitReady("calm");
        Thread.sleep(2000);
        assertThat(first.remembered()).hasSize(1);
      }
      String loadId = String.valueOf(quiet.asApp("calm", "FCALL", "rl_info", "0").get(6));
      try (OperatorUnderTest second = new OperatorUnderTest("quiet")) {
        quiet.askForPass("calm", "now");
        Thread.sleep(3000);
        assertThat(second.writes()).isEmpty();
      }
      assertThat(quiet.asApp("calm", "FCALL", "rl_info", "0").get(6)).isEqualTo(loadId);
    } finally {
      quiet.close();
    }
  }
}
