// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.sharedstate.controller.redis.RedisUnavailable.Cause;
import dev.sharedstate.functions.testing.RedisEngine;
import io.lettuce.core.protocol.CommandType;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is told, and how soon, when there is no answer. */
class FaultRedisTest {
  private static final Duration CONNECT = Duration.ofSeconds(1);
  private static final Duration COMMAND = Duration.ofSeconds(2);
  private static final long SLACK_MILLIS = 800;

  private final List<String> told = new CopyOnWriteArrayList<>();
  private final LettuceRedisAdmin admin =
      new LettuceRedisAdmin(
          RedisSettings.of(CONNECT, COMMAND),
          new RedisAdminListener() {
            @Override
            public void unavailable(String uid, Operation operation, Cause cause) {
              told.add(uid + " " + operation + " " + cause);
            }
          });

  @AfterEach
  void close() {
    admin.close();
  }

  private RedisUnavailable refusal(InstanceAddress address) {
    return catchThrowableOfType(RedisUnavailable.class, () -> admin.observe(address));
  }

  private static long millis(Runnable action) {
    long begin = System.nanoTime();
    action.run();
    return Duration.ofNanos(System.nanoTime() - begin).toMillis();
  }

  private static InstanceAddress at(String uid, int port) {
    return new InstanceAddress(
        uid, "pod-1", "127.0.0.1", port, "_operator", TestInstance.PASSWORD, "rl");
  }

  @ParameterizedTest
  @EnumSource(RedisEngine.class)
  void wrongPasswordIsAuthenticationAndHealsByTheRightOne(RedisEngine engine) {
    try (TestInstance redis = TestInstance.start(engine, "uid-1")) {
      InstanceAddress right = redis.address();
      InstanceAddress wrong =
          new InstanceAddress(
              "uid-1", "pod-1", right.host(), right.port(), "_operator", "not-the-password", "rl");
      RedisUnavailable refused = refusal(wrong);
      assertThat(refused.reason()).isEqualTo(Cause.AUTHENTICATION);
      StringWriter trace = new StringWriter();
      refused.printStackTrace(new PrintWriter(trace));
      assertThat(trace.toString()).contains("127.0.0.1:" + right.port());
      assertThat(trace.toString()).doesNotContain("not-the-password");
      assertThat(told).containsExactly("uid-1 OBSERVE AUTHENTICATION");
      // Another password is another circuit: no pause.
      assertThat(admin.observe(right).version()).isNotEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(RedisEngine.class)
  void passwordThatIsChangedOnTheServerIsNoticedOnTheNextConnectionOnly(RedisEngine engine) {
    try (TestInstance redis = TestInstance.start(engine, "uid-1")) {
      admin.observe(redis.address());
      redis.run(CommandType.ACL, "SETUSER", "_operator", "resetpass", ">another");
      assertThat(admin.observe(redis.address()).version()).isNotEmpty();
      redis.run(CommandType.CLIENT, "KILL", "USER", "_operator");
      await()
          .atMost(Duration.ofSeconds(5))
          .untilAsserted(
              () ->
                  assertThat(refusal(redis.address()))
                      .isNotNull()
                      .extracting(RedisUnavailable::reason)
                      .isEqualTo(Cause.AUTHENTICATION));
    }
  }

  @Test
  void nothingListens() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    RedisUnavailable refused = refusal(at("uid-1", port));
    assertThat(refused.reason()).isEqualTo(Cause.UNREACHABLE);
    assertThat(refused).hasMessage("127.0.0.1:" + port + ": no connection");
    assertThat(told).containsExactly("uid-1 OBSERVE UNREACHABLE");
  }

  @Test
  void routeThatSwallowsEverything() {
    // 192.0.2.0/24 is reserved for documentation; a sandbox without routes refuses at once.
    InstanceAddress nowhere =
        new InstanceAddress("uid-1", "pod-1", "192.0.2.1", 6379, "_operator", "p", "rl");
    long took =
        millis(() -> assertThat(refusal(nowhere).reason()).isIn(Cause.UNREACHABLE, Cause.TIMEOUT));
    assertThat(took).isLessThan(CONNECT.toMillis() + COMMAND.toMillis() + SLACK_MILLIS);
  }

  @ParameterizedTest
  @EnumSource(RedisEngine.class)
  void blackHolesCostTheirOwnCallersOneTimeoutAndOthersNothing(RedisEngine engine)
      throws Exception {
    try (TestInstance redis = TestInstance.start(engine, "uid-good");
        ServerSocket hole = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      admin.observe(redis.address());
      ExecutorService callers = Executors.newFixedThreadPool(5);
      List<Future<Long>> waiting = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        InstanceAddress address = at("uid-" + i, hole.getLocalPort());
        waiting.add(
            callers.submit(
                () ->
                    millis(() -> assertThat(refusal(address).reason()).isEqualTo(Cause.TIMEOUT))));
      }
      List<Long> took = new ArrayList<>();
      for (int i = 0; i < 30; i++) {
        took.add(millis(() -> admin.observe(redis.address())));
      }
      took.sort(null);
      assertThat(took.get(26)).isLessThan(100); // all but the machine's own pauses
      for (Future<Long> one : waiting) {
        assertThat(one.get()).isBetween(1500L, CONNECT.plus(COMMAND).toMillis() + SLACK_MILLIS);
      }
      callers.shutdown();

      // The circuit is open: the same words, at once, and not counted as another timeout.
      int before = told.size();
      String message = refusal(at("uid-0", hole.getLocalPort())).getMessage();
      long refused =
          millis(
              () ->
                  assertThat(refusal(at("uid-0", hole.getLocalPort())))
                      .hasMessage(message)
                      .extracting(RedisUnavailable::reason)
                      .isEqualTo(Cause.TIMEOUT));
      assertThat(refused).isLessThan(100);
      assertThat(told).hasSize(before).contains("uid-0 OBSERVE TIMEOUT");
    }
  }

