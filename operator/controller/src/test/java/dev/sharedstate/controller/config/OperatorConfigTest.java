// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class OperatorConfigTest {
  private static final Map<String, String> LEAST =
      Map.of(
          "SHAREDSTATE_NAMESPACE", "system",
          "SHAREDSTATE_REDIS_IMAGE", "redis:8.0",
          "SHAREDSTATE_VALKEY_IMAGE", "valkey:8.1");

  private static OperatorConfig with(String key, String value) {
    Map<String, String> environment = new HashMap<>(LEAST);
    environment.put(key, value);
    return OperatorConfig.from(environment);
  }

  @Test
  void theDefaultsAreAsDocumented() {
    OperatorConfig config = OperatorConfig.from(LEAST);

    assertThat(config.watchNamespaces()).isEmpty();
    assertThat(config.controllerName()).isEqualTo("shared-state-operator");
    assertThat(config.masterKeySecret()).isEqualTo("shared-state-operator-master");
    assertThat(config.leaderElection())
        .isEqualTo(new OperatorConfig.LeaderElection(true, "shared-state-operator"));
    assertThat(config.redis().images().overrideAllowed()).isTrue();
    assertThat(config.redis().pullPolicy()).isEqualTo("IfNotPresent");
    assertThat(config.redis().pullSecrets()).isEmpty();
    assertThat(config.redis().memoryLimit()).isEqualTo(new Quantity("128", "Mi"));
    assertThat(config.redis().runAsUser()).isEqualTo(OptionalLong.of(999));
    assertThat(config.timing())
        .isEqualTo(new OperatorConfig.Timing(Duration.ofMinutes(10), Duration.ofSeconds(5), 8080));
  }

  @Test
  void listsAreReadWithoutBlanks() {
    assertThat(with("SHAREDSTATE_WATCH_NAMESPACES", " b, a ,").watchNamespaces())
        .containsExactly("a", "b");
    assertThat(with("SHAREDSTATE_IMAGE_PULL_SECRETS", "a,b").redis().pullSecrets())
        .containsExactly("a", "b");
  }

  @Test
  void anEmptyUserIsThePlatformsToChoose() {
    assertThat(with("SHAREDSTATE_RUN_AS_USER", "").redis().runAsUser()).isEmpty();
  }

  @Test
  void everyWrongVariableIsNamedAtOnce() {
    Map<String, String> environment =
        Map.ofEntries(
            Map.entry("SHAREDSTATE_NAMESPACE", "Not_A_Name"),
            Map.entry("SHAREDSTATE_VALKEY_IMAGE", "valkey:8.1"),
            Map.entry("SHAREDSTATE_LEADER_ELECTION", "yes"),
            Map.entry("SHAREDSTATE_REDIS_MEMORY_LIMIT", "32Mi"),
            Map.entry("SHAREDSTATE_REDIS_CPU_REQUEST", "much"),
            Map.entry("SHAREDSTATE_RESYNC_PERIOD", "1s"),
            Map.entry("SHAREDSTATE_PROBE_INTERVAL", "soon"),
            Map.entry("SHAREDSTATE_HTTP_PORT", "99999"),
            Map.entry("SHAREDSTATE_RUN_AS_USER", "0"),
            Map.entry("SHAREDSTATE_REDIS_IMAGE_PULL_POLICY", "Sometimes"),
            Map.entry("SHAREDSTATE_WATCH_NAMESPACES", "ok,NOT"));

    assertThatThrownBy(() -> OperatorConfig.from(environment))
        .isInstanceOf(ConfigError.class)
        .message()
        .contains(
            "SHAREDSTATE_NAMESPACE=Not_A_Name is not a Kubernetes name",
            "SHAREDSTATE_REDIS_IMAGE is not set",
            "SHAREDSTATE_LEADER_ELECTION=yes must be one of true, false",
            "SHAREDSTATE_REDIS_MEMORY_LIMIT=32Mi must be at least 64Mi",
            "SHAREDSTATE_REDIS_CPU_REQUEST=much is not a quantity",
            "SHAREDSTATE_RESYNC_PERIOD=1s must be from 10s to 24h",
            "SHAREDSTATE_PROBE_INTERVAL=soon is not a duration",
            "SHAREDSTATE_HTTP_PORT=99999 is not a port",
            "SHAREDSTATE_RUN_AS_USER=0 is not a uid",
            "SHAREDSTATE_REDIS_IMAGE_PULL_POLICY=Sometimes must be one of",
            "SHAREDSTATE_WATCH_NAMESPACES=NOT is not a Kubernetes name")
        .doesNotContain("VALKEY_IMAGE");
  }

  @Test
  void variablesOfServicesThatAreNamedLikeUsAreIgnored() {
    assertThat(with("SHAREDSTATE_METRICS_SERVICE_HOST", "10.0.0.1")).isNotNull();
  }
}
