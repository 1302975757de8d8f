// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.resource;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sharedstate.controller.model.DesiredInstance;
import dev.sharedstate.controller.status.PodFacts;
import dev.sharedstate.controller.status.PodReader;
import dev.sharedstate.controller.testing.Samples;
import dev.sharedstate.functions.testing.RedisEngine;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What an instance with a volume keeps, as its files run on every engine. */
class PersistenceRedisTest extends InstancePod {
  private static final int CALLS = 200;

  @ParameterizedTest
  @CsvSource({
    "REDIS_7_0, AppendOnly, Always",
    "REDIS_8_0, AppendOnly, Always",
    "VALKEY_8_1, AppendOnly, Always",
    "REDIS_7_0, AppendOnly, EverySecond",
    "REDIS_8_0, AppendOnly, EverySecond",
    "VALKEY_8_1, AppendOnly, EverySecond",
    "REDIS_7_0, Snapshot,",
    "REDIS_8_0, Snapshot,",
    "VALKEY_8_1, Snapshot,",
    "REDIS_7_0, None,",
    "REDIS_8_0, None,",
    "VALKEY_8_1, None,"
  })
  void theFileSaysWhatIsSetLive(RedisEngine engine, String mode, String fsync) {
    DesiredInstance desired = desired(mode, fsync);
    start(engine, desired);
    desired
        .liveConfig()
        .forEach(
            (name, value) ->
                assertThat(asOperator("CONFIG", "GET", name)).isEqualTo("[%s, %s]", name, value));
  }

  @ParameterizedTest
  @EnumSource
  void killNineLosesNothingThatWasAnswered(RedisEngine engine) {
    start(engine, desired("AppendOnly", "Always"));
    take(CALLS);
    pod.kill();
    restart();
    assertThat(used()).isEqualTo(CALLS);
    assertThat(asOperator("CONFIG", "GET", "syslog-ident")).doesNotContain("cut");
  }

  @ParameterizedTest
  @EnumSource
  void aWriteThatIsCutOffIsDroppedAndTold(RedisEngine engine) throws IOException {
    start(engine, desired("AppendOnly", "EverySecond"));
    take(CALLS);
    pod.kill();
    cut(lastFile(), 7);
    long cutAt = Files.size(lastFile());
    restart();

    assertThat(used()).isEqualTo(CALLS - 1);
    String told = asOperator("CONFIG", "GET", "syslog-ident");
    assertThat(told).matches("\\[syslog-ident, cut:[0-9]+]");
    assertThat(pod.log()).contains("were an unfinished write and are gone");
    long bytes = Long.parseLong(told.replaceAll("[^0-9]", ""));
    assertThat(bytes).isBetween(1L, 200L).isLessThan(cutAt);

    pod.stop();
    restart();
    assertThat(used()).isEqualTo(CALLS - 1);
    assertThat(asOperator("CONFIG", "GET", "syslog-ident")).doesNotContain("cut");
  }

  @ParameterizedTest
  @EnumSource
  void damageStopsTheStartAndIsNamed(RedisEngine engine) throws IOException {
    start(engine, desired("AppendOnly", "Always"));
    take(CALLS);
    pod.kill();
    try (RandomAccessFile file = new RandomAccessFile(lastFile().toFile(), "rw")) {
      file.seek(0);
      file.write("damage".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    }
    pod.start();
    Awaitility.await()
        .atMost(Duration.ofSeconds(15))
        .untilAsserted(() -> assertThat(pod.isAlive()).as(pod.log()).isFalse());

    assertThat(crashed().reason()).as(pod.log()).isEqualTo("DataDamaged");
    assertThat(crashed().message()).contains("claim data-orders-rl-0").contains("--fix");
  }

  @ParameterizedTest
  @EnumSource
  void aDamagedSnapshotStopsTheStartAndIsNamed(RedisEngine engine) throws IOException {
    start(engine, desired("Snapshot", null));
    take(CALLS);
    pod.stop();
    cut(pod.file("data/dump.rdb"), 20);
    pod.start();
    Awaitility.await()
        .atMost(Duration.ofSeconds(15))
        .untilAsserted(() -> assertThat(pod.isAlive()).as(pod.log()).isFalse());

    assertThat(crashed().reason()).as(pod.log()).isEqualTo("DataDamaged");
  }

  @ParameterizedTest
  @EnumSource
  void aStopSavesASnapshotAndLeftoversGo(RedisEngine engine) throws IOException {
    start(engine, desired("Snapshot", null));
    take(CALLS);
    pod.stop();
    Files.writeString(pod.file("data/temp-17.rdb"), "cut off");
    restart();

    assertThat(used()).isEqualTo(CALLS);
    assertThat(pod.file("data/temp-17.rdb")).doesNotExist();
    assertThat(asOperator("BGSAVE")).contains("Background saving started");
    take(1);
    pod.kill();
    restart();
    assertThat(used()).isBetween(CALLS, CALLS + 1);
  }

  private static DesiredInstance desired(String mode, String fsync) {
    return Samples.desired(
        """
        limits:
        - {name: per_user, algorithm: FixedWindow, limit: 1000, window: 1h, onUnavailable: Deny}
        redis:
          persistence: {mode: %s%s}
        """
            .formatted(mode, fsync == null ? "" : ", fsync: " + fsync));
  }

  private void restart() {
    pod.start();
    awaitReady();
  }

  private void take(int calls) {
    for (int i = 0; i < calls; i++) {
      assertThat(asApp("FCALL", "rl_take", "1", "per_user:a")).contains("ALLOWED");
    }
  }

  private int used() {
    String[] answer = asApp("FCALL", "rl_peek", "1", "per_user:a").split(", ");
    return 1000 - Integer.parseInt(answer[6]);
  }

  private Path lastFile() throws IOException {
    try (Stream<Path> files = Files.list(pod.file("data/appendonlydir"))) {
      return files
          .filter(file -> file.toString().endsWith(".incr.aof"))
          .reduce((one, other) -> other)
          .orElseThrow();
    }
  }

  private static void cut(Path file, int bytes) throws IOException {
    try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
      open.setLength(open.length() - bytes);
    }
  }

  /** What the status says of it: the kubelet keeps the end of the log. */
  private PodFacts crashed() {
    String log = pod.log();
    Pod ended =
        new PodBuilder()
            .withNewMetadata()
            .withName("orders-rl-0")
            .endMetadata()
            .withNewStatus()
            .withPhase("Running")
            .addNewContainerStatus()
            .withNewState()
            .withNewTerminated()
            .withExitCode(1)
            .withMessage(log.substring(Math.max(0, log.length() - 2048)))
            .endTerminated()
            .endState()
            .endContainerStatus()
            .endStatus()
            .build();
    return PodReader.read(Optional.empty(), Optional.of(ended), false);
  }
}
