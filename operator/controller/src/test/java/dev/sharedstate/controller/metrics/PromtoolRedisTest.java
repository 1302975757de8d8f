// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sharedstate.controller.kind.RateLimits;
import dev.sharedstate.controller.redis.InstanceAddress;
import dev.sharedstate.controller.redis.LettuceRedisAdmin;
import dev.sharedstate.controller.redis.PolicyRef;
import dev.sharedstate.controller.redis.RedisSettings;
import dev.sharedstate.controller.redis.TestInstance;
import dev.sharedstate.functions.testing.RedisEngine;
import io.javaoperatorsdk.operator.api.reconciler.Constants;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The output with everything in it, after real calls, read by Prometheus' own tool. */
class PromtoolRedisTest {
  @Test
  void checkMetricsHasNothingToSay() throws Exception {
    PolicyMetrics policies = new PolicyMetrics(Clock.systemUTC(), List.of("RateLimitPolicy"));
    ReconcileMetrics reconciles = new ReconcileMetrics();
    reconciles.receivedEvent(null, Map.of(Constants.CONTROLLER_NAME, "ratelimitpolicies"));
    OperatorMetrics metrics = new OperatorMetrics(policies, reconciles, "0.1.0", "abc", () -> true);
    PolicyRef orders = new PolicyRef("RateLimitPolicy", "shop", "orders", "uid-1");
    policies.policyKnown(orders, 1, List.of("login", "api"), new RateLimits().counters());
    try (TestInstance redis = TestInstance.start(RedisEngine.REDIS_8_0, "uid-1");
        LettuceRedisAdmin admin = new LettuceRedisAdmin(RedisSettings.defaults(), policies)) {
      InstanceAddress address = redis.address();
      TestInstance.push(admin, address, 1, 2, TestInstance.MAXMEMORY);
      for (int i = 0; i < 5; i++) {
        redis.call("rl_take", "login:ann");
      }
      admin.observe(address);
    }
    String text = Scrape.text(metrics);
    assertThat(text)
        .contains("sharedstate_decisions_total{kind=\"RateLimitPolicy\",policy_namespace=\"shop\"")
        .contains("entry=\"login\",reason=\"limit\",} 3.0");

    Process promtool =
        new ProcessBuilder(promtool().toString(), "check", "metrics")
            .redirectErrorStream(true)
            .start();
    try (OutputStream in = promtool.getOutputStream()) {
      in.write(text.getBytes(StandardCharsets.UTF_8));
    }
    String said = new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(promtool.waitFor(10, TimeUnit.SECONDS)).isTrue();
    assertThat(said).isEmpty();
    assertThat(promtool.exitValue()).isZero();
  }

  /** From SHAREDSTATE_PROMTOOL, the development cluster's tools, or the PATH. */
  private static Path promtool() {
    String given = System.getenv("SHAREDSTATE_PROMTOOL");
    if (given != null) {
      return Path.of(given);
    }
    Path tools =
        Path.of(System.getProperty("user.home"), ".cache", "dev-cluster", "bin-tools", "promtool");
    return Stream.concat(
            Stream.of(tools),
            Stream.of(System.getenv("PATH").split(":")).map(dir -> Path.of(dir, "promtool")))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(() -> new AssertionError("promtool is missing; run: make tools"));
  }
}
