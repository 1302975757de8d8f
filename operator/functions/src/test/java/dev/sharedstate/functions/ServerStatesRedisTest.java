// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sharedstate.api.model.RateLimitEntry;
import dev.sharedstate.functions.FunctionCaller.FunctionError;
import dev.sharedstate.functions.testing.LettuceCaller;
import dev.sharedstate.functions.testing.RedisEngine;
import dev.sharedstate.functions.testing.RedisServer;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Full memory, replicas, cluster mode, restarts: what the functions still do and what not. */
class ServerStatesRedisTest {
  private final Library library =
      RateLimitCompiler.compile(
          Limits.POLICY,
          List.of(
              Limits.window("window", 2, 60_000),
              Limits.window("penalty", 2, 60_000, true),
              Limits.bucket("bucket", 2, 60_000, 2)));
  private static final List<String> KEYS = List.of("window:x", "bucket:x");

  @ParameterizedTest
  @EnumSource
  void aRefusedCallWritesNothing(RedisEngine engine) {
    RedisServer redis = RedisServer.shared(engine);
    redis.load(library);
    FunctionCaller caller = redis.caller();
    caller.call("rl_take", KEYS, List.of("2"));
    redis.commands().configResetstat();

    assertThat(caller.call("rl_take", KEYS, List.of()).get(0)).isEqualTo("LIMITED");
    assertThat(caller.call("rl_take", List.of("window:x"), List.of()).get(0)).isEqualTo("LIMITED");
    assertThat(caller.call("rl_take", List.of("bucket:x"), List.of()).get(0)).isEqualTo("LIMITED");
    assertThat(caller.call("rl_take", List.of("bucket:x"), List.of("3")).get(0)).isEqualTo("NEVER");
    assertThat(caller.call("rl_take", List.of("bucket:x"), List.of("0")).get(0))
        .isEqualTo("ALLOWED");
    caller.call("rl_peek", KEYS, List.of());

    assertThat(redis.info("commandstats")).containsKeys("cmdstat_fcall", "cmdstat_get");
    assertThat(redis.info("commandstats").keySet())
        .doesNotContain("cmdstat_set", "cmdstat_del", "cmdstat_pexpireat");
  }

