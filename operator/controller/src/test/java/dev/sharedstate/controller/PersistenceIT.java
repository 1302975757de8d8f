// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sharedstate.controller.testing.World;
import dev.sharedstate.functions.testing.RedisEngine;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Instances with a volume: a real API server, real Redis processes, the operator as it runs. */
class PersistenceIT {
  private static final String LIMITS =
      """
      limits:
      - {name: per_user, algorithm: FixedWindow, limit: %d, window: 1h, onUnavailable: Deny}
      redis:
        persistence: {mode: %s}
        storage: {adopt: %s}
      """;

  private static World world;
  private static OperatorUnderTest operator;

  @BeforeAll
  static void start() {
    world = new World("volumes", RedisEngine.REDIS_8_0);
    operator = new OperatorUnderTest("volumes");
  }

  @AfterAll
  static void stop() {
    operator.close();
    world.close();
  }

  private static void apply(String name, int limit, String mode, boolean adopt) {
    world.apply(name, LIMITS.formatted(limit, mode, adopt));
  }

  @Test
  void dataSurvivesThePod() {
    apply("kept", 10, "AppendOnly", false);
    world.awaitReady("kept");
    assertThat(world.policy("kept").getStatus().durability())
        .startsWith("a crash of the server alone loses nothing; a crash of its node can lose");
    take("kept", 3);

    deletePod("kept");

    World.waiting("the same count")
        .untilAsserted(() -> assertThat(remaining("kept")).isEqualTo(7L));
    world.awaitReady("kept");
  }

  @Test
  void anUnchangedWorldIsNotWrittenTo() throws InterruptedException {
    for (String mode : List.of("AppendOnly", "Snapshot")) {
      String name = "still-" + mode.toLowerCase(java.util.Locale.ROOT);
      apply(name, 10, mode, false);
      world.awaitReady(name);
      Thread.sleep(2000); // the passes that its own creation brought
      List<String> before = operator.writes();
      String saves = info(name, "rdb_saves");
      for (int i = 0; i < 3; i++) {
        world.askForPass(name, "pass-" + i);
        Thread.sleep(300);
      }
      assertThat(operator.writes()).isEqualTo(before);
      assertThat(info(name, "rdb_saves")).isEqualTo(saves);
    }
  }

  @Test
  void whatWeakensItIsCorrectedAndTold() {
    apply("drift", 10, "AppendOnly", false);
    world.awaitReady("drift");
    String durability = world.policy("drift").getStatus().durability();

    world.byHand("drift", "CONFIG", "SET", "appendfsync", "no");
    World.waiting("appendfsync is corrected")
        .untilAsserted(() -> assertThat(config("drift", "appendfsync")).isEqualTo("everysec"));
    assertThat(world.awaitOneEvent("drift", "ConfigDriftCorrected").getMessage())
        .contains("appendfsync was no");

    world.byHand("drift", "CONFIG", "SET", "appendonly", "no");
    World.waiting("appendonly is corrected")
        .untilAsserted(() -> assertThat(config("drift", "appendonly")).isEqualTo("yes"));
    World.waiting("it is told")
        .untilAsserted(
            () ->
                assertThat(world.events("drift", "ConfigDriftCorrected"))
                    .anyMatch(event -> event.getMessage().contains("appendonly was no")));
    World.waiting("the status says what holds again")
        .untilAsserted(
            () -> assertThat(world.policy("drift").getStatus().durability()).isEqualTo(durability));
    world.awaitReady("drift");
  }

  @Test
  void anotherFsyncIsSetLive() {
    apply("fsync", 10, "AppendOnly", false);
    world.awaitReady("fsync");
    String run = world.policy("fsync").getStatus().redis().runId();
    apply("fsync", 10, "AppendOnly, fsync: Always", false);

    World.waiting("the status says so")
        .untilAsserted(
            () ->
                assertThat(world.policy("fsync").getStatus().durability())
                    .contains("loses no write that was answered"));
    assertThat(config("fsync", "appendfsync")).isEqualTo("always");
    assertThat(world.events("fsync", "ConfigDriftCorrected")).isEmpty();
    assertThat(world.policy("fsync").getStatus().redis().runId()).isEqualTo(run);
  }

  @Test
  void aKeptVolumeIsAdoptedOnlyWhenAsked() {
    apply("again", 10, "AppendOnly", false);
    world.awaitReady("again");
    take("again", 3);
    deleteWithObjects("again");
    String claim = claim("again").getMetadata().getResourceVersion();

    apply("again", 10, "AppendOnly", false);
    String message = world.await("again", "Accepted", "False/VolumeKept").message();
    assertThat(message)
        .contains("spec.redis.storage.adopt")
        .contains("claim data-again-rl-0 holds the data")
        .contains("kubectl delete pvc -n volumes data-again-rl-0");
    assertThat(claim("again").getMetadata().getResourceVersion()).isEqualTo(claim);
    assertThat(set("again")).isNull();
    assertThat(world.client().services().inNamespace("volumes").withName("again-rl").get())
        .isNull();

    apply("again", 10, "AppendOnly", true);
    world.awaitReady("again");
    assertThat(remaining("again")).isEqualTo(7L);
    assertThat(world.policy("again").getStatus().library().generation()).isEqualTo(2);
  }

