// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

import dev.sharedstate.api.model.RateLimitEntry;
import dev.sharedstate.functions.testing.RedisEngine;
import dev.sharedstate.functions.testing.RedisServer;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The libraries answer what the plain Java model answers, whatever happens. */
class HistoryRedisTest {
  @Property
  void redis70(@ForAll("policies") List<RateLimitEntry> policy, @ForAll("steps") List<Step> steps) {
    play(RedisEngine.REDIS_7_0, policy, steps);
  }

  @Property
  void redis80(@ForAll("policies") List<RateLimitEntry> policy, @ForAll("steps") List<Step> steps) {
    play(RedisEngine.REDIS_8_0, policy, steps);
  }

  @Property
  void valkey81(
      @ForAll("policies") List<RateLimitEntry> policy, @ForAll("steps") List<Step> steps) {
    play(RedisEngine.VALKEY_8_1, policy, steps);
  }

  @Provide
  Arbitrary<List<RateLimitEntry>> policies() {
    return Histories.policies();
  }

  @Provide
  Arbitrary<List<Step>> steps() {
    return Histories.steps();
  }

  private static void play(RedisEngine engine, List<RateLimitEntry> policy, List<Step> steps) {
    new HistoryRun(RedisServer.shared(engine), policy, Histories.KEYS).play(steps);
  }
}
