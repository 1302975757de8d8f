// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sharedstate.api.model.RateLimitEntry;
import dev.sharedstate.api.v1alpha1.Algorithm;
import dev.sharedstate.functions.testing.RedisEngine;
import dev.sharedstate.functions.testing.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SelfTestRedisTest {
  private static final List<RateLimitEntry> EXTREMES =
      List.of(
          Limits.window("smallest_window", 1, 1),
          Limits.window("largest_window", 1, 366L * 24 * 3600 * 1000),
          Limits.window("largest_limit", (1L << 53) - 1, 1000),
          Limits.window("penalty", 5, 30_000, true),
          Limits.bucket("smallest_bucket", 1, 1, 1),
          Limits.bucket("fast", 1_000_000, 1000, 1_000_000),
          Limits.bucket("slow", 1, 366L * 24 * 3600 * 1000, 1),
          Limits.bucket("uneven", 7, 60_000, 3),
          Limits.bucket("largest_bucket", 1L << 52, 1 << 10, 1L << 52));

  @ParameterizedTest
  @EnumSource
  void passesForTheSmallestAndTheLargestLimits(RedisEngine engine) {
    RedisServer redis = RedisServer.shared(engine);
    redis.load(RateLimitCompiler.compileForSelfTest(Limits.POLICY, EXTREMES));

    RateLimitCompiler.selfTest(redis.caller(), EXTREMES);

    assertThat(redis.commands().dbsize()).as("keys left behind").isZero();
  }

  @ParameterizedTest
  @EnumSource
  void passesWith64Entries(RedisEngine engine) {
    List<RateLimitEntry> many =
        IntStream.range(0, 64)
            .mapToObj(
                i ->
                    i % 2 == 0
                        ? Limits.window("entry_" + i, 1 + i, 60_000, i % 4 == 0)
                        : Limits.bucket("entry_" + i, 1 + i, 60_000, 2 * i))
            .toList();
    RedisServer redis = RedisServer.shared(engine);
    redis.load(RateLimitCompiler.compileForSelfTest(Limits.POLICY, many));

    RateLimitCompiler.selfTest(redis.caller(), many);

    assertThat(redis.commands().dbsize()).as("keys left behind").isZero();
  }

  @ParameterizedTest
  @EnumSource
  void findsALibraryThatDoesNotEnforceTheLimits(RedisEngine engine) {
    RedisServer redis = RedisServer.shared(engine);
    for (RateLimitEntry limit : EXTREMES) {
      List<RateLimitEntry> loaded = List.of(limit);
      long other = limit.limit() == 1 ? 2 : limit.limit() - 1;
      RateLimitEntry promised =
          limit.algorithm() == Algorithm.FixedWindow
              ? Limits.window(limit.name(), other, limit.windowMillis(), limit.countRejected())
              : Limits.bucket(limit.name(), limit.limit(), limit.windowMillis(), other);
      redis.load(RateLimitCompiler.compileForSelfTest(Limits.POLICY, loaded));

      assertThatThrownBy(() -> RateLimitCompiler.selfTest(redis.caller(), List.of(promised)))
          .isInstanceOf(SelfTestFailure.class)
          .hasMessageContaining(limit.name());
    }
    assertThat(redis.commands().dbsize()).as("keys left behind").isZero();
  }

  @ParameterizedTest
  @EnumSource
  void doesNotTouchTheKeysOfApplications(RedisEngine engine) {
    RedisServer redis = RedisServer.shared(engine);
    List<RateLimitEntry> limits = List.of(Limits.window("penalty", 5, 30_000));
    redis.load(RateLimitCompiler.compile(Limits.POLICY, limits));
    redis.load(RateLimitCompiler.compileForSelfTest(Limits.POLICY, limits));
    redis.caller().call("rl_take", List.of("penalty:x"), List.of("3"));
    List<Object> before = new ArrayList<>(redis.caller().call("rl_stats", List.of(), List.of()));

    RateLimitCompiler.selfTest(redis.caller(), limits);

    assertThat(redis.caller().call("rl_stats", List.of(), List.of())).isEqualTo(before);
    assertThat(redis.commands().keys("*")).containsExactly("penalty:x");
  }
}