  @Test
  void aVolumeOfSomebodyElseIsLeftAlone() {
    PersistentVolumeClaim foreign =
        world
            .client()
            .resource(
                new PersistentVolumeClaimBuilder()
                    .withNewMetadata()
                    .withName("data-foreign-rl-0")
                    .withNamespace("volumes")
                    .endMetadata()
                    .withNewSpec()
                    .withAccessModes("ReadWriteOnce")
                    .withNewResources()
                    .withRequests(Map.of("storage", new Quantity("1", "Gi")))
                    .endResources()
                    .endSpec()
                    .build())
            .create();
    apply("foreign", 10, "AppendOnly", true);

    assertThat(world.await("foreign", "Accepted", "False/VolumeForeign").message())
        .contains("claim data-foreign-rl-0 is there")
        .contains("sharedstate.dev/policy=foreign");
    assertThat(claim("foreign").getMetadata().getResourceVersion())
        .isEqualTo(foreign.getMetadata().getResourceVersion());
    assertThat(set("foreign")).isNull();
  }

  @Test
  void aStatefulSetThatIsDeletedByHandComesBackToItsVolume() {
    apply("lost", 10, "AppendOnly", false);
    world.awaitReady("lost");
    take("lost", 3);
    String uid = set("lost").getMetadata().getUid();
    world.client().resource(set("lost")).delete();
    deletePod("lost");

    World.waiting("it is back")
        .untilAsserted(
            () -> {
              assertThat(set("lost")).isNotNull();
              assertThat(set("lost").getMetadata().getUid()).isNotEqualTo(uid);
              assertThat(remaining("lost")).isEqualTo(7L);
            });
    world.awaitReady("lost");
  }

  @Test
  void aPushIsInASnapshotBeforeItIsSaidToBeDone() {
    apply("snapshot", 10, "Snapshot", false);
    world.awaitReady("snapshot");
    apply("snapshot", 20, "Snapshot", false);
    world.await("snapshot", "Programmed", "True/LibraryVerified");

    assertThat(info("snapshot", "rdb_changes_since_last_save")).isEqualTo("0");
    assertThat(world.policy("snapshot").getStatus().durability())
        .isEqualTo(
            "a crash loses what was written since the last snapshot began; one is taken 300 seconds"
                + " after 1 write and 60 seconds after 1000 writes, and at an orderly stop");
  }

  @Test
  void aSnapshotThatFailsIsSaid() throws IOException {
    apply("failing", 10, "Snapshot", false);
    world.awaitReady("failing");
    Path obstacle = Path.of(config("failing", "dir"), "dump.rdb");
    Files.delete(obstacle);
    Files.createDirectories(obstacle.resolve("full"));

    apply("failing", 20, "Snapshot", false);
    assertThat(world.await("failing", "Programmed", "False/SnapshotFailed").message())
        .contains("a crash would bring the one before it back");
    take("failing", 1);
    assertThat(remaining("failing")).isEqualTo(19L); // enforced, if not for ever

    Files.delete(obstacle.resolve("full"));
    Files.delete(obstacle);
    world.await("failing", "Programmed", "True/LibraryVerified");
    world.awaitReady("failing");
  }

  private static void take(String policy, int calls) {
    for (int i = 0; i < calls; i++) {
      assertThat(world.take(policy, "per_user:a").get(0)).isEqualTo("ALLOWED");
    }
  }

  private static Object remaining(String policy) {
    return world.asApp(policy, "FCALL", "rl_peek", "1", "per_user:a").get(6);
  }

  private static String config(String policy, String name) {
    return String.valueOf(world.byHand(policy, "CONFIG", "GET", name).get(1));
  }

  private static String info(String policy, String field) {
    String text = String.valueOf(world.byHand(policy, "INFO", "persistence").get(0));
    return text.lines()
        .filter(line -> line.startsWith(field + ":"))
        .map(line -> line.substring(field.length() + 1).strip())
        .findFirst()
        .orElseThrow();
  }

  private static StatefulSet set(String policy) {
    return world
        .client()
        .apps()
        .statefulSets()
        .inNamespace("volumes")
        .withName(policy + "-rl")
        .get();
  }

  private static PersistentVolumeClaim claim(String policy) {
    return world
        .client()
        .persistentVolumeClaims()
        .inNamespace("volumes")
        .withName("data-" + policy + "-rl-0")
        .require();
  }

  private static void deletePod(String policy) {
    world.client().pods().inNamespace("volumes").withName(policy + "-rl-0").delete();
  }

  /** As the garbage collector does, which an API server alone does not have. */
  private static void deleteWithObjects(String policy) {
    world.client().resource(world.policy(policy)).delete();
    Map<String, String> label = Map.of("sharedstate.dev/policy", policy);
    var client = world.client();
    client.apps().statefulSets().inNamespace("volumes").withLabels(label).delete();
    client.services().inNamespace("volumes").withLabels(label).delete();
    client.configMaps().inNamespace("volumes").withLabels(label).delete();
    client.secrets().inNamespace("volumes").withLabels(label).delete();
    deletePod(policy);
    World.waiting(policy + " is gone")
        .untilAsserted(
            () -> {
              assertThat(set(policy)).isNull();
              assertThat(client.pods().inNamespace("volumes").withLabels(label).list().getItems())
                  .isEmpty();
            });
  }
}