  @ParameterizedTest
  @EnumSource(RedisEngine.class)
  void stoppedServerTimesOutOnItsOpenConnectionAndComesBack(RedisEngine engine) throws Exception {
    try (TestInstance redis = TestInstance.start(engine, "uid-1");
        TestInstance other = TestInstance.start(engine, "uid-2")) {
      admin.observe(redis.address());
      admin.observe(other.address());
      redis.signal("STOP");
      long took =
          millis(() -> assertThat(refusal(redis.address()).reason()).isEqualTo(Cause.TIMEOUT));
      assertThat(took).isBetween(1900L, COMMAND.toMillis() + SLACK_MILLIS);
      assertThat(
              Math.min(
                  millis(() -> admin.observe(other.address())),
                  millis(() -> admin.observe(other.address()))))
          .isLessThan(100);
      assertThat(told).containsExactly("uid-1 OBSERVE TIMEOUT");
      redis.signal("CONT");
      await()
          .atMost(Duration.ofSeconds(3))
          .until(
              () ->
                  catchThrowableOfType(Exception.class, () -> admin.observe(redis.address()))
                      == null);
    }
  }

  @ParameterizedTest
  @EnumSource(RedisEngine.class)
  void timeoutsAreToldByOperation(RedisEngine engine) throws Exception {
    try (TestInstance redis = TestInstance.start(engine, "uid-1")) {
      admin.observe(redis.address());
      redis.signal("STOP");
      RedisUnavailable timeout =
          catchThrowableOfType(
              RedisUnavailable.class,
              () -> admin.configure(redis.address(), Map.of("maxmemory", "9000000")));
      assertThat(timeout.reason()).isEqualTo(Cause.TIMEOUT);
      redis.signal("CONT");
      await().atMost(Duration.ofSeconds(3)).until(() -> refusal(redis.address()) == null);
      redis.signal("STOP");
      long took =
          millis(
              () ->
                  assertThat(
                          catchThrowableOfType(
                              RedisUnavailable.class,
                              () ->
                                  TestInstance.push(
                                      admin, redis.address(), 1, 5, TestInstance.MAXMEMORY)))
                      .isNotNull());
      assertThat(took).isLessThan(COMMAND.toMillis() + SLACK_MILLIS);
      redis.signal("CONT");
      assertThat(told).containsExactly("uid-1 CONFIGURE TIMEOUT", "uid-1 PUSH TIMEOUT");
    }
  }

  @ParameterizedTest
  @EnumSource(RedisEngine.class)
  void killedServerIsUnreachableAndTheDropIsToldAtOnce(RedisEngine engine) {
    List<String> drops = new CopyOnWriteArrayList<>();
    admin.onDrop(drops::add);
    try (TestInstance redis = TestInstance.start(engine, "uid-1")) {
      admin.observe(redis.address());
      redis.server().kill();
      await().atMost(Duration.ofSeconds(1)).until(() -> drops.equals(List.of("uid-1")));
      assertThat(refusal(redis.address()).reason()).isEqualTo(Cause.UNREACHABLE);
    }
  }

  @ParameterizedTest
  @EnumSource(RedisEngine.class)
  void loadingServerSaysSo(RedisEngine engine) {
    try (TestInstance redis =
        TestInstance.start(
            engine,
            "uid-1",
            "--key-load-delay",
            "400",
            "--loading-process-events-interval-bytes",
            "1024")) {
      redis.run(CommandType.DEBUG, "POPULATE", "8000");
      redis.run(CommandType.SAVE);
      redis.restart();
      await()
          .atMost(Duration.ofSeconds(15))
          .pollInterval(Duration.ofMillis(50))
          .until(
              () -> {
                RedisUnavailable refused = refusal(redis.address());
                return refused != null && refused.reason() == Cause.LOADING;
              });
    }
  }
}
