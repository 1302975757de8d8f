// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sharedstate.e2e.harness.Cluster;
import dev.sharedstate.e2e.harness.Policy;
import dev.sharedstate.e2e.harness.Redis;
import dev.sharedstate.e2e.harness.SharedOperator;
import dev.sharedstate.e2e.harness.Workspace;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Volumes as a real cluster provides, keeps and deletes them. */
@ExtendWith(SharedOperator.class)
class PersistenceE2E {
  private static final int LIMIT = 5;

  @Test
  void dataSurvivesItsPod(String namespace) {
    Policy policy = new Policy(namespace, "kept").apply(onVolume("fsync: Always", "")).awaitReady();
    assertThat(policy.resource().require().getStatus().durability())
        .contains("loses no write that was answered");
    assertThat(take(policy)).isEqualTo(LIMIT - 1);
    assertThat(take(policy)).isEqualTo(LIMIT - 2);

    String before = policy.run();
    Workspace.kubectl(
            "-n", namespace, "delete", "pod", policy.names().pod(), "--grace-period=0", "--force")
        .orFail();

    policy.waiting("another pod").until(() -> !policy.run().equals(before));
    policy.awaitReady();
    assertThat(take(policy)).isEqualTo(LIMIT - 3);
  }

  @Test
  void aKeptVolumeIsAdoptedWhenAskedAndDeletedWhenAsked(String namespace) {
    Policy policy = new Policy(namespace, "again").apply(onVolume("", "")).awaitReady();
    assertThat(take(policy)).isEqualTo(LIMIT - 1);
    String volume = claim(policy).getMetadata().getUid();
    deleteAndAwaitEnd(policy);
    assertThat(claim(policy).getMetadata().getUid()).isEqualTo(volume);

    policy.apply(onVolume("", ""));
    assertThat(policy.awaitState("Accepted", "False/VolumeKept").message())
        .contains("claim data-again-rl-0 holds the data of an earlier policy");
    assertThat(pods(namespace, policy)).isZero();

    policy.apply(onVolume("", "adopt: true")).awaitReady();
    assertThat(claim(policy).getMetadata().getUid()).isEqualTo(volume);
    assertThat(take(policy)).isEqualTo(LIMIT - 2);

    policy.apply(onVolume("", "adopt: true, whenDeleted: Delete"));
    policy
        .waiting("the claim belongs to its StatefulSet")
        .until(() -> !claim(policy).getMetadata().getOwnerReferences().isEmpty());
    deleteAndAwaitEnd(policy);
    policy.waiting("the claim is gone").until(() -> claim(policy) == null);

    policy.apply(onVolume("", "whenDeleted: Delete")).awaitReady();
    assertThat(take(policy)).isEqualTo(LIMIT - 1);
  }

  /** The policy again at once, while what it left is still being deleted. */
  @Test
  void aPolicyThatComesBackAtOnceWaitsForItsOldVolumeToGo(String namespace) {
    String spec = onVolume("", "whenDeleted: Delete");
    Policy policy = new Policy(namespace, "hasty").apply(spec).awaitReady();
    assertThat(take(policy)).isEqualTo(LIMIT - 1);
    String volume = claim(policy).getMetadata().getUid();
    policy.delete();
    policy.apply(spec);

    policy.waiting("another volume").until(() -> isAnother(claim(policy), volume));
    policy.awaitReady();
    assertThat(take(policy)).isEqualTo(LIMIT - 1);
    assertThat(policy.events("PolicyRejected")).isZero();
  }

  private static boolean isAnother(PersistentVolumeClaim claim, String uid) {
    return claim != null && !claim.getMetadata().getUid().equals(uid);
  }

  private static String onVolume(String persistence, String storage) {
    return Policy.fixedWindow(LIMIT, "1h")
        + """
        redis:
          persistence: {mode: AppendOnly%s}
          storage: {size: 128Mi%s}
          resources: {requests: {cpu: 10m, memory: 64Mi}, limits: {memory: 64Mi}}
        """
            .formatted(and(persistence), and(storage));
  }

  private static String and(String fields) {
    return fields.isEmpty() ? "" : ", " + fields;
  }

  /** What is left after one more call. */
  private static int take(Policy policy) {
    try (Redis redis = policy.connect()) {
      return Integer.parseInt(redis.take("login:alice").get(6));
    }
  }

  private static PersistentVolumeClaim claim(Policy policy) {
    return Cluster.client()
        .persistentVolumeClaims()
        .inNamespace(policy.names().namespace())
        .withName("data-" + policy.names().pod())
        .get();
  }

  private static int pods(String namespace, Policy policy) {
    return Cluster.client()
        .pods()
        .inNamespace(namespace)
        .withLabel("sharedstate.dev/policy", policy.name())
        .list()
        .getItems()
        .size();
  }

  private static void deleteAndAwaitEnd(Policy policy) {
    policy.delete();
    String namespace = policy.names().namespace();
    policy
        .waiting("all objects are gone")
        .until(
            () ->
                pods(namespace, policy) == 0
                    && Cluster.client()
                            .apps()
                            .statefulSets()
                            .inNamespace(namespace)
                            .withName(policy.names().statefulSet())
                            .get()
                        == null);
  }
}
