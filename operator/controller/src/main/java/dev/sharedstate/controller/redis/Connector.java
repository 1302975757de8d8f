// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.MaintNotificationsConfig;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.protocol.ProtocolVersion;
import io.lettuce.core.resource.ClientResources;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** Makes connections that never re-send, on a few threads shared by all instances. */
final class Connector implements AutoCloseable {
  private static final long SLACK_MILLIS = 1000;
  private static final Duration STOP = Duration.ofSeconds(2);

  private final RedisSettings settings;
  private final ClientResources resources;
  private final RedisClient client;

  Connector(RedisSettings settings) {
    this.settings = settings;
    resources =
        ClientResources.builder()
            .ioThreadPoolSize(settings.ioThreads())
            .computationThreadPoolSize(settings.ioThreads())
            .commandLatencyRecorder(CommandLatencyRecorder.disabled())
            .build();
    client = RedisClient.create(resources);
    client.setOptions(
        ClientOptions.builder()
            .autoReconnect(false)
            .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
            // RESP2: the same reply shapes on every engine, and nothing sent beyond the login.
            .protocolVersion(ProtocolVersion.RESP2)
            .maintNotificationsConfig(MaintNotificationsConfig.disabled())
            .socketOptions(
                SocketOptions.builder()
                    .connectTimeout(settings.connectTimeout())
                    .keepAlive(true)
                    .tcpNoDelay(true)
                    .build())
            .timeoutOptions(TimeoutOptions.enabled(settings.commandTimeout()))
            .build());
  }

  CompletionStage<StatefulRedisConnection<String, String>> connect(InstanceAddress address) {
    RedisURI uri =
        RedisURI.builder()
            .withHost(address.host())
            .withPort(address.port())
            .withAuthentication(address.username(), address.password().toCharArray())
            .withTimeout(settings.commandTimeout()) // of the login too
            .build();
    return client.connectAsync(StringCodec.UTF8, uri);
  }

  /** The longest that connecting, login and one command can take, and a second. */
  long patienceMillis() {
    return settings.connectTimeout().toMillis()
        + 2 * settings.commandTimeout().toMillis()
        + SLACK_MILLIS;
  }

  @Override
  public void close() {
    client.shutdown(Duration.ZERO, STOP);
    resources.shutdown(0, STOP.toMillis(), TimeUnit.MILLISECONDS).awaitUninterruptibly();
  }
}
