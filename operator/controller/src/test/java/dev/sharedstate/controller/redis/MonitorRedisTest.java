// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sharedstate.controller.redis.RedisUnavailable.Cause;
import dev.sharedstate.functions.Library;
import dev.sharedstate.functions.testing.RedisEngine;
import io.lettuce.core.FlushMode;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the monitor tells of real servers, and that it tells it once. */
class MonitorRedisTest {
  private static final Duration INTERVAL = Duration.ofMillis(50);
  private static final Map<String, String> CONFIG =
      Map.of("maxmemory-policy", "noeviction", "maxmemory", "" + TestInstance.MAXMEMORY);

  private final LettuceRedisAdmin admin =
      new LettuceRedisAdmin(RedisSettings.defaults(), RedisAdminListener.NONE);
  private final List<String> told = new CopyOnWriteArrayList<>();
  private final InstanceMonitor monitor =
      new InstanceMonitor(
          admin, INTERVAL, Duration.ofSeconds(30), policy -> told.add(policy.uid()));

  @AfterEach
  void close() {
    monitor.close();
    admin.close();
  }

  private static PolicyRef ref(String uid) {
    return new PolicyRef("RateLimitPolicy", "shop", "orders", uid);
  }

  /** As a pass does: push, verify, watch. */
  private void pass(TestInstance redis, long generation) {
    Library library = TestInstance.library("uid-1", generation, 5);
    admin.configure(redis.address(), CONFIG);
    TestInstance.push(admin, redis.address(), generation, 5, TestInstance.MAXMEMORY);
    Observation seen = admin.observe(redis.address());
    monitor.watch(
        ref("uid-1"),
        redis.address(),
        Expected.verified(seen.runId(), library.name(), library.digest(), CONFIG));
  }

  private void quietFor(Duration time) throws InterruptedException {
    int before = told.size();
    Thread.sleep(time.toMillis());
    assertThat(told).hasSize(before);
  }

  private void toldOnce(int before) throws InterruptedException {
    await().atMost(Duration.ofSeconds(4)).until(() -> told.size() > before);
    quietFor(INTERVAL.multipliedBy(8));
    assertThat(told).hasSize(before + 1);
  }

