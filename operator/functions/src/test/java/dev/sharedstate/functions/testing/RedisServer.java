// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions.testing;

import dev.sharedstate.functions.FunctionCaller;
import dev.sharedstate.functions.Library;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.FlushMode;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCredentials;
import io.lettuce.core.RedisCredentialsProvider;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.protocol.ProtocolVersion;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A redis-server process of its own on a free port of the loopback interface, in a directory of its
 * own, without persistence. Gone when closed, and with the JVM.
 */
public final class RedisServer implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final Map<RedisEngine, RedisServer> SHARED = new EnumMap<>(RedisEngine.class);

  private final Path directory;
  private final int port;
  private final Process process;
  private final Process watchdog;
  private final Thread hook = new Thread(this::end);
  private final RedisClient client;
  private StatefulRedisConnection<String, String> connection;

  private RedisServer(Path directory, int port, Process process, Process watchdog) {
    this.watchdog = watchdog;
    this.directory = directory;
    this.port = port;
    this.process = process;
    Runtime.getRuntime().addShutdownHook(hook);
    this.client = RedisClient.create(uri());
    client.setOptions(
        ClientOptions.builder()
            .protocolVersion(ProtocolVersion.RESP2)
            .autoReconnect(false)
            .socketOptions(SocketOptions.builder().connectTimeout(TIMEOUT).build())
            .timeoutOptions(TimeoutOptions.enabled(TIMEOUT))
            .build());
  }

  /**
   * Starts a server.
   *
   * @param config more lines of the command line, such as {@code "--cluster-enabled", "yes"}
   */
  public static RedisServer start(RedisEngine engine, String... config) {
    for (int attempt = 1; ; attempt++) {
      RedisServer server = launch(engine.server(), freePort(), config);
      if (server.answers()) {
        return server;
      }
      String output = server.output();
      server.close();
      if (attempt == 3) { // somebody else may have taken the port, but not three times
        throw new AssertionError(engine + " does not start: " + output);
      }
    }
  }

  /** The one server of an engine that tests share which leave nothing behind; it is empty. */
  public static synchronized RedisServer shared(RedisEngine engine) {
    RedisServer server = SHARED.computeIfAbsent(engine, RedisServer::start);
    server.commands().flushall();
    server.commands().functionFlush(FlushMode.SYNC);
    return server;
  }

  public int port() {
    return port;
  }

  public RedisURI uri() {
    return RedisURI.builder().withHost("127.0.0.1").withPort(port).withTimeout(TIMEOUT).build();
  }

  /** A connection that listens to channels; it ends with the server at the latest. */
  public StatefulRedisPubSubConnection<String, String> listen() {
    return client.connectPubSub();
  }

  /** Commands on the server's common connection. */
  public synchronized RedisCommands<String, String> commands() {
    if (connection == null) {
      connection = client.connect();
    }
    return connection.sync();
  }

  /** A connection of its own; it ends with the server at the latest. */
  public StatefulRedisConnection<String, String> connect() {
    return client.connect();
  }

  /** A connection of its own as another user. */
  public StatefulRedisConnection<String, String> connect(String user, String password) {
    RedisURI uri = uri();
    uri.setCredentialsProvider(
        RedisCredentialsProvider.from(() -> RedisCredentials.just(user, password)));
    return client.connect(uri);
  }

  /** Replaces a library. */
  public void load(Library library) {
    commands().functionLoad(library.text(), true);
  }

  /** FCALL on the common connection. */
  public FunctionCaller caller() {
    return LettuceCaller.of(commands());
  }

  /** The figures of an INFO section. */
  public Map<String, String> info(String section) {
    return commands()
        .info(section)
        .lines()
        .filter(line -> line.contains(":"))
        .map(line -> line.strip().split(":", 2))
        .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
  }

  /** kill -9. */
  public void kill() {
    process.destroyForcibly();
    waitFor();
  }

  @Override
  public void close() {
    client.shutdown(Duration.ZERO, TIMEOUT);
    end();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      return; // the JVM is ending: the hook runs by itself
    }
  }

  private static RedisServer launch(Path server, int port, String... config) {
    try {
      Path directory = Files.createTempDirectory("sharedstate-redis");
      List<String> command = new ArrayList<>();
      command.addAll(List.of(server.toString(), "--port", Integer.toString(port)));
      command.addAll(List.of("--bind", "127.0.0.1", "--dir", directory.toString()));
      command.addAll(List.of("--save", "", "--appendonly", "no"));
      command.addAll(List.of(config));
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(directory.resolve("output").toFile())
              .start();
      return new RedisServer(directory, port, process, watchdog(process, directory));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Clears up when this JVM ends in a way that runs no hooks: the watchdog's input ends then. */
  private static Process watchdog(Process server, Path directory) throws IOException {
    List<String> command = new ArrayList<>(List.of("sh", "-c"));
    command.add("read -r line; kill -9 \"$1\"; rm -rf \"$2\"");
    command.addAll(List.of("sh", Long.toString(server.pid()), directory.toString()));
    return new ProcessBuilder(command).start();
  }

  private boolean answers() {
    long deadline = System.nanoTime() + TIMEOUT.toNanos();
    while (process.isAlive() && System.nanoTime() < deadline) {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
        return process.isAlive();
      } catch (IOException e) {
        pause();
      }
    }
    return false;
  }

  private String output() {
    try {
      return Files.readString(directory.resolve("output"));
    } catch (IOException e) {
      return e.toString();
    }
  }

  private void end() {
    watchdog.destroyForcibly();
    process.destroyForcibly();
    waitFor();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void waitFor() {
    try {
      if (!process.waitFor(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new AssertionError("redis-server does not end: pid " + process.pid());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void pause() {
    try {
      Thread.sleep(20);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while redis-server starts", e);
    }
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
