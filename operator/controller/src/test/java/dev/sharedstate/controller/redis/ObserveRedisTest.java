// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sharedstate.controller.redis.RedisUnavailable.Cause;
import dev.sharedstate.functions.Library;
import dev.sharedstate.functions.PolicyIdentity;
import dev.sharedstate.functions.RateLimitCompiler;
import dev.sharedstate.functions.testing.RedisEngine;
import io.lettuce.core.SetArgs;
import io.lettuce.core.protocol.CommandType;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ObserveRedisTest {
  private final LettuceRedisAdmin admin =
      new LettuceRedisAdmin(RedisSettings.defaults(), RedisAdminListener.NONE);

  @AfterEach
  void close() {
    admin.close();
  }

  @ParameterizedTest
  @EnumSource(RedisEngine.class)
  void emptyServer(RedisEngine engine) {
    try (TestInstance redis = TestInstance.start(engine, "uid-1")) {
      redis.commands().set("a", "1");
      redis.commands().select(3);
      redis.commands().set("b", "1");
      Observation seen = admin.observe(redis.address());
      switch (engine) {
        case REDIS_7_0 -> assertThat(seen.version()).startsWith("7.0.");
        case REDIS_8_0 -> assertThat(seen.version()).startsWith("8.0.");
        case VALKEY_8_1 -> assertThat(seen.version()).startsWith("8.1.");
      }
      assertThat(seen.engine()).isEqualTo(engine == RedisEngine.VALKEY_8_1 ? "valkey" : "redis");
      assertThat(seen.runId()).isEqualTo(redis.info("server").get("run_id"));
      assertThat(seen.libraries()).isEmpty();
      assertThat(seen.info()).isEmpty();
      assertThat(seen.stats()).isEmpty();
      assertThat(seen.config())
          .containsEntry("maxmemory", Long.toString(TestInstance.MAXMEMORY))
          .containsEntry("maxmemory-policy", "noeviction")
          .containsEntry("save", "")
          .containsEntry("appendonly", "no")
          .containsOnlyKeys(RedisSettings.OBSERVED);
      assertThat(seen.server().keys()).isEqualTo(2);
      assertThat(seen.server().maxMemory()).isEqualTo(TestInstance.MAXMEMORY);
      assertThat(seen.server().usedMemory()).isBetween(500_000L, TestInstance.MAXMEMORY);
      assertThat(seen.server().usedMemoryRss()).isPositive();
      assertThat(seen.server().connectedClients()).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @EnumSource(RedisEngine.class)
  void ourLibrary(RedisEngine engine) {
    try (TestInstance redis = TestInstance.start(engine, "uid-1")) {
      Library library = TestInstance.library("uid-1", 7, 2);
      redis.server().load(library);
      for (int i = 0; i < 3; i++) {
        redis.call("rl_take", "login:ann");
      }
      Observation seen = admin.observe(redis.address());
      assertThat(seen.libraries()).containsExactly("sharedstate_rl");
      Observation.LibraryInfo info = seen.info().orElseThrow();
      assertThat(info.name()).isEqualTo("sharedstate_rl");
      assertThat(info.policyUid()).isEqualTo("uid-1");
      assertThat(info.generation()).isEqualTo(7);
      assertThat(info.digest()).isEqualTo(library.digest());
      assertThat(info.version()).isEqualTo(library.version());
      assertThat(info.epoch()).isEqualTo(-1);
      assertThat(info.testClock()).isFalse();
      Observation.LibraryStats stats = seen.stats().orElseThrow();
      assertThat(stats.loadId()).isEqualTo(info.loadId()).isNotEmpty();
      assertThat(stats.counters())
          .containsEntry("login.allowed", 2L)
          .containsEntry("login.limited", 1L)
          .containsEntry("api.allowed", 0L);
      assertThat(admin.libraryTexts(redis.address()))
          .containsExactly(Map.entry("sharedstate_rl", library.text()));
    }
  }

  @ParameterizedTest
  @EnumSource(RedisEngine.class)
  void libraryWithTestClockSaysSo(RedisEngine engine) {
    try (TestInstance redis = TestInstance.start(engine, "uid-1")) {
      redis
          .server()
          .load(
              RateLimitCompiler.compileWithTestClock(
                  new PolicyIdentity("uid-1", 1), TestInstance.limits(5)));
      assertThat(admin.observe(redis.address()).info().orElseThrow().testClock()).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource(RedisEngine.class)
  void foreignLibrariesAreNamedAndNotBelieved(RedisEngine engine) {
    try (TestInstance redis = TestInstance.start(engine, "uid-1")) {
      redis.commands().functionLoad(TestInstance.foreign("theirs", "rl_info", "return {'x', 1}"));
      redis
          .commands()
          .functionLoad(
              TestInstance.foreign("more", "rl_stats", "return redis.error_reply('ODD thing')"));
      Observation seen = admin.observe(redis.address());
      assertThat(seen.libraries()).containsExactlyInAnyOrder("theirs", "more");
      assertThat(seen.info()).isEqualTo(Optional.empty());
      assertThat(seen.stats()).isEqualTo(Optional.empty());
    }
  }

  @ParameterizedTest
  @EnumSource(RedisEngine.class)
  void changesByHandAreSeenAndSetBack(RedisEngine engine) {
    try (TestInstance redis = TestInstance.start(engine, "uid-1")) {
      redis.commands().configSet("maxmemory-policy", "allkeys-lru");
      redis.commands().configSet("save", "60 1");
      Observation seen = admin.observe(redis.address());
      assertThat(seen.config())
          .containsEntry("maxmemory-policy", "allkeys-lru")
          .containsEntry("save", "60 1");
      Map<String, String> wanted =
          Map.of("maxmemory-policy", "noeviction", "save", "", "maxmemory", "33554432");
      assertThat(admin.configure(redis.address(), wanted)).isEqualTo(wanted);
      assertThat(redis.commands().configGet("maxmemory-policy"))
          .containsEntry("maxmemory-policy", "noeviction");
      assertThat(admin.configure(redis.address(), Map.of())).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(RedisEngine.class)
  void refusedParametersLeaveAllAsTheyWere(RedisEngine engine) {
    try (TestInstance redis = TestInstance.start(engine, "uid-1")) {
      Map<String, String> bad = Map.of("maxmemory", "1048576", "maxmemory-policy", "sometimes");
      RedisUnavailable refused =
          catchThrowableOfType(RedisUnavailable.class, () -> admin.configure(redis.address(), bad));
      assertThat(refused.reason()).isEqualTo(Cause.REFUSED);
      assertThat(refused).hasMessageContaining("CONFIG SET: ERR");
      assertThat(redis.commands().configGet("maxmemory"))
          .containsEntry("maxmemory", Long.toString(TestInstance.MAXMEMORY));
      assertThat(admin.observe(redis.address()).version()).isNotEmpty(); // no circuit opened
    }
  }

  @ParameterizedTest
  @EnumSource(RedisEngine.class)
  void countersOfTheServer(RedisEngine engine) {
    try (TestInstance redis = TestInstance.start(engine, "uid-1")) {
      redis.commands().set("short", "x", SetArgs.Builder.px(1));
      redis.fill();
      assertThatThrownBy(() -> redis.commands().set("one", "more")).hasMessageStartingWith("OOM");
      Observation seen = admin.observe(redis.address());
      assertThat(seen.server().oomErrors()).isEqualTo(1);
      assertThat(seen.server().evictedKeys()).isZero();
      redis.commands().get("short");
      redis.commands().configSet("maxmemory-policy", "allkeys-random");
      redis.commands().set("one", "more");
      seen = admin.observe(redis.address());
      assertThat(seen.server().evictedKeys()).isPositive();
      assertThat(seen.server().expiredKeys()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource(RedisEngine.class)
  void permissionsThatAreMissingAreRefusalsAndNotAnEmptyServer(RedisEngine engine) {
    try (TestInstance redis = TestInstance.start(engine, "uid-1")) {
      redis.server().load(TestInstance.library("uid-1", 1, 5));
      redis.run(CommandType.ACL, "SETUSER", "_operator", "-fcall_ro");
      RedisUnavailable refused =
          catchThrowableOfType(RedisUnavailable.class, () -> admin.observe(redis.address()));
      assertThat(refused.reason()).isEqualTo(Cause.REFUSED);
      assertThat(refused).hasMessageContaining("NOPERM");
    }
  }
}
