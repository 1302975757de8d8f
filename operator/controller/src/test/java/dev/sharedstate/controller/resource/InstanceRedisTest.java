// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.resource;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sharedstate.controller.model.Credentials;
import dev.sharedstate.controller.model.DesiredInstance;
import dev.sharedstate.controller.redis.InstanceAddress;
import dev.sharedstate.controller.redis.LettuceRedisAdmin;
import dev.sharedstate.controller.redis.RedisAdminListener;
import dev.sharedstate.controller.redis.RedisSettings;
import dev.sharedstate.controller.testing.Samples;
import dev.sharedstate.controller.testing.TestPod;
import dev.sharedstate.functions.testing.RedisEngine;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.ArrayOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.ProtocolKeyword;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The files of an instance as they run: scripts, redis.conf and users, on every engine. */
class InstanceRedisTest {
  private static final DesiredInstance ORDERS = Samples.orders();
  private static int addresses = 10;

  private TestPod pod;
  private final RedisClient client = RedisClient.create();

  private void start(RedisEngine engine) {
    pod = new TestPod(engine, "127.0.78." + addresses++);
    pod.mount("config", ConfigConfigMap.of(ORDERS).getData());
    pod.mount("library", LibraryConfigMap.of(ORDERS).getData());
    mountUsers(ORDERS);
    pod.start();
    awaitReady();
  }

  private void mountUsers(DesiredInstance desired) {
    pod.mount("acl", Map.of("users.acl", Acl.file(desired, Samples.CREDENTIALS)));
  }

  private void awaitReady() {
    Awaitility.await()
        .atMost(Duration.ofSeconds(15))
        .pollInterval(Duration.ofMillis(50))
        .untilAsserted(() -> assertThat(pod.run("ready.sh")).as(pod.log()).isEmpty());
  }

  @AfterEach
  void stop() {
    client.shutdown(Duration.ZERO, Duration.ofSeconds(5));
    if (pod != null) {
      pod.close();
    }
  }

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
            Samples.CREDENTIALS.operator());
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
                      ORDERS.identity(),
                      ORDERS.entries(),
                      ORDERS.library(),
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

  private String asApp(String... command) {
    return call("app", Samples.CREDENTIALS.app(), command);
  }

  private String asOperator(String... command) {
    return call(Credentials.OPERATOR, Samples.CREDENTIALS.operator(), command);
  }

  /** The answer, or the error reply, as text. */
  private String call(String user, String password, String... command) {
    RedisURI uri =
        RedisURI.builder()
            .withHost(pod.address())
            .withPort(6379)
            .withAuthentication(user, password)
            .withTimeout(Duration.ofSeconds(5))
            .build();
    try (StatefulRedisConnection<String, String> connection = client.connect(uri)) {
      CommandArgs<String, String> args = new CommandArgs<>(StringCodec.UTF8);
      Arrays.stream(command).skip(1).forEach(args::add);
      return String.valueOf(
          connection
              .sync()
              .dispatch(new Word(command[0]), new ArrayOutput<>(StringCodec.UTF8), args));
    } catch (RedisCommandExecutionException e) {
      return String.valueOf(e.getMessage());
    } catch (RuntimeException e) {
      return e + " " + e.getCause();
    }
  }

  private record Word(String text) implements ProtocolKeyword {
    @Override
    public byte[] getBytes() {
      return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    @SuppressWarnings("deprecation") // still abstract
    public String name() {
      return text;
    }
  }
}
