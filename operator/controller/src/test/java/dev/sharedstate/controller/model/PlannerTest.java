// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.sharedstate.api.v1alpha1.RateLimitPolicySpec;
import dev.sharedstate.controller.config.RedisDefaults;
import dev.sharedstate.controller.kind.RateLimits;
import dev.sharedstate.controller.testing.Samples;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class PlannerTest {
  private static final String LIMITS =
      "limits: [{name: a, algorithm: FixedWindow, limit: 1, window: 1s, onUnavailable: Deny}]\n";

  private static Server server(String redis) {
    return Samples.desired(LIMITS + redis).server();
  }

  @Test
  void theChartsDefaultsApplyWhereThePolicyIsSilent() {
    Server server = server("");
    assertThat(server.image()).isEqualTo("redis:8.0");
    assertThat(server.requests()).isEqualTo(amounts("50m", "128Mi"));
    assertThat(server.limits()).isEqualTo(Map.of("memory", Quantity.parse("128Mi")));
    assertThat(server("redis: {engine: Valkey}").image()).isEqualTo("valkey:8.1");
    assertThat(server("redis: {engine: Valkey, image: mine}").image()).isEqualTo("mine");
  }

  @Test
  void aDefaultNeverContradictsThePolicy() {
    assertThat(server("redis: {resources: {limits: {memory: 64Mi}}}").requests())
        .isEqualTo(amounts("50m", "64Mi"));
    assertThat(server("redis: {resources: {requests: {memory: 1Gi}}}").limits())
        .isEqualTo(Map.of("memory", Quantity.parse("1Gi")));
    assertThat(server("redis: {resources: {limits: {cpu: 10m}}}").requests())
        .isEqualTo(amounts("10m", "128Mi"));
  }

  @Test
  void quantitiesAreWrittenAsTheApiServerWritesThem() {
    Server server =
        server(
            "redis: {resources: {requests: {cpu: '0.5', memory: 131072Ki}, limits: {cpu: 2000m,"
                + " memory: 1024Mi}}}");
    assertThat(server.requests()).isEqualTo(amounts("500m", "128Mi"));
    assertThat(server.limits()).isEqualTo(amounts("2", "1Gi"));
  }

  private static Map<String, Quantity> amounts(String cpu, String memory) {
    return Map.of("cpu", Quantity.parse(cpu), "memory", Quantity.parse(memory));
  }

  @Test
  void theSpecThatIsKeptGivesTheSameInstanceAgain() throws JsonProcessingException {
    DesiredInstance desired = Samples.orders();
    RateLimitPolicySpec kept = Planner.spec(new RateLimits(), desired.specJson());
    assertThat(new Planner(Samples.defaults()).desired(new RateLimits(), Samples.ORDERS, kept))
        .isEqualTo(desired);
  }

  @Test
  void whatOnlyTheOperatorCanSeeIsAProblem() {
    RedisDefaults strict =
        new RedisDefaults(
            new RedisDefaults.Images("r", "v", false),
            "Always",
            List.of(),
            Quantity.parse("50m"),
            Quantity.parse("128Mi"),
            Quantity.parse("128Mi"),
            OptionalLong.empty());
    RateLimitPolicySpec spec =
        Serialization.unmarshal(
            LIMITS + "redis: {image: mine, resources: {limits: {memory: 63Mi}}}",
            RateLimitPolicySpec.class);
    assertThat(new Planner(strict).problems(new RateLimits(), spec))
        .extracting("reason")
        .containsExactlyInAnyOrder("ImageNotAllowed", "MemoryTooSmall");
    assertThat(new Planner(Samples.defaults()).problems(new RateLimits(), spec))
        .extracting("reason")
        .containsExactly("MemoryTooSmall");
  }

  @Test
  void theMemoryPlanFollowsTheFormula() {
    long mebi = 1L << 20;
    assertThat(MemoryPlan.of(128 * mebi, mebi, true))
        .isEqualTo(new MemoryPlan((128 - 24 - 2 - 8) * mebi * 100 / 115, 8 * mebi));
    assertThat(MemoryPlan.of(1024 * mebi, 0, true).maxmemoryClients()).isEqualTo(64 * mebi);
    assertThat(MemoryPlan.of(MemoryPlan.SMALLEST_LIMIT, mebi, true).maxmemory()).isPositive();
    assertThatThrownBy(() -> MemoryPlan.of(16 * mebi, 0, true))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void capacityIsWhatFitsOfEachRecord() {
    long maxmemory = Samples.orders().memory().maxmemory();
    assertThat(Samples.orders().capacity())
        .containsExactly(
            Map.entry("FixedWindow", maxmemory / 200), Map.entry("TokenBucket", maxmemory / 216));
  }

  @Test
  void liveConfigurationNeverEvictsAndNeverSaves() {
    assertThat(Samples.orders().liveConfig())
        .containsEntry("maxmemory-policy", "noeviction")
        .containsEntry("save", "")
        .containsEntry("appendonly", "no")
        .containsEntry("maxmemory", Long.toString(Samples.orders().memory().maxmemory()));
  }
}
