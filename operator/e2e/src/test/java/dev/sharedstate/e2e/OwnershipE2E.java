// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sharedstate.e2e.harness.Cluster;
import dev.sharedstate.e2e.harness.Operator;
import dev.sharedstate.e2e.harness.Policy;
import dev.sharedstate.e2e.harness.SharedOperator;
import dev.sharedstate.e2e.harness.Workspace;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Objects of somebody else are left alone; our own go with their policy. */
@ExtendWith(SharedOperator.class)
class OwnershipE2E {
  private static final String OWNED =
      "statefulsets,controllerrevisions,pods,services,endpointslices,configmaps,secrets";

  @Test
  void aForeignSecretOfTheNameIsLeftAlone(String namespace) {
    Workspace.kubectl(
            "-n", namespace, "create", "secret", "generic", "guest-rl-app", "--from-literal=a=b")
        .orFail();

    Policy policy = new Policy(namespace, "guest").apply(Policy.fixedWindow(5, "30s"));

    assertThat(policy.awaitState("Accepted", "False/NameConflict").message())
        .contains("Secret")
        .contains("guest-rl-app");
    assertThat(policy.secret("guest-rl-app")).isEqualTo(Map.of("a", "b"));
    policy.waiting("the Event").until(() -> policy.events("NameConflict") == 1);

    Workspace.kubectl("-n", namespace, "delete", "secret", "guest-rl-app").orFail();
    policy
        .waiting("Ready once the name is free")
        .until(() -> policy.state("Ready").startsWith("True"));
  }

  @Test
  void aForeignStatefulSetOfTheNameIsLeftAlone(String namespace) {
    Workspace.kubectlWithInput(
            """
            apiVersion: apps/v1
            kind: StatefulSet
            metadata: {name: taken-rl, namespace: %s}
            spec:
              serviceName: taken
              replicas: 0
              selector: {matchLabels: {app: taken}}
              template:
                metadata: {labels: {app: taken}}
                spec: {containers: [{name: c, image: localhost/dev/redis:7.0-debian}]}
            """
                .formatted(namespace),
            "apply",
            "-f",
            "-")
        .orFail();
    StatefulSet before = withoutStatus(namespace, "taken-rl");

    Policy policy = new Policy(namespace, "taken").apply(Policy.fixedWindow(5, "30s"));

    assertThat(policy.awaitState("Accepted", "False/NameConflict").message())
        .contains("StatefulSet")
        .contains("taken-rl");
    assertThat(withoutStatus(namespace, "taken-rl")).isEqualTo(before);
  }

  @Test
  void aPolicyDeletedWhileTheOperatorIsDownLeavesNothing(Operator operator) {
    String namespace = Cluster.newNamespace("e2e-gone");
    Policy policy = new Policy(namespace, "gone").apply(Policy.fixedWindow(5, "30s")).awaitReady();
    Map<String, String> labels = Map.of("policy_namespace", namespace, "policy", "gone");
    policy.waiting("its series").until(() -> operator.metric("sharedstate_redis_up", labels) == 1);
    operator.scale(0);

    policy.delete();

    policy
        .waiting("everything is gone with the operator down")
        .untilAsserted(() -> assertThat(objects(namespace)).isEmpty());
    operator.scale(1);
    assertThat(operator.metrics()).doesNotContain(namespace);
    Workspace.kubectl("delete", "namespace", namespace, "--timeout=60s").orFail();
  }

  @Test
  void theSeriesGoWithThePolicy(String namespace, Operator operator) {
    Policy policy =
        new Policy(namespace, "series").apply(Policy.fixedWindow(5, "30s")).awaitReady();
    String label = "policy=\"series\"";
    policy.waiting("its series").until(() -> operator.metrics().contains(label));

    policy.delete();

    policy.waiting("no series").until(() -> !operator.metrics().contains(label));
    policy
        .waiting("no objects")
        .untilAsserted(() -> assertThat(objects(namespace)).doesNotContain("series-rl"));
  }

  /** Names of all objects of the kinds we make, except those that every namespace has. */
  private static String objects(String namespace) {
    return Workspace.kubectl("-n", namespace, "get", OWNED, "-o", "name")
        .orFail()
        .lines()
        .filter(name -> !name.contains("kube-root-ca.crt") && !name.startsWith("No resources"))
        .reduce("", (a, b) -> a + b + "\n");
  }

  /** All but what its own controller writes, which moves by itself. */
  private static StatefulSet withoutStatus(String namespace, String statefulSet) {
    StatefulSet set =
        Cluster.client()
            .apps()
            .statefulSets()
            .inNamespace(namespace)
            .withName(statefulSet)
            .require();
    set.setStatus(null);
    set.getMetadata().setResourceVersion(null);
    set.getMetadata().setManagedFields(null);
    return set;
  }
}
