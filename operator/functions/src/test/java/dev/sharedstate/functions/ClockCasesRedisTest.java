// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sharedstate.functions.ClockedLimiter.Answer;
import dev.sharedstate.functions.testing.RedisEngine;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What went wrong with clocks, windows and TTLs in other rate limiters. */
class ClockCasesRedisTest {
  private static final long HOUR = 3_600_000;
  private static final long YEAR = 365L * 24 * HOUR;

  @ParameterizedTest
  @EnumSource
  void aClockThatGoesBackAndForthGivesNoExtraTokens(RedisEngine engine) {
    ClockedLimiter limiter = new ClockedLimiter(engine, Limits.bucket("b", 2, HOUR, 4));
    assertThat(limiter.admitted("b:x", 9)).isEqualTo(4);
    limiter.advance(-10_000);
    assertThat(limiter.admitted("b:x", 9)).isZero();
    limiter.advance(10_000);
    assertThat(limiter.admitted("b:x", 9)).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void aClockSetBackLocksNobodyOutForLongerThanOneWindow(RedisEngine engine) {
    ClockedLimiter limiter =
        new ClockedLimiter(engine, Limits.window("w", 4, 60_000), Limits.bucket("b", 4, 60_000, 4));
    for (String key : new String[] {"w:x", "b:x"}) {
      limiter.advance(9 * YEAR);
      limiter.admitted(key, 4);
      limiter.redis.commands().persist(key); // as if the server's own clock had gone back
      limiter.advance(-9 * YEAR);

      Answer refused = limiter.take(key, 4);
      assertThat(refused.word()).isEqualTo("LIMITED");
      assertThat(refused.retry()).isBetween(1L, 60_000L);
      assertThat(refused.reset()).isBetween(1L, 60_000L);
      assertThat(refused.remaining()).isZero();
      assertThat(limiter.redis.commands().pttl(key)).isBetween(1L, 60_000L);
      limiter.advanceTo(refused.now() + refused.retry());
      assertThat(limiter.take(key, 4).word()).isEqualTo("ALLOWED");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aBucketThatIdledForYearsIsFullAndNotNegative(RedisEngine engine) {
    ClockedLimiter limiter =
        new ClockedLimiter(
            engine,
            Limits.bucket("b", 980_000_000, 10_000, 980_000_000),
            Limits.bucket("slow", 1, 366L * 24 * HOUR, 100_000));
    for (String key : new String[] {"b:x", "slow:x"}) {
      limiter.take(key);
      limiter.redis.commands().persist(key);
    }
    limiter.advance(9 * YEAR);
    assertThat(limiter.peek("b:x").remaining()).isEqualTo(980_000_000);
    assertThat(limiter.peek("b:x").reset()).isZero();
    assertThat(limiter.peek("slow:x").remaining()).isEqualTo(100_000);
  }

  @ParameterizedTest
  @EnumSource
  void aRefusedCallNeverExtendsTheWindow(RedisEngine engine) {
    ClockedLimiter limiter = new ClockedLimiter(engine, Limits.window("w", 3, 10_000, true));
    long start = limiter.take("w:x", 3).now();
    for (int i = 1; i <= 9; i++) {
      limiter.advanceTo(start + 1000 * i);
      Answer refused = limiter.take("w:x");
      assertThat(refused.word()).isEqualTo("LIMITED");
      assertThat(refused.now() + refused.retry()).isEqualTo(start + 10_000);
    }
    limiter.advanceTo(start + 10_000);
    assertThat(limiter.admitted("w:x", 9)).isEqualTo(3);
  }

  @ParameterizedTest
  @EnumSource
  void aWindowShorterThanASecondEnds(RedisEngine engine) {
    ClockedLimiter limiter = new ClockedLimiter(engine, Limits.window("w", 1, 500));
    Answer first = limiter.take("w:x");
    assertThat(limiter.redis.commands().pttl("w:x")).isBetween(1L, 500L);
    limiter.advanceTo(first.now() + 500);
    assertThat(limiter.take("w:x").word()).isEqualTo("ALLOWED");
  }

  @ParameterizedTest
  @EnumSource
  void theKeyOfABucketLivesUntilItIsFull(RedisEngine engine) {
    ClockedLimiter limiter =
        new ClockedLimiter(
            engine,
            Limits.bucket("slow", 1, 15_000, 3),
            Limits.bucket("uneven", 3, 10_000, 1),
            Limits.bucket("fast", 3, 1, 1));
    limiter.take("slow:x", 3);
    assertThat(limiter.redis.commands().pttl("slow:x")).isBetween(40_000L, 45_000L);
    limiter.advance(5000);
    assertThat(limiter.peek("slow:x").remaining()).isZero();
    limiter.take("uneven:x");
    assertThat(limiter.redis.commands().pttl("uneven:x")).isBetween(3000L, 3334L);
    assertThat(limiter.take("fast:x").reset()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void aTtlThatSomebodyTookAwayComesBackAndNeverLocksOut(RedisEngine engine) {
    ClockedLimiter limiter =
        new ClockedLimiter(engine, Limits.window("w", 2, 60_000), Limits.bucket("b", 2, 60_000, 2));
    for (String key : new String[] {"w:x", "b:x"}) {
      limiter.take(key);
      limiter.redis.commands().persist(key);
      assertThat(limiter.take(key).word()).isEqualTo("ALLOWED");
      assertThat(limiter.redis.commands().pttl(key)).isBetween(1L, 60_000L);
      limiter.redis.commands().persist(key);
      limiter.advance(60_000);
      assertThat(limiter.peek(key).remaining()).isEqualTo(2);
      assertThat(limiter.take(key, 2).word()).isEqualTo("ALLOWED");
      assertThat(limiter.redis.commands().pttl(key)).isBetween(1L, 60_000L);
    }
  }

  @ParameterizedTest
  @EnumSource
  void theClockMovesByTenYearsAtMost(RedisEngine engine) {
    ClockedLimiter limiter = new ClockedLimiter(engine, Limits.window("w", 2, 60_000));
    long now = limiter.advance(0);
    assertThat(limiter.advance(315_576_000_000L) - now)
        .isBetween(315_576_000_000L, 315_576_010_000L);
    for (String wrong : new String[] {"1", "x", "1.5", "", "1e3"}) {
      assertThat(errorOf(limiter, List.of(), wrong)).isEqualTo("BADARG");
    }
    assertThat(errorOf(limiter, List.of("w:x"), "-1")).isEqualTo("BADARG");
    assertThat(errorOf(limiter, List.of())).isEqualTo("BADARG");
    assertThat(errorOf(limiter, List.of(), "-1", "-1")).isEqualTo("BADARG");
    limiter.advance(-2 * 315_576_000_000L);
    assertThat(errorOf(limiter, List.of(), "-1")).isEqualTo("BADARG");
    assertThat(limiter.take("w:x").word()).isEqualTo("ALLOWED");
    assertThat(limiter.redis.commands().pttl("w:x")).isBetween(1L, 60_000L);
    assertThat(limiter.redis.caller().call("rl_info", List.of(), List.of())).endsWith(1L);
  }

  private static String errorOf(ClockedLimiter limiter, List<String> keys, String... args) {
    try {
      limiter.redis.caller().call("rl_advance", keys, List.of(args));
      return "no error";
    } catch (FunctionCaller.FunctionError e) {
      return e.code();
    }
  }
}