  @ParameterizedTest
  @EnumSource(RedisEngine.class)
  void changesByHandAreToldOnceEach(RedisEngine engine) throws Exception {
    try (TestInstance redis = TestInstance.start(engine, "uid-1")) {
      pass(redis, 1);
      quietFor(INTERVAL.multipliedBy(10));
      assertThat(told).isEmpty();
      assertThat(monitor.latest("uid-1").orElseThrow().observation()).isPresent();

      redis.commands().functionFlush(FlushMode.SYNC);
      toldOnce(0);
      pass(redis, 1); // corrected by the pass: no news
      quietFor(INTERVAL.multipliedBy(8));

      redis.commands().configSet("maxmemory-policy", "allkeys-lru");
      toldOnce(1);
      pass(redis, 1);
      quietFor(INTERVAL.multipliedBy(5));

      redis.commands().functionLoad(TestInstance.foreign("theirs", "f", "return 1"));
      toldOnce(2);
      pass(redis, 1);
      quietFor(INTERVAL.multipliedBy(5));

      redis.server().load(TestInstance.library("uid-1", 1, 99)); // other numbers
      toldOnce(3);
      pass(redis, 1);
      quietFor(INTERVAL.multipliedBy(5));

      monitor.forget("uid-1");
      redis.commands().functionFlush(FlushMode.SYNC);
      quietFor(INTERVAL.multipliedBy(5));
      assertThat(monitor.latest("uid-1")).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(RedisEngine.class)
  void ourOwnPushesAreNoNews(RedisEngine engine) throws Exception {
    InstanceMonitor busy =
        new InstanceMonitor(
            admin, Duration.ofMillis(1), Duration.ofSeconds(30), ref -> told.add("busy"));
    try (TestInstance redis = TestInstance.start(engine, "uid-1")) {
      pass(redis, 1);
      for (long generation = 1; generation <= 10; generation++) {
        // The same library each time, so that only a half-done push could look different.
        pass(redis, 1);
        Observation seen = admin.observe(redis.address());
        Library library = TestInstance.library("uid-1", 1, 5);
        busy.watch(
            ref("uid-1"),
            redis.address(),
            Expected.verified(seen.runId(), library.name(), library.digest(), CONFIG));
      }
      assertThat(told).isEmpty();
    } finally {
      busy.close();
    }
  }

  @ParameterizedTest
  @EnumSource(RedisEngine.class)
  void restartIsNoticedSoonThoughTheLibraryIsBack(RedisEngine engine) throws Exception {
    try (TestInstance redis = TestInstance.start(engine, "uid-1")) {
      pass(redis, 1);
      await().until(() -> monitorRunId().isPresent());
      String before = monitorRunId().orElseThrow();
      redis.restart();
      redis.awaitRestarted();
      redis.commands().functionLoad(TestInstance.library("uid-1", 1, 5).text());
      await()
          .atMost(Duration.ofSeconds(5))
          .until(() -> monitorRunId().filter(id -> !id.equals(before)).isPresent());
      assertThat(told).isNotEmpty();
    }
  }

  private Optional<String> monitorRunId() {
    return monitor
        .latest("uid-1")
        .flatMap(InstanceMonitor.Latest::observation)
        .map(Observation::runId);
  }

  @ParameterizedTest
  @EnumSource(RedisEngine.class)
  void goneAndBackAreToldOnceEach(RedisEngine engine) throws Exception {
    try (TestInstance redis = TestInstance.start(engine, "uid-1")) {
      pass(redis, 1);
      redis.signal("STOP");
      toldOnce(0);
      assertThat(monitor.latest("uid-1").orElseThrow().failure().orElseThrow().reason())
          .isEqualTo(Cause.TIMEOUT);
      // The pass cannot reach it either, and says so.
      monitor.watch(ref("uid-1"), redis.address(), Expected.unreachable());
      quietFor(Duration.ofSeconds(3));
      redis.signal("CONT");
      toldOnce(1);
    }
  }

  @ParameterizedTest
  @EnumSource(RedisEngine.class)
  void instancesThatHangDelayNoOther(RedisEngine engine) throws Exception {
    try (TestInstance redis = TestInstance.start(engine, "uid-1");
        ServerSocket hole = new ServerSocket(0, 500, InetAddress.getLoopbackAddress())) {
      for (int i = 0; i < 50; i++) {
        monitor.watch(
            ref("hole-" + i),
            new InstanceAddress("hole-" + i, "p", "127.0.0.1", hole.getLocalPort(), "u", "p", "rl"),
            Expected.nothing());
      }
      pass(redis, 1);
      Thread.sleep(500);
      List<Long> noticed = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        int before = told.size();
        redis.commands().configSet("maxmemory-policy", "allkeys-lru");
        long begin = System.nanoTime();
        await()
            .pollInterval(Duration.ofMillis(5))
            .atMost(Duration.ofSeconds(2))
            .until(() -> told.subList(before, told.size()).contains("uid-1"));
        noticed.add(Duration.ofNanos(System.nanoTime() - begin).toMillis());
        pass(redis, 1);
      }
      noticed.sort(null);
      assertThat(noticed.get(2)).isLessThan(INTERVAL.toMillis() + 150);
    }
  }

  @ParameterizedTest
  @EnumSource(RedisEngine.class)
  void nearlyFullMemoryIsTold(RedisEngine engine) throws Exception {
    try (TestInstance redis = TestInstance.start(engine, "uid-1")) {
      pass(redis, 1);
      quietFor(INTERVAL.multipliedBy(3));
      String value = "x".repeat((1 << 20) - 500); // one MiB with its header
      for (int i = 0; i < 56; i++) {
        redis.commands().set("k" + i, value);
      }
      toldOnce(0);
      redis.commands().flushall(FlushMode.SYNC);
      toldOnce(1);
    }
  }
}
