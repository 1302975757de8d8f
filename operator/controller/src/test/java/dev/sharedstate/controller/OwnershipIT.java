// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sharedstate.controller.testing.TestKubelet;
import dev.sharedstate.controller.testing.World;
import dev.sharedstate.functions.testing.RedisEngine;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What belongs to somebody else: objects of our names, policies of another operator. */
class OwnershipIT {
  private static final String LIMITS =
      """
      limits:
      - {name: per_user, algorithm: FixedWindow, limit: 5, window: 1h, onUnavailable: Deny}
      """;

  private static World world;
  private static OperatorUnderTest operator;

  @BeforeAll
  static void start() {
    world = new World("ownership", RedisEngine.VALKEY_8_1);
    operator = new OperatorUnderTest("ownership");
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
  void somebodyElsesObjectsAreLeftAlone() {
    StatefulSet theirs =
        world
            .client()
            .resource(new StatefulSetBuilder(minimalStatefulSet("theirs-rl")).build())
            .create();
    world.apply("theirs", LIMITS);

    assertThat(world.await("theirs", "Accepted", "False/NameConflict").message())
        .contains("StatefulSet theirs-rl");
    world.await("theirs", "Ready", "False/NameConflict");
    assertThat(live("theirs-rl").getMetadata().getResourceVersion())
        .isEqualTo(theirs.getMetadata().getResourceVersion());
    assertThat(live("theirs-rl").getMetadata().getManagedFields())
        .noneMatch(fields -> fields.getManager().startsWith("shared-state"));
    world.awaitOneEvent("theirs", "NameConflict");
  }

  @Test
  void somebodyElsesSecretIsAConflictForAsLongAsItIsThere() {
    world
        .client()
        .resource(
            new SecretBuilder()
                .withNewMetadata()
                .withName("secret-rl-app")
                .withNamespace("ownership")
                .endMetadata()
                .addToData("password", "dGhlaXJz")
                .build())
        .create();
    world.apply("secret", LIMITS);
    world.await("secret", "Accepted", "False/NameConflict");
    assertThat(world.secret("secret-rl-app", "password")).isEqualTo("theirs");

    // A later pass does not read the Secrets again by itself, and must not forget.
    var services = world.client().services().inNamespace("ownership");
    services.withName("secret-rl").delete();
    World.waiting("another pass")
        .untilAsserted(() -> assertThat(services.withName("secret-rl").get()).isNotNull());
    world.await("secret", "Accepted", "False/NameConflict");
    assertThat(world.events("secret", "PolicyAccepted")).isEmpty();

    world.client().secrets().inNamespace("ownership").withName("secret-rl-app").delete();
    world.askForPass("secret", "now");
    world.awaitReady("secret");
  }

  private StatefulSet live(String name) {
    return world.client().apps().statefulSets().inNamespace("ownership").withName(name).require();
  }

  private static StatefulSet minimalStatefulSet(String name) {
    return new StatefulSetBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace("ownership")
        .endMetadata()
        .withNewSpec()
        .withReplicas(0)
        .withServiceName("theirs")
        .withNewSelector()
        .addToMatchLabels("app", "theirs")
        .endSelector()
        .withNewTemplate()
        .withNewMetadata()
        .addToLabels("app", "theirs")
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("theirs")
        .withImage(TestKubelet.BAD_IMAGE)
        .endContainer()
        .endSpec()
        .endTemplate()
        .endSpec()
        .build();
  }

  @Test
  void anotherOperatorsPolicyIsLeftAlone() throws InterruptedException {
    ready("managed");
    String version = world.policy("managed").getMetadata().getResourceVersion();
    try (OperatorUnderTest other =
        new OperatorUnderTest("ownership", "another-operator", java.time.Duration.ofMinutes(10))) {
      world.awaitOneEvent("managed", "ManagedByOther");
      Thread.sleep(1000);
      assertThat(other.writes()).allMatch(line -> line.contains("\"resource\":\"events\""));
    }
    assertThat(world.policy("managed").getMetadata().getResourceVersion()).isEqualTo(version);
  }

  @Test
  void aForeignConfigMapThatIsLabelledAsOursChangesNothing() {
    world
        .client()
        .resource(
            new ConfigMapBuilder()
                .withNewMetadata()
                .withName("stray")
                .withNamespace("ownership")
                .addToLabels("app.kubernetes.io/managed-by", "shared-state-operator")
                .endMetadata()
                .build())
        .create();
    ready("stray");
  }
}
