// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.sharedstate.e2e.harness.Cluster;
import dev.sharedstate.e2e.harness.Operator;
import dev.sharedstate.e2e.harness.Policy;
import dev.sharedstate.e2e.harness.Redis;
import dev.sharedstate.e2e.harness.SharedOperator;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.readiness.Readiness;
import java.io.UncheckedIOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** An instance that went away comes back, with and without the operator. */
@ExtendWith(SharedOperator.class)
class RecoveryE2E {
  private static final Duration BACK = Duration.ofSeconds(60);

  @Test
  void aDeletedPodServesAgainAndTheStatusSaidWhyItDidNot(String namespace) {
    Policy policy =
        new Policy(namespace, "reborn").apply(Policy.fixedWindow(5, "30s")).awaitReady();
    String before = policy.pod().getMetadata().getUid();

    Cluster.client().pods().inNamespace(namespace).withName("reborn-rl-0").delete();

    policy
        .waiting("a status that says that it is not ready")
        .until(
            () ->
                policy.condition("RedisReady").filter(c -> !c.status().equals("True")).isPresent());
    assertThat(policy.condition("RedisReady").orElseThrow().message()).contains("reborn-rl-0");
    awaitAnswer(policy, before);
    policy.awaitReady();
    policy.waiting("the Event").until(() -> policy.events("RedisNotReady") == 1);
  }

  @Test
  void aDeletedPodServesAgainWithoutTheOperator(String namespace, Operator operator) {
    Policy policy = new Policy(namespace, "alone").apply(Policy.fixedWindow(5, "30s")).awaitReady();
    operator.scale(0);
    String before = policy.pod().getMetadata().getUid();

    Cluster.client().pods().inNamespace(namespace).withName("alone-rl-0").delete();

    awaitAnswer(policy, before);
    policy
        .waiting("the Service leads to it")
        .untilAsserted(
            () -> {
              try (Redis redis = policy.connect()) {
                assertThat(redis.take("login:bob").get(0)).isEqualTo("ALLOWED");
              }
            });
  }

  @Test
  void anImageThatDoesNotExistThenTheRightOneRecoversByItself(String namespace) {
    Policy policy = new Policy(namespace, "image");
    policy.apply(Policy.fixedWindow(5, "30s") + "redis: {image: localhost/dev/redis:not-there}\n");
    assertThat(policy.awaitState("RedisReady", "False/ImagePull").message())
        .contains("localhost/dev/redis:not-there");

    policy.apply(Policy.fixedWindow(5, "30s") + "redis: {image: localhost/dev/redis:7.0-debian}\n");

    policy.awaitReady();
    assertThat(policy.resource().require().getStatus().redis().version()).startsWith("7.0");
  }

  @Test
  void anotherImageRollsThePod(String namespace) {
    Policy policy =
        new Policy(namespace, "rolled").apply(Policy.fixedWindow(5, "30s")).awaitReady();
    String before = policy.pod().getMetadata().getUid();

    policy.apply(Policy.fixedWindow(5, "30s") + "redis: {image: localhost/dev/redis:7.0-debian}\n");

    policy
        .waiting("another pod with the other version")
        .untilAsserted(
            () -> {
              assertThat(policy.pod().getMetadata().getUid()).isNotEqualTo(before);
              assertThat(policy.state("Ready")).isEqualTo("True/Enforced");
            });
    assertThat(policy.resource().require().getStatus().redis().version()).startsWith("7.0");
    policy.waiting("the Event").until(() -> policy.events("PodRolled") == 1);
  }

  /**
   * Calls the new pod all the time, at its own address, until it answers a business call. That has
   * to be before Kubernetes calls it ready: nobody may meet "Function not found" behind the
   * Service.
   */
  private static void awaitAnswer(Policy policy, String oldPod) {
    long began = System.nanoTime();
    while (System.nanoTime() < began + BACK.toNanos()) {
      Pod pod = newPod(policy, oldPod);
      if (pod != null && pod.getStatus().getPodIP() != null) {
        try (Redis redis = policy.connectTo(pod.getStatus().getPodIP())) {
          assertThat(redis.take("login:alice").get(0)).isEqualTo("ALLOWED");
          System.out.printf(
              "the library answers %d ms after the pod was deleted%n",
              (System.nanoTime() - began) / 1_000_000);
          assertThat(Readiness.isPodReady(pod)).as("ready before it answered").isFalse();
          return;
        } catch (Redis.ErrorReply | UncheckedIOException e) {
          assertThat(Readiness.isPodReady(pod)).as("ready, and yet " + e.getMessage()).isFalse();
        }
      }
    }
    fail("no answer within " + BACK + "; " + policy.conditions());
  }

  private static Pod newPod(Policy policy, String oldPod) {
    Pod pod =
        Cluster.client()
            .pods()
            .inNamespace(policy.names().namespace())
            .withName(policy.names().pod())
            .get();
    return pod == null || pod.getMetadata().getUid().equals(oldPod) ? null : pod;
  }
}
