// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.redis;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one instance said of itself in one round trip.
 *
 * @param version of the server, such as {@code 8.0.2}
 * @param runId another one means that the server was restarted
 * @param config CONFIG GET of the parameters that the operator sets
 * @param libraries the names of all function libraries that are loaded
 * @param info what {@code <kind>_info} answered, absent when there is no such function
 * @param stats what {@code <kind>_stats} answered
 * @param server figures of INFO
 * @param engine {@code redis} or {@code valkey}
 */
public record Observation(
    String version,
    String runId,
    Map<String, String> config,
    List<String> libraries,
    Optional<LibraryInfo> info,
    Optional<LibraryStats> stats,
    ServerFigures server,
    String engine) {

  /** Of a Redis. */
  public Observation(
      String version,
      String runId,
      Map<String, String> config,
      List<String> libraries,
      Optional<LibraryInfo> info,
      Optional<LibraryStats> stats,
      ServerFigures server) {
    this(version, runId, config, libraries, info, stats, server, "redis");
  }

  /** The answer of {@code <kind>_info}. {@code epoch} is -1 where the kind has none. */
  public record LibraryInfo(
      String name,
      String policyUid,
      long generation,
      String version,
      String digest,
      long layout,
      String loadId,
      long epoch,
      boolean testClock) {}

  /**
   * The answer of {@code <kind>_stats}.
   *
   * @param loadId another one means that the counters started from 0
   * @param counters by name: {@code <entry>.<outcome>}
   */
  public record LibraryStats(String loadId, Map<String, Long> counters) {}

  /** Figures of INFO; sizes in bytes. All counters start from 0 with a new run id. */
  public record ServerFigures(
      long usedMemory,
      long usedMemoryRss,
      long maxMemory,
      long evictedKeys,
      long expiredKeys,
      long oomErrors,
      long connectedClients,
      long rejectedConnections,
      long keys,
      long uptimeSeconds) {}
}
