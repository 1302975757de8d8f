// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.redis;

import java.time.Duration;
import java.util.List;

/**
 * Bounds of the administration.
 *
 * @param connectTimeout of the TCP connection
 * @param commandTimeout of one command, and of the login
 * @param firstBackoff after the first failure no connection is tried for this long; doubled with
 *     each further failure
 * @param lastBackoff the longest such pause
 * @param ioThreads shared by all instances
 * @param pushReserveBytes by which maxmemory is raised for a push where memory is full
 * @param parameters that CONFIG GET reads in each observation
 */
public record RedisSettings(
    Duration connectTimeout,
    Duration commandTimeout,
    Duration firstBackoff,
    Duration lastBackoff,
    int ioThreads,
    long pushReserveBytes,
    List<String> parameters) {
  /** Every parameter that the operator may set live, and those whose change would lose data. */
  public static final List<String> OBSERVED =
      List.of(
          "maxmemory",
          "maxmemory-policy",
          "maxmemory-clients",
          "maxclients",
          "save",
          "appendonly",
          "appendfsync",
          "no-appendfsync-on-rewrite",
          "auto-aof-rewrite-percentage",
          "auto-aof-rewrite-min-size",
          "syslog-ident", // what data.sh found
          "client-output-buffer-limit",
          "busy-reply-threshold",
          "timeout");

  public RedisSettings {
    parameters = List.copyOf(parameters);
  }

  public static RedisSettings defaults() {
    return of(Duration.ofSeconds(1), Duration.ofSeconds(2));
  }

  /** The defaults with other timeouts. */
  public static RedisSettings of(Duration connectTimeout, Duration commandTimeout) {
    return new RedisSettings(
        connectTimeout,
        commandTimeout,
        Duration.ofMillis(500),
        Duration.ofSeconds(10),
        2,
        4L << 20,
        OBSERVED);
  }
}
