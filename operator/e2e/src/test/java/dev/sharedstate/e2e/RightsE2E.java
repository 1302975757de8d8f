// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sharedstate.e2e.harness.AuditLog;
import dev.sharedstate.e2e.harness.Cluster;
import dev.sharedstate.e2e.harness.Operator;
import dev.sharedstate.e2e.harness.Policy;
import dev.sharedstate.e2e.harness.SharedOperator;
import dev.sharedstate.e2e.harness.Workspace;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The chart grants what the operator uses, nothing less and nothing more. */
@ExtendWith(SharedOperator.class)
class RightsE2E {
  @Test
  void theOperatorUsesExactlyItsRights(String namespace, Operator operator) {
    liveAWholeLife(namespace);
    operator.scale(0); // gives its Lease back

    List<AuditLog.Request> requests = AuditLog.requests(operator.user(), Instant.EPOCH);

    assertThat(requests).filteredOn(AuditLog.Request::isForbidden).isEmpty();
    assertThat(used(requests, operator, false))
        .as("used and granted in the namespaces of policies")
        .isEqualTo(
            granted(
                Cluster.client().rbac().clusterRoles().list().getItems().stream()
                    .filter(
                        role ->
                            role.getMetadata()
                                .getName()
                                .equals(operator.namespace() + "-" + operator.release()))
                    .flatMap(role -> role.getRules().stream())
                    .toList()));
    assertThat(used(requests, operator, true))
        .as("used and granted in the operator's own namespace")
        .isEqualTo(
            granted(
                Cluster.client()
                    .rbac()
                    .roles()
                    .inNamespace(operator.namespace())
                    .withName(operator.release() + "-own")
                    .require()
                    .getRules()));
  }

  @Test
  void itWorksWithoutAnyClusterRole(Operator shared) {
    shared.scale(0);
    String watched = Cluster.newNamespace("e2e-watched");
    String system = Cluster.newNamespace("e2e-scoped");
    Operator scoped =
        Operator.install(
            "sso-scoped",
            system,
            "watch.scope=namespaces",
            "watch.namespaces={" + watched + "}",
            "crds.enabled=false");
    try {
      liveAWholeLife(watched);

      assertThat(AuditLog.requests(scoped.user(), Instant.EPOCH))
          .isNotEmpty()
          .noneMatch(AuditLog.Request::isForbidden)
          .filteredOn(request -> !request.group().equals("authorization.k8s.io"))
          .allMatch(request -> Set.of(watched, system).contains(request.namespace()));
      assertThat(Workspace.kubectl("get", "clusterroles", "-o", "name").orFail())
          .doesNotContain("sso-scoped");
    } finally {
      new Policy(watched, "life").delete();
      scoped.uninstall();
      Cluster.deleteNamespace(watched);
      Cluster.deleteNamespace(system);
    }
  }

  /** Creation, an edit, another image (which rolls the pod), a lost Service; one with a volume. */
  private static void liveAWholeLife(String namespace) {
    Policy kept = new Policy(namespace, "life-kept");
    kept.apply(Policy.fixedWindow(5, "30s") + "redis: {persistence: {mode: AppendOnly}}\n");
    kept.awaitReady().delete();
    Policy policy = new Policy(namespace, "life").apply(Policy.fixedWindow(5, "30s")).awaitReady();
    policy.apply(Policy.fixedWindow(6, "30s")).awaitReady();
    String before = policy.run();
    policy.apply(Policy.fixedWindow(6, "30s") + "redis: {image: localhost/dev/redis:7.0-debian}\n");
    policy.waiting("another pod").until(() -> !policy.run().equals(before));
    policy.awaitReady();
    // Twice: the second time the same Event is counted up instead of made anew.
    for (int lost = 1; lost <= 2; lost++) {
      Workspace.kubectl("-n", namespace, "delete", "service", policy.names().service()).orFail();
      int told = lost;
      policy.waiting("the Service is back").until(() -> policy.events("ObjectRestored") == told);
    }
  }

  private static Set<String> granted(List<PolicyRule> rules) {
    Set<String> rights = new TreeSet<>();
    for (PolicyRule rule : rules) {
      for (String group : rule.getApiGroups()) {
        for (String resource : rule.getResources()) {
          rule.getVerbs().forEach(verb -> rights.add(right(verb, group, resource)));
        }
      }
    }
    return rights;
  }

  private static Set<String> used(
      List<AuditLog.Request> requests, Operator operator, boolean ownNamespace) {
    Set<String> rights = new TreeSet<>();
    for (AuditLog.Request request : requests) {
      // What every service account may do: ask what it may do.
      boolean everybodys = request.group().equals("authorization.k8s.io");
      if (!everybodys && request.namespace().equals(operator.namespace()) == ownNamespace) {
        rights.add(right(request.verb(), request.group(), request.resource()));
        if (request.verb().equals("patch") && request.code() == 201) {
          // Server-side apply of what was not there: the API server asks for create too.
          rights.add(right("create", request.group(), request.resource()));
        }
      }
    }
    return rights;
  }

  private static String right(String verb, String group, String resource) {
    return resource + (group.isEmpty() ? "" : "." + group) + " " + verb;
  }
}
