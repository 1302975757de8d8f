// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sharedstate.functions.ClockedLimiter.Answer;
import dev.sharedstate.functions.testing.RedisEngine;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What went wrong with numbers, costs and edits in other rate limiters. */
class NumberCasesRedisTest {
  private static final long HOUR = 3_600_000;
  private static final long DAY = 24 * HOUR;

  @ParameterizedTest
  @EnumSource
  void exactlyTheLimitIsAdmitted(RedisEngine engine) {
    for (int limit = 1; limit <= 3; limit++) {
      ClockedLimiter limiter =
          new ClockedLimiter(
              engine, Limits.window("w", limit, HOUR), Limits.bucket("b", limit, HOUR, limit));
      assertThat(limiter.admitted("w:x", 9)).isEqualTo(limit);
      assertThat(limiter.admitted("b:x", 9)).isEqualTo(limit);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aFreshKeyHasTheLimitLessTheCost(RedisEngine engine) {
    for (long limit = 1; limit <= 1_000_000_000_000_000L; limit *= 10) {
      ClockedLimiter limiter =
          new ClockedLimiter(
              engine, Limits.window("w", limit, HOUR), Limits.bucket("b", limit, 1000, limit));
      assertThat(limiter.peek("w:" + limit).remaining()).isEqualTo(limit);
      assertThat(limiter.take("w:" + limit).remaining()).isEqualTo(limit - 1);
      assertThat(limiter.take("b:" + limit).remaining()).isEqualTo(limit - 1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyDigitOfALargeCountIsKept(RedisEngine engine) {
    long most = (1L << 53) - 1;
    ClockedLimiter limiter = new ClockedLimiter(engine, Limits.window("w", most, HOUR, true));
    assertThat(limiter.take("w:x", most - 1).remaining()).isEqualTo(1);
    assertThat(limiter.take("w:x", 2).word()).isEqualTo("LIMITED");
    assertThat(limiter.redis.commands().get("w:x")).endsWith(":" + most);
    assertThat(limiter.take("w:x", most).remaining()).isZero();
    assertThat(limiter.redis.commands().get("w:x")).endsWith(":" + most);
  }

  @ParameterizedTest
  @EnumSource
  void aCostAboveTheCapacityIsAVerdictOfItsOwnAndChangesNothing(RedisEngine engine) {
    ClockedLimiter limiter =
        new ClockedLimiter(
            engine, Limits.window("w", 5, HOUR, true), Limits.bucket("b", 5, HOUR, 5));
    for (String key : List.of("w:x", "b:x")) {
      Answer never = limiter.take(key, 10);
      assertThat(never.fields().subList(0, 4)).containsExactly("NEVER", 1L, -1L, 0L);
      assertThat(never.remaining()).isEqualTo(5);
      assertThat(never.reset()).isZero();
    }
    assertThat(limiter.take(List.of("w:x", "b:x"), 5, 6).binding()).isEqualTo(2);
    assertThat(limiter.redis.commands().dbsize()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void thousandsPerSecondWork(RedisEngine engine) {
    for (long perSecond : List.of(2000L, 8000L, 1_000_000L)) {
      ClockedLimiter limiter =
          new ClockedLimiter(engine, Limits.bucket("b", perSecond, 1000, perSecond));
      Answer all = limiter.take("b:x", perSecond);
      assertThat(all.reset()).isEqualTo(1000);
      limiter.advanceTo(all.now() + 500);
      Answer half = limiter.peek("b:x");
      assertThat(half.remaining())
          .isEqualTo(Math.min(1000, half.now() - all.now()) * perSecond / 1000);
    }
  }

  @ParameterizedTest
  @EnumSource
  void partsOfATokenAddUpToAWholeOne(RedisEngine engine) {
    ClockedLimiter limiter = new ClockedLimiter(engine, Limits.bucket("b", 1, 10 * HOUR, 2));
    long start = limiter.take("b:x", 2).now();
    for (int i = 1; i <= 9; i++) {
      limiter.advanceTo(start + i * HOUR);
      Answer refused = limiter.take("b:x");
      assertThat(refused.word()).isEqualTo("LIMITED");
      assertThat(refused.now() + refused.retry()).isEqualTo(start + 10 * HOUR);
    }
    limiter.advanceTo(start + 10 * HOUR);
    assertThat(limiter.take("b:x").word()).isEqualTo("ALLOWED");
  }

  /** A slow drip loses nothing to rounding while traffic flows. */
  @ParameterizedTest
  @EnumSource
  void theRemainderIsKeptWhileCallsFlow(RedisEngine engine) {
    ClockedLimiter limiter = new ClockedLimiter(engine, Limits.bucket("b", 10, 30 * HOUR, 10));
    long start = limiter.take("b:x", 10).now();
    int admitted = 0;
    for (int hour = 1; hour <= 60; hour++) {
      limiter.advanceTo(start + hour * HOUR);
      admitted += limiter.admitted("b:x", 9);
    }
    assertThat(admitted).isEqualTo(20);
  }

  @ParameterizedTest
  @EnumSource
  void aLargeBucketForASlowRateIsNotCutTo32Bits(RedisEngine engine) {
    ClockedLimiter limiter = new ClockedLimiter(engine, Limits.bucket("b", 1, DAY, 1_000_000));
    assertThat(limiter.take("b:x", 999_999).remaining()).isEqualTo(1);
    assertThat(limiter.peek("b:x").reset()).isBetween(999_998 * DAY, 999_999 * DAY);
    assertThat(limiter.redis.commands().pttl("b:x")).isBetween(999_998 * DAY, 999_999 * DAY);
  }

  @ParameterizedTest
  @EnumSource
  void entriesAndSubjectsNeverShareARecord(RedisEngine engine) {
    ClockedLimiter limiter =
        new ClockedLimiter(
            engine,
            Limits.window("a", 1, HOUR),
            Limits.window("a_b", 1, HOUR),
            Limits.window("b", 1, HOUR));
    for (String key : List.of("a:b:c", "a_b:c", "a:b_c", "a_b:b:c", "b:c", "b:C", "a:*", "a:a")) {
      assertThat(limiter.take(key).word()).as(key).isEqualTo("ALLOWED");
    }
    limiter.redis.caller().call("rl_reset", List.of("a:*"), List.of());
    assertThat(limiter.take("a:a").word()).isEqualTo("LIMITED");
  }

  @ParameterizedTest
  @EnumSource
  void ofSeveralLimitsTheOneWithTheLongestWaitBinds(RedisEngine engine) {
    ClockedLimiter limiter =
        new ClockedLimiter(
            engine,
            Limits.window("short", 1, HOUR),
            Limits.window("long", 1, DAY),
            Limits.window("open", 9, DAY),
            Limits.window("as_long", 1, DAY));
    List<String> keys = List.of("short:x", "long:x", "open:x", "as_long:x");
    Answer first = limiter.take(keys);
    Answer second = limiter.take(keys);
    assertThat(second.word()).isEqualTo("LIMITED");
    assertThat(second.binding()).isEqualTo(2);
    assertThat(second.now() + second.retry()).isEqualTo(first.now() + DAY);
    assertThat(second.fields().get(5 + 4 * 2 + 1)).isEqualTo(8L);
  }

  @ParameterizedTest
  @EnumSource
  void anEditKeepsWhatWasConsumed(RedisEngine engine) {
    ClockedLimiter limiter = new ClockedLimiter(engine, Limits.window("e", 60, DAY));
    limiter.take("e:x", 60);
    limiter.edit(Limits.window("e", 600, DAY));
    assertThat(limiter.peek("e:x").remaining()).isEqualTo(540);
    limiter.edit(Limits.window("e", 600, 2 * DAY));
    assertThat(limiter.peek("e:x").remaining()).isEqualTo(540);
    limiter.edit(Limits.window("e", 50, HOUR));
    assertThat(limiter.take("e:x").word()).isEqualTo("LIMITED");
    assertThat(limiter.peek("e:x").limit()).isEqualTo(50);
    limiter.edit(Limits.bucket("e", 100, DAY, 100));
    assertThat(limiter.take("e:x").remaining()).isEqualTo(39);
    limiter.edit(Limits.bucket("e", 1000, DAY, 1000));
    assertThat(limiter.take("e:x").remaining()).isEqualTo(938);
    limiter.edit(Limits.bucket("e", 7, DAY, 30));
    Answer lowered = limiter.take("e:x");
    assertThat(lowered.word()).isEqualTo("LIMITED");
    assertThat(lowered.remaining()).isZero();
    assertThat(lowered.retry()).isEqualTo(-Math.floorDiv(-DAY, 7));
    limiter.edit(Limits.window("e", 40, DAY));
    assertThat(limiter.take("e:x").remaining()).isEqualTo(9);
  }
}
