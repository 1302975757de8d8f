// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sharedstate.e2e.harness.Cluster;
import dev.sharedstate.e2e.harness.Operator;
import dev.sharedstate.e2e.harness.Policy;
import dev.sharedstate.e2e.harness.Redis;
import dev.sharedstate.e2e.harness.SharedOperator;
import dev.sharedstate.e2e.harness.Workspace;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The operator as something that somebody runs: metrics, standby, shutdown. */
@ExtendWith(SharedOperator.class)
class OperationE2E {
  @Test
  void theNotesTellTheNextCommand(Operator operator) {
    assertThat(
            Workspace.helm("get", "notes", operator.release(), "-n", operator.namespace()).orFail())
        .contains("rollout status deployment/" + operator.release())
        .contains("kubectl wait --for=condition=Ready ratelimitpolicies.sharedstate.dev/orders");
  }

  @Test
  void theMetricsPassPromtool(String namespace, Operator operator) {
    Policy policy =
        new Policy(namespace, "checked").apply(Policy.fixedWindow(5, "30s")).awaitReady();
    policy.waiting("its series").until(() -> operator.metrics().contains("policy=\"checked\""));

    String metrics = operator.metrics();

    assertThat(Workspace.tool("promtool", metrics, "check", "metrics").orFail()).isEmpty();
    assertThat(metrics).contains("sharedstate_build_info", "sharedstate_leader 1");
  }

  @Test
  void decisionsAreCountedFromZero(String namespace, Operator operator) {
    Policy policy =
        new Policy(namespace, "counted").apply(Policy.fixedWindow(5, "30s")).awaitReady();
    policy
        .waiting("series at 0 before any call")
        .untilAsserted(
            () -> {
              assertThat(decisions(operator, namespace, "allowed")).isZero();
              assertThat(decisions(operator, namespace, "rejected")).isZero();
            });

    try (Redis redis = policy.connect()) {
      for (int call = 0; call < 20; call++) {
        redis.take("login:alice");
      }
    }

    policy
        .waiting("the decisions in the metrics")
        .untilAsserted(
            () -> {
              assertThat(decisions(operator, namespace, "allowed")).isEqualTo(5);
              assertThat(decisions(operator, namespace, "rejected")).isEqualTo(15);
            });
    Map<String, String> labels = Map.of("policy_namespace", namespace, "policy", "counted");
    assertThat(operator.metric("sharedstate_redis_up", labels)).isEqualTo(1);
    assertThat(operator.metric("sharedstate_redis_evicted_keys_total", labels)).isZero();
  }

  @Test
  void decisionsSurviveAPush(String namespace, Operator operator) {
    Policy policy =
        new Policy(namespace, "pushed").apply(Policy.fixedWindow(5, "10m")).awaitReady();
    try (Redis redis = policy.connect()) {
      for (int edit = 1; edit <= 3; edit++) {
        redis.take("login:edit" + edit);
        policy.apply(Policy.fixedWindow(5 + edit, "10m")).awaitReady();
      }
    }
    policy
        .waiting("every decision in the metrics")
        .untilAsserted(
            () ->
                assertThat(
                        operator.metric(
                            "sharedstate_decisions_total",
                            Map.of(
                                "policy_namespace",
                                namespace,
                                "policy",
                                "pushed",
                                "outcome",
                                "allowed")))
                    .isEqualTo(3));
  }

  @Test
  void theStandbyTakesOver(String namespace, Operator operator) {
    operator.scale(2);
    Policy policy = new Policy(namespace, "led").apply(Policy.fixedWindow(5, "30s")).awaitReady();
    Pod leader = leader(operator);
    long began = System.nanoTime();

    Cluster.client().resource(leader).delete();

    policy.apply(Policy.fixedWindow(9, "30s")).awaitReady();
    System.out.printf(
        "an edit during the hand-over is in force after %d ms%n",
        (System.nanoTime() - began) / 1_000_000);
    policy
        .waiting("another leader, and only one")
        .until(
            () ->
                operator.pods().stream()
                        .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
                        .filter(pod -> isLeader(operator, pod))
                        .filter(
                            pod ->
                                !pod.getMetadata().getUid().equals(leader.getMetadata().getUid()))
                        .count()
                    == 1);
  }

  @Test
  void itStopsCleanly(Operator operator) {
    Pod pod = operator.pods().get(0);
    Set<Integer> exitCodes = ConcurrentHashMap.newKeySet();
    long began = System.nanoTime();
    Watch watch = watchExit(pod, exitCodes);
    try {
      operator.scale(0);
    } finally {
      watch.close();
    }
    long seconds = (System.nanoTime() - began) / 1_000_000_000;

    assertThat(exitCodes).containsExactly(0);
    assertThat(seconds).isLessThan(pod.getSpec().getTerminationGracePeriodSeconds());
    assertThat(
            Cluster.client().leases().inNamespace(operator.namespace()).list().getItems().stream()
                .map(lease -> lease.getSpec().getHolderIdentity())
                .filter(holder -> holder != null && !holder.isEmpty()))
        .as("holders of the released Lease")
        .isEmpty();
  }

  private static Watch watchExit(Pod pod, Set<Integer> exitCodes) {
    return Cluster.client()
        .pods()
        .inNamespace(pod.getMetadata().getNamespace())
        .withName(pod.getMetadata().getName())
        .watch(
            new Watcher<Pod>() {
              @Override
              public void eventReceived(Action action, Pod now) {
                now.getStatus().getContainerStatuses().stream()
                    .map(container -> container.getState().getTerminated())
                    .filter(java.util.Objects::nonNull)
                    .forEach(ended -> exitCodes.add(ended.getExitCode()));
              }

              @Override
              public void onClose(WatcherException cause) {
                // The test has ended, or its assertion will tell.
              }
            });
  }

  private static Pod leader(Operator operator) {
    List<Pod> leaders = operator.pods().stream().filter(pod -> isLeader(operator, pod)).toList();
    assertThat(leaders).hasSize(1);
    return leaders.get(0);
  }

  private static boolean isLeader(Operator operator, Pod pod) {
    return operator
        .metrics(pod)
        .lines()
        .anyMatch(line -> line.matches("sharedstate_leader 1(\\.0)?"));
  }

  private static double decisions(Operator operator, String namespace, String outcome) {
    return operator.metric(
        "sharedstate_decisions_total",
        Map.of(
            "policy_namespace",
            namespace,
            "policy",
            "counted",
            "entry",
            "login",
            "outcome",
            outcome));
  }
}
