// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sharedstate.api.model.RateLimitEntry;
import dev.sharedstate.functions.testing.LettuceCaller;
import dev.sharedstate.functions.testing.RedisEngine;
import dev.sharedstate.functions.testing.RedisServer;
import io.lettuce.core.api.StatefulRedisConnection;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Many connections at once: what is admitted in all is exact. */
class ConcurrencyRedisTest {
  private static final int CONNECTIONS = 20;

  /** The experiment that the project started from. */
  @ParameterizedTest
  @EnumSource
  void of20CallsAgainst5Per30SecondsExactly5AreAccepted(RedisEngine engine) throws Exception {
    RedisServer redis = RedisServer.shared(engine);
    redis.load(compile(Limits.window("per_user", 5, 30_000, true)));

    List<List<Object>> answers = together(redis, 1, take("per_user:alice"));

    assertThat(words(answers, "ALLOWED")).isEqualTo(5);
    assertThat(words(answers, "LIMITED")).isEqualTo(15);
    assertThat(redis.commands().get("per_user:alice")).matches("f1:30000:[0-9]{13}:20");
    assertThat(redis.commands().pttl("per_user:alice")).isBetween(1L, 30_000L);
  }

  @ParameterizedTest
  @EnumSource
  void severalKeysAreChargedTogetherOrNotAtAll(RedisEngine engine) throws Exception {
    RedisServer redis = RedisServer.shared(engine);
    redis.load(
        compile(Limits.window("user", 1000, 3_600_000), Limits.window("all", 70, 3_600_000)));

    List<List<Object>> answers =
        together(
            redis, 25, caller -> caller.call("rl_take", List.of("user:u", "all:x"), List.of("1")));

    assertThat(words(answers, "ALLOWED")).isEqualTo(70);
    assertThat(words(answers, "LIMITED")).isEqualTo(CONNECTIONS * 25 - 70);
    assertThat(redis.commands().get("user:u")).endsWith(":70");
    assertThat(redis.commands().get("all:x")).endsWith(":70");
  }

  @ParameterizedTest
  @EnumSource
  void aBucketAdmitsItsCapacityAndWhatCameBackMeanwhile(RedisEngine engine) throws Exception {
    RedisServer redis = RedisServer.shared(engine);
    redis.load(compile(Limits.bucket("burst", 100, 1000, 50)));

    List<List<Object>> answers = together(redis, 50, take("burst:x"));

    long first = answers.stream().mapToLong(answer -> (Long) answer.get(4)).min().orElseThrow();
    long last = answers.stream().mapToLong(answer -> (Long) answer.get(4)).max().orElseThrow();
    long refilled =
        BigInteger.valueOf(last - first)
            .multiply(BigInteger.valueOf(100))
            .divide(BigInteger.valueOf(1000))
            .longValueExact();
    long admitted = words(answers, "ALLOWED");
    long left = (Long) redis.caller().call("rl_peek", List.of("burst:x"), List.of()).get(6);
    assertThat(admitted).isLessThanOrEqualTo(50 + refilled);
    // Nothing is lost either: calls came without a pause, so the bucket was never full meanwhile.
    assertThat(admitted + left).isGreaterThanOrEqualTo(Math.min(50 + refilled, answers.size()));
  }

  private static Library compile(RateLimitEntry... limits) {
    return RateLimitCompiler.compile(Limits.POLICY, List.of(limits));
  }

  private static Function<FunctionCaller, List<Object>> take(String key) {
    return caller -> caller.call("rl_take", List.of(key), List.of());
  }

  private static long words(List<List<Object>> answers, String word) {
    return answers.stream().filter(answer -> answer.get(0).equals(word)).count();
  }

  /** Makes the calls from many connections that start at the same time. */
  private static List<List<Object>> together(
      RedisServer redis, int callsEach, Function<FunctionCaller, List<Object>> call)
      throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);
    try {
      CyclicBarrier ready = new CyclicBarrier(CONNECTIONS);
      List<Future<List<List<Object>>>> results = new ArrayList<>();
      for (int i = 0; i < CONNECTIONS; i++) {
        results.add(
            threads.submit(
                () -> {
                  try (StatefulRedisConnection<String, String> connection = redis.connect()) {
                    FunctionCaller caller = LettuceCaller.of(connection.sync());
                    ready.await();
                    List<List<Object>> answers = new ArrayList<>();
                    for (int n = 0; n < callsEach; n++) {
                      answers.add(call.apply(caller));
                    }
                    return answers;
                  }
                }));
      }
      List<List<Object>> answers = new ArrayList<>();
      for (Future<List<List<Object>>> result : results) {
        answers.addAll(result.get());
      }
      return answers;
    } finally {
      threads.shutdownNow();
    }
  }
}