  @ParameterizedTest
  @EnumSource
  void oneAdmittedCallReadsAndWritesOnce(RedisEngine engine) {
    RedisServer redis = RedisServer.shared(engine);
    redis.load(library);
    redis.caller().call("rl_info", List.of(), List.of());
    redis.commands().configResetstat();

    redis.caller().call("rl_take", List.of("window:x"), List.of());

    assertThat(calls(redis, "get")).isEqualTo(1);
    assertThat(calls(redis, "set")).isEqualTo(1);
    assertThat(calls(redis, "time")).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void atFullMemoryTakeIsRefusedWhilePeekAndResetWork(RedisEngine engine) {
    RedisServer redis = RedisServer.shared(engine);
    redis.load(library);
    FunctionCaller caller = redis.caller();
    caller.call("rl_take", KEYS, List.of("2"));
    redis.commands().configSet("maxmemory", "1");
    try {
      assertError(caller, "rl_take", "OOM", List.of("window:y"));
      assertError(caller, "rl_take", "OOM", List.of("window:x"));
      assertThat(caller.call("rl_peek", KEYS, List.of()).get(0)).isEqualTo("LIMITED");
      assertThat(caller.call("rl_info", List.of(), List.of())).hasSize(9);
      assertThat(caller.call("rl_stats", List.of(), List.of())).contains("window.allowed", 1L);
      assertThat(caller.call("rl_reset", List.of("window:x"), List.of())).containsExactly("RESET");
      assertThat(caller.call("rl_peek", List.of("window:x"), List.of()).get(6)).isEqualTo(2L);
      assertThat(redis.commands().keys("*")).containsExactly("bucket:x");
    } finally {
      redis.commands().configSet("maxmemory", "0");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aReplicaHoldsTheSameRecordsAndAnswersWhatReadsOnly(RedisEngine engine) {
    RedisServer primary = RedisServer.shared(engine);
    primary.load(library);
    try (RedisServer replica =
        RedisServer.start(engine, "--replicaof", "127.0.0.1 " + primary.port())) {
      primary.caller().call("rl_take", KEYS, List.of());
      Awaitility.await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> replica.commands().exists("window:x", "bucket:x") == 2);

      for (String key : KEYS) {
        assertThat(replica.commands().get(key)).isEqualTo(primary.commands().get(key));
      }
      FunctionCaller readOnly = LettuceCaller.readOnly(replica.commands());
      assertThat(readOnly.call("rl_peek", KEYS, List.of()).subList(5, 7)).containsExactly(2L, 1L);
      assertThat(readOnly.call("rl_info", List.of(), List.of()).get(4)).isEqualTo(library.digest());
      assertError(replica.caller(), "rl_take", "READONLY", List.of("window:x"));
      assertError(replica.caller(), "rl_reset", "READONLY", List.of("window:x"));
      assertThatThrownBy(() -> readOnly.call("rl_take", KEYS, List.of()))
          .isInstanceOf(FunctionError.class);
    }
  }

  /** A cluster refuses keys that were not declared, and calls across slots. */
  @ParameterizedTest
  @EnumSource
  void runsInClusterMode(RedisEngine engine) {
    try (RedisServer redis = RedisServer.start(engine, "--cluster-enabled", "yes")) {
      RedisCommands<String, String> commands = redis.commands();
      commands.clusterAddSlots(IntStream.range(0, 16384).toArray());
      Awaitility.await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> commands.clusterInfo().contains("cluster_state:ok"));
      redis.load(library);
      FunctionCaller caller = redis.caller();

      List<String> oneSlot = List.of("window:{x}", "penalty:{x}", "bucket:{x}");
      assertThat(caller.call("rl_take", oneSlot, List.of("2")).get(0)).isEqualTo("ALLOWED");
      assertThat(caller.call("rl_take", oneSlot, List.of()).get(0)).isEqualTo("LIMITED");
      assertThat(caller.call("rl_peek", oneSlot, List.of()).get(0)).isEqualTo("LIMITED");
      assertThat(caller.call("rl_reset", List.of("window:{x}"), List.of())).contains("RESET");
      assertThat(caller.call("rl_stats", List.of(), List.of())).contains("penalty.limited", 1L);
      assertError(caller, "rl_take", "CROSSSLOT", List.of("window:a", "bucket:b"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void loadIdAndCountersAreFreshAfterALoadAndSurviveFlushall(RedisEngine engine) {
    RedisServer redis = RedisServer.shared(engine);
    redis.load(library);
    FunctionCaller caller = redis.caller();
    caller.call("rl_take", List.of("window:x"), List.of());
    List<Object> before = caller.call("rl_stats", List.of(), List.of());
    assertThat(before).contains("window.allowed", 1L);

    redis.commands().flushall();
    assertThat(caller.call("rl_stats", List.of(), List.of())).isEqualTo(before);

    redis.load(library);
    List<Object> after = caller.call("rl_stats", List.of(), List.of());
    assertThat(after.get(0)).isNotEqualTo(before.get(0));
    assertThat(after).doesNotContain(1L);
    assertThat(caller.call("rl_info", List.of(), List.of()).get(6)).isEqualTo(after.get(0));
  }

  @ParameterizedTest
  @EnumSource
  void aLoadThatFailsLeavesTheOldLibraryServing(RedisEngine engine) {
    RedisServer redis = RedisServer.shared(engine);
    redis.load(library);
    redis.caller().call("rl_take", List.of("window:x"), List.of());
    String broken = library.text() + "\nthis is no Lua\n";

    assertThatThrownBy(() -> redis.commands().functionLoad(broken, true)).isNotNull();

    assertThat(redis.caller().call("rl_stats", List.of(), List.of()))
        .contains("window.allowed", 1L);
  }

  @ParameterizedTest
  @EnumSource
  void takesNoMoreMemoryThanItsBound(RedisEngine engine) {
    List<RateLimitEntry> many =
        IntStream.range(0, 64)
            .mapToObj(
                i -> Limits.bucket("a_name_as_long_as_any_may_be_40_bytes_" + i, 7, 60_000, 9))
            .toList();
    for (int entries : List.of(1, 64)) {
      Library loaded = RateLimitCompiler.compile(Limits.POLICY, many.subList(0, entries));
      try (RedisServer redis = RedisServer.start(engine)) { // without others' garbage
        long before = functionMemory(redis);
        for (int i = 0; i < 8; i++) {
          redis.load(loaded);
          redis.caller().call("rl_info", List.of(), List.of());
          assertThat(functionMemory(redis) - before)
              .as("%d entries, load %d", entries, i)
              .isBetween(1L, (i == 0 ? 1 : 2) * LibraryFootprint.bytes(loaded));
        }
      }
    }
  }

  private static long functionMemory(RedisServer redis) {
    var memory = redis.info("memory");
    return Long.parseLong(memory.get("used_memory_vm_functions"))
        + Long.parseLong(memory.get("used_memory_functions"));
  }

  private static long calls(RedisServer redis, String command) {
    String figures = redis.info("commandstats").getOrDefault("cmdstat_" + command, "calls=0,");
    return Long.parseLong(figures.substring("calls=".length(), figures.indexOf(',')));
  }

  private static AbstractThrowableAssert<?, ? extends Throwable> assertError(
      FunctionCaller caller, String function, String code, List<String> keys) {
    return assertThatThrownBy(() -> caller.call(function, keys, List.of()))
        .isInstanceOfSatisfying(FunctionError.class, e -> assertThat(e.code()).isEqualTo(code));
  }
}
