// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sharedstate.api.model.LeaseEntry;
import dev.sharedstate.functions.testing.RedisEngine;
import dev.sharedstate.functions.testing.RedisServer;
import io.lettuce.core.FlushMode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LeaseSelfTestRedisTest {
  private static final long DAY = 24 * 3600 * 1000L;
  private static final List<LeaseEntry> EXTREMES =
      List.of(
          Leases.lease("orders"),
          Leases.lease("shortest", 10, 10, 10, 10),
          Leases.lease("longest", DAY, DAY, DAY, 0),
          Leases.lease("widest", 30_000, 10, DAY, 366 * DAY),
          Leases.lease("once", 60_000, 60_000, 60_000, 60_000));

  @ParameterizedTest
  @EnumSource
  void passesForTheShortestAndTheLongestLeases(RedisEngine engine) {
    RedisServer redis = RedisServer.shared(engine);
    for (boolean fsyncAlways : new boolean[] {true, false}) {
      redis.load(LeaseCompiler.compileForSelfTest(Limits.POLICY, EXTREMES, fsyncAlways));

      LeaseCompiler.selfTest(redis.caller(), EXTREMES);

      assertThat(redis.commands().dbsize()).as("keys left behind").isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void passesWith64Entries(RedisEngine engine) {
    List<LeaseEntry> many =
        IntStream.range(0, 64)
            .mapToObj(i -> Leases.lease("e" + i, 1000 + i, 1000, 2000, i % 2 * 3000))
            .toList();
    RedisServer redis = RedisServer.shared(engine);
    redis.load(LeaseCompiler.compileForSelfTest(Limits.POLICY, many, true));

    LeaseCompiler.selfTest(redis.caller(), many);

    assertThat(redis.commands().dbsize()).as("keys left behind").isZero();
  }

  @ParameterizedTest
  @EnumSource
  void findsALibraryThatGrantsSomethingElse(RedisEngine engine) {
    RedisServer redis = RedisServer.shared(engine);
    LeaseEntry promised = Leases.lease("orders", 30_000, 1000, 60_000, 60_000);
    for (LeaseEntry loaded :
        List.of(
            Leases.lease("orders", 30_001, 1000, 60_000, 60_000),
            Leases.lease("orders", 30_000, 1000, 59_999, 60_000),
            Leases.lease("orders", 30_000, 1000, 60_001, 60_001),
            Leases.lease("orders", 30_000, 1000, 60_000, 60_001))) {
      redis.load(LeaseCompiler.compileForSelfTest(Limits.POLICY, List.of(loaded), true));

      assertThatThrownBy(() -> LeaseCompiler.selfTest(redis.caller(), List.of(promised)))
          .as(loaded.toString())
          .isInstanceOf(SelfTestFailure.class);
    }
    assertThat(redis.commands().dbsize()).as("keys left behind").isZero();
  }

  @ParameterizedTest
  @EnumSource
  void touchesNeitherTheKeysNorTheEpochOfApplications(RedisEngine engine) {
    RedisServer redis = RedisServer.shared(engine);
    List<LeaseEntry> leases = List.of(Leases.lease("orders"));
    redis.load(LeaseCompiler.compile(Limits.POLICY, leases, true));
    redis.load(LeaseCompiler.compileForSelfTest(Limits.POLICY, leases, true));
    FunctionCaller caller = redis.caller();
    String loadId = (String) caller.call("lease_info", List.of(), List.of()).get(6);
    caller.call("lease_epoch", List.of("__epoch"), List.of("7", loadId, "0"));
    caller.call("lease_acquire", List.of("orders:1"), List.of(Leases.grant(1), "me"));
    List<Object> before = new ArrayList<>(caller.call("lease_stats", List.of(), List.of()));

    LeaseCompiler.selfTest(caller, leases);

    assertThat(caller.call("lease_stats", List.of(), List.of())).isEqualTo(before);
    assertThat(redis.commands().keys("*")).containsOnlyOnce("orders:1", "__epoch");
    assertThat(redis.commands().get("__epoch")).isEqualTo("7:0");
    redis.commands().functionFlush(FlushMode.SYNC);
  }
}
