// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sharedstate.controller.redis.RedisUnavailable.Cause;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The monitor's planning, with a probe whose answers the test gives. */
class InstanceMonitorTest {
  private static final Duration INTERVAL = Duration.ofMillis(50);

  private final FakeProbe probe = new FakeProbe();
  private final List<String> told = new CopyOnWriteArrayList<>();
  private final InstanceMonitor monitor =
      new InstanceMonitor(probe, INTERVAL, Duration.ofSeconds(30), ref -> told.add(ref.uid()));

  @AfterEach
  void close() {
    monitor.close();
  }

  private void watch(String uid, Expected expected) {
    monitor.watch(
        new PolicyRef("K", "ns", uid, uid),
        new InstanceAddress(uid, "p", "h", 1, "o", "x", "rl"),
        expected);
  }

  @Test
  void fiveThatHangAmongAThousandDelayNobody() {
    for (int i = 0; i < 1000; i++) {
      String uid = (i < 5 ? "hang-" : "good-") + i;
      watch(uid, Expected.nothing());
    }
    await()
        .atMost(Duration.ofSeconds(10))
        .untilAsserted(
            () -> {
              assertThat(probe.asked).hasSize(1000);
              for (int i = 5; i < 1000; i++) {
                assertThat(probe.asked.get("good-" + i).get()).isGreaterThanOrEqualTo(3);
              }
            });
    // One that hangs is not asked again before it has ended.
    for (int i = 0; i < 5; i++) {
      assertThat(probe.asked.get("hang-" + i)).hasValue(1);
    }
    assertThat(probe.overlaps).hasValue(0);
    assertThat(told).isEmpty();
  }

  @Test
  void aDropIsLookedAtAtOnce() {
    InstanceMonitor slow =
        new InstanceMonitor(
            probe, Duration.ofHours(1), Duration.ofHours(1), ref -> told.add(ref.uid()));
    try {
      slow.watch(
          new PolicyRef("K", "ns", "a", "a"),
          new InstanceAddress("a", "p", "h", 1, "o", "x", "rl"),
          Expected.nothing());
      probe.fail = true;
      await()
          .atMost(Duration.ofSeconds(2))
          .until(
              () -> {
                probe.dropped.forEach(told -> told.accept("a"));
                return told.contains("a");
              });
    } finally {
      slow.close();
    }
  }

  @Test
  void aDropWhileAProbeRunsWaitsForItsEnd() throws Exception {
    watch("hang-1", Expected.nothing());
    await().until(() -> probe.asked.containsKey("hang-1"));
    probe.dropped.forEach(drop -> drop.accept("hang-1"));
    Thread.sleep(INTERVAL.multipliedBy(3).toMillis());
    assertThat(probe.asked.get("hang-1")).hasValue(1);
    assertThat(probe.overlaps).hasValue(0);
  }

  @Test
  void aListenerThatThrowsDoesNotEndTheWatch() {
    InstanceMonitor odd =
        new InstanceMonitor(
            probe,
            INTERVAL,
            Duration.ofMillis(1),
            ref -> {
              throw new IllegalStateException("on purpose");
            });
    try {
      probe.fail = true;
      odd.watch(
          new PolicyRef("K", "ns", "a", "a"),
          new InstanceAddress("a", "p", "h", 1, "o", "x", "rl"),
          Expected.nothing());
      await()
          .atMost(Duration.ofSeconds(5))
          .until(() -> probe.asked.containsKey("a") && probe.asked.get("a").get() > 5);
    } finally {
      odd.close();
    }
  }

  @Test
  void aProbeThatThrowsDoesNotEndTheWatchEither() {
    probe.explode = true;
    watch("a", Expected.nothing());
    await()
        .atMost(Duration.ofSeconds(5))
        .until(() -> probe.asked.containsKey("a") && probe.asked.get("a").get() > 5);
    assertThat(told).containsExactly("a");
    assertThat(monitor.latest("a").orElseThrow().failure().orElseThrow().reason())
        .isEqualTo(Cause.REFUSED);
  }

  @Test
  void forgottenIsNotAskedAgain() throws Exception {
    watch("a", Expected.nothing());
    await().until(() -> monitor.latest("a").isPresent());
    monitor.forget("a");
    await().until(() -> monitor.latest("a").isEmpty());
    int asked = probe.asked.get("a").get();
    Thread.sleep(INTERVAL.multipliedBy(5).toMillis());
    assertThat(probe.asked.get("a")).hasValue(asked);
    assertThat(monitor.latest("a")).isEmpty();
  }

  private static final class FakeProbe implements InstanceProbe {
    private final Map<String, AtomicInteger> asked = new ConcurrentHashMap<>();
    private final Map<String, Boolean> running = new ConcurrentHashMap<>();
    private final AtomicInteger overlaps = new AtomicInteger();
    private final List<Consumer<String>> dropped = new CopyOnWriteArrayList<>();
    private volatile boolean fail;
    private volatile boolean explode;

    @Override
    public long use(InstanceAddress instance) {
      return 0;
    }

    @Override
    public CompletionStage<Probed> probe(String uid) {
      asked.computeIfAbsent(uid, u -> new AtomicInteger()).incrementAndGet();
      if (running.put(uid, true) == Boolean.TRUE) {
        overlaps.incrementAndGet();
      }
      if (uid.startsWith("hang")) {
        return new CompletableFuture<>();
      }
      running.put(uid, false);
      if (explode) {
        throw new IllegalStateException("on purpose");
      }
      if (fail) {
        return CompletableFuture.failedFuture(new RedisUnavailable(Cause.UNREACHABLE, "m", null));
      }
      return CompletableFuture.completedFuture(new Probed(observation(), 0));
    }

    private static Observation observation() {
      return new Observation(
          "8.0.2",
          "run",
          Map.of(),
          List.of(),
          Optional.empty(),
          Optional.empty(),
          new Observation.ServerFigures(1, 1, 100, 0, 0, 0, 0, 0, 0, 0));
    }

    @Override
    public void onDrop(Consumer<String> told) {
      dropped.add(told);
    }
  }
}
