// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.testing;

import dev.sharedstate.functions.testing.RedisEngine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The container of one pod as a process of this machine: the mounted files lie in a directory, the
 * paths that the image would have are given to the scripts by their variables, and in redis.conf
 * address and paths are replaced. Everything else is what a pod runs.
 */
public final class TestPod implements AutoCloseable {
  private final Path root;
  private final String address;
  private final Path binaries;
  private final Path data;
  private Process process;

  /**
   * With data that goes with it.
   *
   * @param address of the loopback network, of this pod alone
   */
  public TestPod(RedisEngine engine, String address) {
    this(engine, address, Optional.empty());
  }

  /**
   * @param address of the loopback network, of this pod alone
   * @param volume where the data lies, which stays
   */
  public TestPod(RedisEngine engine, String address, Optional<Path> volume) {
    this.address = address;
    this.binaries = engine.server().getParent();
    try {
      this.root = Files.createTempDirectory("sharedstate-pod");
      this.data = volume.orElse(root.resolve("data"));
      Files.createDirectories(data);
      Files.createDirectories(root.resolve("tmp"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public String address() {
    return address;
  }

  /** Writes a volume's files, each at once as a whole. */
  public void mount(String volume, Map<String, String> files) {
    try {
      Path directory = Files.createDirectories(root.resolve(volume));
      for (Map.Entry<String, String> file : files.entrySet()) {
        String text = file.getKey().equals("redis.conf") ? local(file.getValue()) : file.getValue();
        Path next = Files.writeString(directory.resolve(file.getKey() + ".next"), text);
        Files.move(next, directory.resolve(file.getKey()), StandardCopyOption.ATOMIC_MOVE);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String local(String conf) {
    return conf.replaceAll("(?m)^bind .*", "bind " + address)
        .replaceAll("(?m)^dir .*", "dir " + data)
        .replace("/tmp/users.acl", root.resolve("tmp/users.acl").toString())
        .replace("/tmp/start.conf", root.resolve("tmp/start.conf").toString());
  }

  /** Runs the container's command. */
  public void start() {
    boolean hasVolume = Files.exists(root.resolve("config/data.sh"));
    try {
      process =
          prepared(hasVolume ? "data.sh" : "start.sh")
              .redirectOutput(ProcessBuilder.Redirect.appendTo(root.resolve("log").toFile()))
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs a probe; true if it passes. */
  public boolean probe(String script) {
    return run(script).isEmpty();
  }

  /** Runs a script; what it printed if it failed, empty if it passed. */
  public String run(String script) {
    try {
      Process probe = prepared(script).start();
      String output = new String(probe.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return probe.waitFor() == 0 ? "" : "failed: " + output;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  private ProcessBuilder prepared(String script) {
    List<String> command = new ArrayList<>(List.of("sh", "config/" + script));
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(root.toFile()).redirectErrorStream(true);
    Map<String, String> environment = builder.environment();
    environment.clear();
    environment.put("PATH", binaries + ":/usr/bin:/bin");
    environment.put("SHAREDSTATE_CONFIG_DIR", root.resolve("config").toString());
    environment.put("SHAREDSTATE_ACL_DIR", root.resolve("acl").toString());
    environment.put("SHAREDSTATE_LIBRARY_DIR", root.resolve("library").toString());
    environment.put("SHAREDSTATE_DATA_DIR", data.toString());
    environment.put("SHAREDSTATE_RUN_DIR", root.resolve("tmp").toString());
    environment.put("SHAREDSTATE_HOST", address);
    return builder;
  }

  public boolean isAlive() {
    return process != null && process.isAlive();
  }

  /** All that the container has printed. */
  public String log() {
    try {
      return Files.exists(root.resolve("log")) ? Files.readString(root.resolve("log")) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where a file of the pod lies. */
  public Path file(String path) {
    return root.resolve(path);
  }

  /** A file of the pod. */
  public String read(String path) {
    try {
      return Files.readString(root.resolve(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** SIGTERM, as the kubelet ends a container. */
  public void stop() {
    if (process != null) {
      process.destroy();
      await();
    }
  }

  /** kill -9. */
  public void kill() {
    process.destroyForcibly();
    await();
  }

  private void await() {
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    stop();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
