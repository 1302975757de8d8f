// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.resource;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sharedstate.controller.testing.Samples;
import dev.sharedstate.functions.testing.RedisEngine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The files of an instance as they run, on every engine: scripts and redis.conf. */
class InstanceRedisTest extends InstancePod {

  @ParameterizedTest
  @EnumSource
  void theLibraryIsThereBeforeThePodIsReadyAndWithoutAnOperator(RedisEngine engine) {
    start(engine);

    assertThat(asApp("FCALL", "rl_take", "1", "per_user:a")).contains("ALLOWED");
    assertThat(pod.probe("live.sh")).isTrue();
    assertThat(asOperator("CONFIG", "GET", "maxmemory-policy")).contains("noeviction");
    assertThat(asOperator("CONFIG", "GET", "maxmemory"))
        .contains(Long.toString(ORDERS.memory().maxmemory()));
  }

  @ParameterizedTest
  @EnumSource
  void theKeeperTakesOverChangedUsers(RedisEngine engine) {
    start(engine);
    assertThat(asApp("FCALL", "rl_take", "1", "added:a")).contains("NOPERM");

    mountUsers(
        Samples.desired(
            """
            limits:
            - {name: added, algorithm: FixedWindow, limit: 5, window: 30s, onUnavailable: Deny}
            """));

    Awaitility.await()
        .atMost(Duration.ofSeconds(15))
        .untilAsserted(
            () -> assertThat(asApp("FCALL", "rl_take", "1", "added:a")).contains("NOENTRY"));
    awaitReady();
  }

  @ParameterizedTest
  @EnumSource
  void theKeeperBringsAFlushedLibraryBack(RedisEngine engine) {
    start(engine);
    assertThat(asOperator("FUNCTION", "DELETE", "sharedstate_rl")).contains("OK");
    assertThat(pod.run("ready.sh")).contains("Function not found");
    assertThat(pod.probe("live.sh")).isTrue();

    awaitReady();
    assertThat(asApp("FCALL", "rl_take", "1", "per_user:a")).contains("ALLOWED");
  }

  @ParameterizedTest
  @EnumSource
  void aServerThatIsBusyIsAliveButNotReady(RedisEngine engine) {
    start(engine);
    asOperator("CONFIG", "SET", "busy-reply-threshold", "50");
    asOperator(
        "FUNCTION",
        "LOAD",
        "#!lua name=busy\n"
            + "redis.register_function{function_name='busy', callback=function() while true do end"
            + " end, flags={'no-writes'}}");
    Thread runs = new Thread(() -> asOperator("FCALL", "busy", "0"));
    runs.start();
    Awaitility.await().untilAsserted(() -> assertThat(pod.run("ready.sh")).contains("BUSY"));

    assertThat(pod.run("live.sh")).isEmpty();
    runs.interrupt();
    pod.kill(); // nobody may end a function by hand
    assertThat(pod.run("live.sh")).contains("failed");
  }

  @ParameterizedTest
  @EnumSource
  void passwordsAreInNoArgumentAndNoEnvironment(RedisEngine engine) throws IOException {
    start(engine);
    String local = pod.read("tmp/local.password").strip();
    assertThat(local).hasSize(64);
    List<String> secrets =
        List.of(local, Samples.CREDENTIALS.app(), Samples.CREDENTIALS.operator());
    for (int i = 0; i < 20; i++) {
      pod.probe("ready.sh");
      try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
        processes
            .filter(process -> process.getFileName().toString().matches("[0-9]+"))
            .flatMap(process -> Stream.of("cmdline", "environ").map(process::resolve))
            .forEach(file -> assertThat(text(file)).doesNotContain(secrets));
      }
    }
    assertThat(pod.log()).doesNotContain(secrets);
  }

  private static String text(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return ""; // ended meanwhile
    }
  }

  @ParameterizedTest
  @EnumSource
  void aRestartInPlaceServesAgain(RedisEngine engine) {
    start(engine);
    String first = pod.read("tmp/local.password");
    pod.kill();
    pod.start();
    awaitReady();

    assertThat(pod.read("tmp/local.password")).isNotEqualTo(first);
    assertThat(asApp("FCALL", "rl_take", "1", "per_user:a")).contains("ALLOWED");
  }
}
