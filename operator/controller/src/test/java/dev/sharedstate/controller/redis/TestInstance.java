// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.redis;

import dev.sharedstate.api.model.RateLimitEntry;
import dev.sharedstate.api.v1alpha1.Algorithm;
import dev.sharedstate.api.v1alpha1.OnUnavailable;
import dev.sharedstate.controller.model.Trial;
import dev.sharedstate.functions.Library;
import dev.sharedstate.functions.PolicyIdentity;
import dev.sharedstate.functions.RateLimitCompiler;
import dev.sharedstate.functions.testing.RedisEngine;
import dev.sharedstate.functions.testing.RedisServer;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.ArrayOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.ProtocolKeyword;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/** A real server with the operator's user, and the limits of a policy for it. */
public final class TestInstance implements AutoCloseable {
  public static final String PASSWORD = "0a1b2c3d-secret";
  public static final long MAXMEMORY = 64L << 20;

  private final RedisServer server;
  private final String uid;
  private final String pid;
  private StatefulRedisConnection<String, String> connection;

  private TestInstance(RedisServer server, String uid) {
    this.server = server;
    this.uid = uid;
    this.pid = info("server").get("process_id"); // a restart keeps it
  }

  /**
   * @param config more of the command line
   */
  public static TestInstance start(RedisEngine engine, String uid, String... config) {
    List<String> line = new ArrayList<>();
    line.addAll(List.of("--maxmemory", Long.toString(MAXMEMORY)));
    line.addAll(List.of("--enable-debug-command", "yes"));
    line.addAll(List.of("--user", "_operator", "on", ">" + PASSWORD, "~*", "&*", "+@all"));
    line.addAll(List.of(config));
    return new TestInstance(RedisServer.start(engine, line.toArray(String[]::new)), uid);
  }

  public InstanceAddress address() {
    return new InstanceAddress(
        uid, "pod-1", "127.0.0.1", server.port(), "_operator", PASSWORD, "rl");
  }

  public RedisServer server() {
    return server;
  }

  public synchronized RedisCommands<String, String> commands() {
    if (connection == null || !connection.isOpen()) {
      connection = server.connect();
    }
    return connection.sync();
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

  /** A new process on the same port, with the same command line, without its memory. */
  public void restart() {
    try {
      run(CommandType.DEBUG, "RESTART");
    } catch (RedisException ended) { // no answer is the answer
      connection = null;
    }
  }

  public void awaitRestarted() {
    Awaitility.await().ignoreExceptions().until(() -> commands().info("server") != null);
  }

  /** One command, whatever it answers. */
  public List<Object> run(ProtocolKeyword command, String... arguments) {
    CommandArgs<String, String> args = new CommandArgs<>(StringCodec.UTF8);
    for (String argument : arguments) {
      args.add(argument);
    }
    return commands().dispatch(command, new ArrayOutput<>(StringCodec.UTF8), args);
  }

  public List<Object> call(String function, String key, String... arguments) {
    CommandArgs<String, String> args = new CommandArgs<>(StringCodec.UTF8);
    args.add(function).add(1).addKey(key);
    for (String argument : arguments) {
      args.add(argument);
    }
    return commands().dispatch(CommandType.FCALL, new ArrayOutput<>(StringCodec.UTF8), args);
  }

  /** kill -STOP and -CONT. */
  public void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, pid).start().waitFor();
  }

  /**
   * Writes 8 MiB and sets maxmemory below what is used, so that every command that needs memory is
   * refused.
   *
   * @return maxmemory
   */
  public long fill() {
    String value = "x".repeat(1 << 16);
    for (int i = 0; i < 128; i++) {
      commands().set("filler:" + i, value);
    }
    long max = Long.parseLong(info("memory").get("used_memory")) - (1 << 18);
    commands().configSet("maxmemory", Long.toString(max));
    return max;
  }

  @Override
  public void close() {
    server.close();
  }

  public static List<RateLimitEntry> limits(long limit) {
    return List.of(
        new RateLimitEntry(
            "login", Algorithm.FixedWindow, limit, 600_000, limit, false, OnUnavailable.Deny),
        new RateLimitEntry(
            "api", Algorithm.TokenBucket, limit, 600_000, limit, false, OnUnavailable.Allow));
  }

  /** The library of these limits, pushed as a pass does it. */
  public static RedisAdmin.Pushed push(
      RedisAdmin admin, InstanceAddress address, long generation, long limit, long maxmemory) {
    String uid = "uid-1";
    return admin.push(
        address, library(uid, generation, limit), trial(uid, generation, limit), maxmemory);
  }

  public static Trial trial(String uid, long generation, long limit) {
    return new Trial(
        RateLimitCompiler.compileForSelfTest(new PolicyIdentity(uid, generation), limits(limit)),
        caller -> RateLimitCompiler.selfTest(caller, limits(limit)));
  }

  public static Library library(String uid, long generation, long limit) {
    return RateLimitCompiler.compile(new PolicyIdentity(uid, generation), limits(limit));
  }

  /** A library that anybody may have loaded, with one function. */
  public static String foreign(String name, String function, String body) {
    return "#!lua name="
        + name
        + "\nredis.register_function{function_name='"
        + function
        + "', callback=function() "
        + body
        + " end, flags={'no-writes'}}\n";
  }

  /** A command that Lettuce does not know. */
  public static ProtocolKeyword keyword(String word) {
    return new ProtocolKeyword() {
      @Override
      public byte[] getBytes() {
        return word.getBytes(StandardCharsets.US_ASCII);
      }

      @Override
      public String toString() {
        return word;
      }
    };
  }
}
