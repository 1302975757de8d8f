// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions.testing;

import java.nio.file.Files;
import java.nio.file.Path;

/** The servers that every library is tested on. */
public enum RedisEngine {
  REDIS_7_0("redis-7.0"),
  REDIS_8_0("redis-8.0"),
  VALKEY_8_1("valkey-8.1");

  private final String directory;

  RedisEngine(String directory) {
    this.directory = directory;
  }

  /**
   * The engine's {@code redis-server}. A missing engine fails the test: skipped tests would look
   * like passed ones.
   */
  public Path server() {
    String root = System.getenv("SHAREDSTATE_ENGINES");
    Path engines =
        root == null
            ? Path.of(System.getProperty("user.home"), ".cache", "dev-cluster", "engines")
            : Path.of(root);
    Path server = engines.resolve(directory).resolve("bin").resolve("redis-server");
    if (!Files.isExecutable(server)) {
      throw new AssertionError(server + " is missing; run: make tools");
    }
    return server;
  }
}
