// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.resource;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sharedstate.controller.model.Credentials;
import dev.sharedstate.controller.redis.InstanceAddress;
import dev.sharedstate.controller.redis.LettuceRedisAdmin;
import dev.sharedstate.controller.redis.RedisAdminListener;
import dev.sharedstate.controller.redis.RedisSettings;
import dev.sharedstate.controller.testing.Samples;
import dev.sharedstate.functions.testing.RedisEngine;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Who may do what in an instance, on every engine. */
class AclRedisTest extends InstancePod {

  @ParameterizedTest
  @EnumSource
  void theApplicationMayCallItsFunctionsOnItsKeysAndLittleElse(RedisEngine engine) {
    start(engine);

    for (String function : List.of("rl_take", "RL_TAKE", "Rl_Take", "rl_peek", "rl_reset")) {
      assertThat(asApp("FCALL", function, "1", "burst:a")).doesNotContain("NOPERM");
    }
    assertThat(asApp("FCALL_RO", "rl_peek", "1", "burst:a")).doesNotContain("NOPERM");
    assertThat(asApp("FCALL_RO", "rl_info", "0")).contains("sharedstate_rl");
    for (String[] allowed :
        new String[][] {
          {"PING"},
          {"SELECT", "0"},
          {"CLIENT", "SETNAME", "x"},
          {"CLIENT", "ID"},
          {"COMMAND", "COUNT"}
        }) {
      assertThat(asApp(allowed)).as(Arrays.toString(allowed)).doesNotContain("NOPERM");
    }
    for (String[] refused :
        new String[][] {
          {"KEYS", "*"},
          {"SCAN", "0"},
          {"INFO"},
          {"CONFIG", "GET", "*"},
          {"FLUSHALL"},
          {"EVAL", "return 1", "0"},
          {"FUNCTION", "FLUSH"},
          {"FUNCTION", "DELETE", "sharedstate_rl"},
          {"ACL", "LIST"},
          {"CLIENT", "LIST"},
          {"SUBSCRIBE", "x"},
          {"GET", "__epoch"},
          {"GET", "other:a"},
          {"FCALL", "selftest_rl_take", "1", "per_user:a"},
          {"FCALL", "rl_take", "1", "other:a"},
          {"SHUTDOWN"},
          {"MONITOR"}
        }) {
      assertThat(asApp(refused)).as(Arrays.toString(refused)).contains("NOPERM");
    }
  }

  @ParameterizedTest
  @EnumSource
  void theOperatorMayDoWhatTheAdministrationDoesAndNothingElse(RedisEngine engine) {
    start(engine);
    InstanceAddress address =
        new InstanceAddress(
            ORDERS.owner().uid(),
            "pod",
            pod.address(),
            6379,
            Credentials.OPERATOR,
            Samples.CREDENTIALS.operator(),
            "rl");
    try (LettuceRedisAdmin admin =
        new LettuceRedisAdmin(
            RedisSettings.of(Duration.ofSeconds(2), Duration.ofSeconds(5)),
            RedisAdminListener.NONE)) {
      assertThat(admin.observe(address).info()).isPresent();
      assertThat(admin.libraryTexts(address).get(ORDERS.library().name()))
          .isEqualTo(ORDERS.library().text());
      assertThat(admin.configure(address, ORDERS.liveConfig())).isEqualTo(ORDERS.liveConfig());
      assertThat(
              admin
                  .push(
                      address,
                      ORDERS.library(),
                      ORDERS.program().trial(),
                      ORDERS.memory().maxmemory())
                  .info()
                  .digest())
          .isEqualTo(ORDERS.library().digest());
      assertThat(admin.users(address)).containsKeys("default", "_operator", "_local", "app");
    }
    for (String[] refused :
        new String[][] {
          {"KEYS", "*"},
          {"GET", "per_user:a"},
          {"DEL", "per_user:a"},
          {"FLUSHALL"},
          {"FUNCTION", "FLUSH"},
          {"EVAL", "return 1", "0"},
          {"CONFIG", "REWRITE"},
          {"CONFIG", "RESETSTAT"},
          {"ACL", "SAVE"},
          {"ACL", "DELUSER", "app"},
          {"CLIENT", "LIST"},
          {"SHUTDOWN"},
          {"REPLICAOF", "NO", "ONE"},
          {"FCALL", "rl_take", "1", "per_user:a"}
        }) {
      assertThat(asOperator(refused)).as(Arrays.toString(refused)).contains("NOPERM");
    }
  }

  @ParameterizedTest
  @EnumSource
  void nobodyComesInWithoutAPassword(RedisEngine engine) {
    start(engine);

    assertThat(call("default", "", "PING")).containsAnyOf("WRONGPASS", "NOAUTH");
    assertThat(call("app", "wrong", "PING")).contains("WRONGPASS");
    String local = pod.read("tmp/local.password").strip();
    assertThat(call("_local", local, "PING")).contains("PONG");
    assertThat(call("_local", local, "FCALL", "rl_take", "1", "per_user:a")).contains("NOPERM");
    assertThat(call("_local", local, "FUNCTION", "FLUSH")).contains("NOPERM");
    assertThat(call("_local", local, "GET", "per_user:a")).contains("NOPERM");
  }
}
