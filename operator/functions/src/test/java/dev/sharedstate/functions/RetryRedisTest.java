// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.sharedstate.api.model.RateLimitEntry;
import dev.sharedstate.functions.ClockedLimiter.Answer;
import dev.sharedstate.functions.testing.RedisEngine;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Who obeys retry_after_ms succeeds, and one millisecond earlier fails. */
class RetryRedisTest {
  @Property
  void redis70(
      @ForAll("policies") List<RateLimitEntry> policy,
      @ForAll @IntRange(min = 1, max = 100) int fill,
      @ForAll @IntRange(min = 1, max = 100) int cost) {
    check(RedisEngine.REDIS_7_0, policy, fill, cost);
  }

  @Property
  void redis80(
      @ForAll("policies") List<RateLimitEntry> policy,
      @ForAll @IntRange(min = 1, max = 100) int fill,
      @ForAll @IntRange(min = 1, max = 100) int cost) {
    check(RedisEngine.REDIS_8_0, policy, fill, cost);
  }

  @Property
  void valkey81(
      @ForAll("policies") List<RateLimitEntry> policy,
      @ForAll @IntRange(min = 1, max = 100) int fill,
      @ForAll @IntRange(min = 1, max = 100) int cost) {
    check(RedisEngine.VALKEY_8_1, policy, fill, cost);
  }

  @Provide
  Arbitrary<List<RateLimitEntry>> policies() {
    return Histories.policies();
  }

  /**
   * @param fill percent of each capacity that is consumed first
   * @param cost percent of the capacity that the next call asks for, raised to what is refused
   */
  private static void check(RedisEngine engine, List<RateLimitEntry> policy, int fill, int cost) {
    ClockedLimiter limiter = new ClockedLimiter(engine, policy.toArray(RateLimitEntry[]::new));
    List<String> keys = List.of("a:x", "b:x", "c:x");
    for (int i = 0; i < keys.size(); i++) {
      limiter.take(keys.get(i), share(policy.get(i), fill));
    }
    long[] costs =
        policy.stream().mapToLong(limit -> share(limit, Math.max(cost, 101 - fill))).toArray();
    Answer refused = limiter.take(keys, costs);
    assumeThat(refused.word()).isEqualTo("LIMITED");
    assertThat(refused.retry()).isPositive();
    long end = refused.now() + refused.retry();
    assumeThat(refused.retry()).isLessThan(9L * 365 * 24 * 3600 * 1000);

    // The clock runs on between two calls: in most tries this one meets the last millisecond.
    limiter.advanceTo(end - 1);
    Answer early = limiter.peek(keys, costs);
    boolean over = early.now() >= end;
    assertThat(early.word()).isEqualTo(over ? "ALLOWED" : "LIMITED");
    assertThat(early.now() + early.retry()).isEqualTo(over ? early.now() : end);
    limiter.advanceTo(end);
    assertThat(limiter.take(keys, costs).word()).isEqualTo("ALLOWED");
  }

  private static long share(RateLimitEntry limit, int percent) {
    long hundredth = limit.capacity() / 100;
    return Math.max(1, hundredth == 0 ? limit.capacity() * percent / 100 : hundredth * percent);
  }
}
