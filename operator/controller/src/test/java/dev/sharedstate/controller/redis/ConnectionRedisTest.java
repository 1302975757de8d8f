// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sharedstate.functions.testing.RedisEngine;
import io.lettuce.core.protocol.CommandType;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How many connections there are, and when one is made. */
class ConnectionRedisTest {
  private final List<String> failures = new CopyOnWriteArrayList<>();
  private final LettuceRedisAdmin admin =
      new LettuceRedisAdmin(
          RedisSettings.defaults(),
          new RedisAdminListener() {
            @Override
            public void unavailable(String uid, Operation operation, RedisUnavailable.Cause cause) {
              failures.add(uid + " " + operation + " " + cause);
            }
          });

  @AfterEach
  void close() {
    admin.close();
  }

  @ParameterizedTest
  @EnumSource(RedisEngine.class)
  void anotherPodEndsTheOldConnection(RedisEngine engine) {
    List<String> drops = new CopyOnWriteArrayList<>();
    admin.onDrop(drops::add);
    try (TestInstance redis = TestInstance.start(engine, "uid-1")) {
      InstanceAddress one = redis.address();
      InstanceAddress two =
          new InstanceAddress(
              "uid-1", "pod-2", one.host(), one.port(), one.username(), one.password(), "rl");
      admin.observe(one);
      assertThat(connections(redis)).isEqualTo(1);
      admin.observe(two);
      await().atMost(Duration.ofSeconds(1)).until(() -> connections(redis) == 1);
      admin.forget("uid-1");
      await().atMost(Duration.ofSeconds(1)).until(() -> connections(redis) == 0);
      assertThat(drops).isEmpty();
      assertThat(failures).isEmpty();
    }
  }

  private static long connections(TestInstance redis) {
    return redis.commands().clientList().lines().filter(l -> l.contains("user=_operator")).count();
  }

  @ParameterizedTest
  @EnumSource(RedisEngine.class)
  void aLostConnectionIsOnlyMadeAgainForTheNextCall(RedisEngine engine) throws Exception {
    try (TestInstance redis = TestInstance.start(engine, "uid-1")) {
      admin.observe(redis.address());
      redis.run(CommandType.CLIENT, "KILL", "USER", "_operator");
      for (int i = 0; i < 10; i++) { // a client that reconnects by itself would be back by then
        Thread.sleep(100);
        assertThat(connections(redis)).isZero();
      }
      assertThat(admin.observe(redis.address()).version()).isNotEmpty();
      assertThat(connections(redis)).isEqualTo(1);
      assertThat(failures).isEmpty();
    }
  }
}
