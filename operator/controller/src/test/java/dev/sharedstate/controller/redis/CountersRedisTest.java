// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sharedstate.controller.kind.RateLimits;
import dev.sharedstate.controller.metrics.PolicyMetrics;
import dev.sharedstate.functions.testing.RedisEngine;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.prometheus.client.CollectorRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Applications call all the time while libraries are swapped under them. */
class CountersRedisTest {
  private static final int CLIENTS = 4;
  private static final int PUSHES = 20;
  private static final PolicyRef POLICY =
      new PolicyRef("RateLimitPolicy", "shop", "orders", "uid-1");

  private final PolicyMetrics metrics =
      new PolicyMetrics(Clock.systemUTC(), List.of("RateLimitPolicy"));
  private final CollectorRegistry registry = new CollectorRegistry();

  @ParameterizedTest
  @EnumSource(RedisEngine.class)
  void noCallFailsAndEveryCallIsCountedOnce(RedisEngine engine) throws Exception {
    registry.register(metrics);
    try (TestInstance redis = TestInstance.start(engine, "uid-1");
        LettuceRedisAdmin admin = new LettuceRedisAdmin(RedisSettings.defaults(), metrics);
        InstanceMonitor monitor =
            new InstanceMonitor(
                admin, Duration.ofMillis(10), Duration.ofSeconds(30), changed -> {})) {
      metrics.policyKnown(POLICY, 1, List.of("login", "api"), new RateLimits().counters());
      await("the first connection")
          .ignoreException(RedisUnavailable.class)
          .untilAsserted(() -> admin.observe(redis.address()));
      push(admin, redis, 1);
      monitor.watch(POLICY, redis.address(), Expected.nothing());
      AtomicBoolean stop = new AtomicBoolean();
      ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
      List<Future<long[]>> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        clients.add(threads.submit(client(redis.server().connect(), i, stop)));
      }
      for (int generation = 2; generation <= PUSHES; generation++) {
        push(admin, redis, generation);
        metrics.policyKnown(
            POLICY, generation, List.of("login", "api"), new RateLimits().counters());
      }
      stop.set(true);
      long allowed = 0;
      long limited = 0;
      for (Future<long[]> client : clients) {
        allowed += client.get()[0];
        limited += client.get()[1];
      }
      threads.shutdown();
      admin.observe(redis.address());
      assertThat(allowed).isGreaterThan(PUSHES);
      assertThat(limited).isGreaterThan(PUSHES);
      assertThat(decisions("allowed")).isEqualTo(allowed);
      assertThat(decisions("rejected")).isEqualTo(limited);
    }
  }

  private static void push(LettuceRedisAdmin admin, TestInstance redis, long generation) {
    long limit = 30 + generation;
    TestInstance.push(admin, redis.address(), generation, limit, TestInstance.MAXMEMORY);
  }

  /** Calls until told to stop; an error reply such as "Function not found" fails the test. */
  private static Callable<long[]> client(
      StatefulRedisConnection<String, String> connection, int number, AtomicBoolean stop) {
    return () -> {
      long[] counts = new long[2];
      for (int call = 0; !stop.get(); call++) {
        String[] key = {(call % 2 == 0 ? "login:" : "api:") + number + "." + call / 100};
        List<Object> answer = connection.sync().fcall("rl_take", ScriptOutputType.MULTI, key, "1");
        switch ((String) answer.get(0)) {
          case "ALLOWED" -> counts[0]++;
          case "LIMITED" -> counts[1]++;
          default -> throw new AssertionError(answer.toString());
        }
      }
      return counts;
    };
  }

  private long decisions(String outcome) {
    long sum = 0;
    for (Map.Entry<String, String> one : Map.of("login", outcome, "api", outcome).entrySet()) {
      sum +=
          registry
              .getSampleValue(
                  "sharedstate_decisions_total",
                  new String[] {"kind", "policy_namespace", "policy", "entry", "outcome"},
                  new String[] {
                    POLICY.kind(), POLICY.namespace(), POLICY.name(), one.getKey(), one.getValue()
                  })
              .longValue();
    }
    return sum;
  }
}
