// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

import dev.sharedstate.api.model.LeaseEntry;
import dev.sharedstate.functions.testing.RedisEngine;
import dev.sharedstate.functions.testing.RedisServer;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The library answers what the plain Java model answers, whatever happens. */
class LeaseHistoryRedisTest {
  @Property
  void redis70(
      @ForAll("policies") List<LeaseEntry> policy,
      @ForAll boolean fsyncAlways,
      @ForAll("steps") List<LeaseStep> steps) {
    play(RedisEngine.REDIS_7_0, policy, fsyncAlways, steps);
  }

  @Property
  void redis80(
      @ForAll("policies") List<LeaseEntry> policy,
      @ForAll boolean fsyncAlways,
      @ForAll("steps") List<LeaseStep> steps) {
    play(RedisEngine.REDIS_8_0, policy, fsyncAlways, steps);
  }

  @Property
  void valkey81(
      @ForAll("policies") List<LeaseEntry> policy,
      @ForAll boolean fsyncAlways,
      @ForAll("steps") List<LeaseStep> steps) {
    play(RedisEngine.VALKEY_8_1, policy, fsyncAlways, steps);
  }

  @Provide
  Arbitrary<List<LeaseEntry>> policies() {
    return LeaseHistories.policies();
  }

  @Provide
  Arbitrary<List<LeaseStep>> steps() {
    return LeaseHistories.steps();
  }

  private static void play(
      RedisEngine engine, List<LeaseEntry> policy, boolean fsyncAlways, List<LeaseStep> steps) {
    new LeaseRun(RedisServer.shared(engine), policy, fsyncAlways).play(steps);
  }
}
