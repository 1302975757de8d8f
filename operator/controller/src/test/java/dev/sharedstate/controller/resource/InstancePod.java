// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.resource;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sharedstate.controller.model.Credentials;
import dev.sharedstate.controller.model.DesiredInstance;
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
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;

/** An instance that runs from its rendered files, and those who talk to it. */
abstract class InstancePod {
  static final DesiredInstance ORDERS = Samples.orders();
  private static int addresses = 10;

  TestPod pod;
  private final RedisClient client = RedisClient.create();

  void start(RedisEngine engine) {
    start(engine, ORDERS);
  }

  void start(RedisEngine engine, DesiredInstance desired) {
    pod = new TestPod(engine, "127.0.78." + addresses++);
    pod.mount("config", ConfigConfigMap.of(desired).getData());
    pod.mount("library", LibraryConfigMap.of(desired).getData());
    mountUsers(desired);
    pod.start();
    awaitReady();
  }

  void mountUsers(DesiredInstance desired) {
    pod.mount("acl", Map.of("users.acl", Acl.file(desired, Samples.CREDENTIALS)));
  }

  void awaitReady() {
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

  String asApp(String... command) {
    return call("app", Samples.CREDENTIALS.app(), command);
  }

  String asOperator(String... command) {
    return call(Credentials.OPERATOR, Samples.CREDENTIALS.operator(), command);
  }

  /** The answer, or the error reply, as text. */
  String call(String user, String password, String... command) {
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
