// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sharedstate.e2e.harness.Cluster;
import dev.sharedstate.e2e.harness.Operator;
import dev.sharedstate.e2e.harness.Policy;
import dev.sharedstate.e2e.harness.Redis;
import dev.sharedstate.e2e.harness.SharedOperator;
import dev.sharedstate.e2e.harness.Workspace;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtendWith;

/** What somebody changes by hand is corrected, and told once. */
@ExtendWith(SharedOperator.class)
class DriftE2E {
  private Policy policy;

  @BeforeEach
  void policy(String namespace, TestInfo test) {
    String name = test.getTestMethod().orElseThrow().getName().toLowerCase(java.util.Locale.ROOT);
    policy =
        new Policy(namespace, name.substring(0, Math.min(38, name.length())))
            .apply(Policy.fixedWindow(5, "30s"))
            .awaitReady();
  }

  @Test
  void anEvictionPolicySetByHandIsSetBack(Operator operator) {
    try (Redis redis = policy.connectAsAdministrator(operator)) {
      String maxmemory = redis.list("CONFIG", "GET", "maxmemory").get(1);
      redis.call("CONFIG", "SET", "maxmemory-policy", "allkeys-lru");
      redis.call("CONFIG", "SET", "maxmemory", "0");

      policy
          .waiting("noeviction is back")
          .untilAsserted(
              () -> {
                assertThat(redis.list("CONFIG", "GET", "maxmemory-policy").get(1))
                    .isEqualTo("noeviction");
                assertThat(redis.list("CONFIG", "GET", "maxmemory").get(1)).isEqualTo(maxmemory);
              });
    }
    toldOnce("ConfigDriftCorrected");
    assertThat(drift(operator, "maxmemory-policy") + drift(operator, "maxmemory")).isEqualTo(2);
  }

  @Test
  void flushedFunctionsComeBack(Operator operator) {
    try (Redis redis = policy.connectAsAdministrator(operator)) {
      redis.call("FUNCTION", "FLUSH");
    }
    answersAgain();
    toldOnce("LibraryDriftCorrected");
  }

  @Test
  void aForeignLibraryOfTheNameIsReplaced(Operator operator) {
    try (Redis redis = policy.connectAsAdministrator(operator)) {
      redis.call(
          "FUNCTION",
          "LOAD",
          "REPLACE",
          "#!lua name=sharedstate_rl\nredis.register_function('rl_take', function() return {'ALLOWED'} end)");
    }
    policy
        .waiting("the policy's own library is back")
        .untilAsserted(
            () -> {
              try (Redis redis = policy.connect()) {
                assertThat(redis.take("login:alice")).hasSize(9);
              }
            });
    toldOnce("LibraryDriftCorrected");
  }

  @Test
  void aDeletedServiceComesBack() {
    Workspace.kubectl(
            "-n", policy.names().namespace(), "delete", "service", policy.names().service())
        .orFail();

    policy.waiting("the Service is back").until(() -> !policy.serviceAddress().isEmpty());
    answersAgain();
    toldOnce("ObjectRestored");
  }

  @Test
  void anEditedLibraryConfigMapIsSetBack() {
    String name = policy.names().library();
    Map<String, String> before = configMap(name);
    Workspace.kubectl(
            "-n",
            policy.names().namespace(),
            "patch",
            "configmap",
            name,
            "--type=merge",
            "-p",
            "{\"data\":{\"%s\":\"by hand\"}}".formatted(before.keySet().iterator().next()))
        .orFail();

    policy
        .waiting("the library is as before")
        .untilAsserted(() -> assertThat(configMap(name)).isEqualTo(before));
    toldOnce("ObjectRestored");
  }

  @Test
  void anEditedSecretIsSetBackAndNobodyIsCutOff() {
    String name = policy.names().clientSecret("app");
    Map<String, String> before = policy.secret(name);
    try (Redis connected = policy.connect()) {
      Workspace.kubectl(
              "-n",
              policy.names().namespace(),
              "patch",
              "secret",
              name,
              "--type=merge",
              "-p",
              "{\"stringData\":{\"password\":\"by-hand\"}}")
          .orFail();

      policy
          .waiting("the Secret is as before")
          .untilAsserted(() -> assertThat(policy.secret(name)).isEqualTo(before));
      assertThat(connected.take("login:alice").get(0)).isEqualTo("ALLOWED");
    }
    toldOnce("SecretRestored");
    answersAgain();
  }

  @Test
  void aDeletedSecretComesBackTheSame() {
    String name = policy.names().clientSecret("app");
    Map<String, String> before = policy.secret(name);
    Cluster.client().secrets().inNamespace(policy.names().namespace()).withName(name).delete();

    policy
        .waiting("the Secret is back")
        .untilAsserted(() -> assertThat(policy.secret(name)).isEqualTo(before));
    toldOnce("SecretRestored");
  }

  @Test
  void aUserRemovedByHandComesBack(Operator operator) {
    try (Redis redis = policy.connectAsAdministrator(operator)) {
      redis.call("ACL", "DELUSER", "app");
    }
    answersAgain();
  }

  private void answersAgain() {
    policy
        .waiting("the library answers the application")
        .untilAsserted(
            () -> {
              try (Redis redis = policy.connect()) {
                List<String> answer = redis.take("login:carol");
                assertThat(answer.get(0)).isIn("ALLOWED", "LIMITED");
              }
            });
    policy.awaitReady();
  }

  /** Once, not once per pass. */
  private void toldOnce(String reason) {
    policy
        .waiting("an Event " + reason)
        .untilAsserted(() -> assertThat(policy.events(reason)).isEqualTo(1));
    assertThat(policy.events()).filteredOn(e -> e.getReason().equals(reason)).hasSize(1);
  }

  private Map<String, String> configMap(String name) {
    return Cluster.client()
        .configMaps()
        .inNamespace(policy.names().namespace())
        .withName(name)
        .require()
        .getData();
  }

  private double drift(Operator operator, String parameter) {
    return operator.metric(
        "sharedstate_redis_config_drift_total",
        Map.of(
            "policy_namespace",
            policy.names().namespace(),
            "policy",
            policy.name(),
            "parameter",
            parameter));
  }
}
