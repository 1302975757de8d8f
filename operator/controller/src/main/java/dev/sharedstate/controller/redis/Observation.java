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
 * @param disk how it fares with its volume
 */
public record Observation(
    String version,
    String runId,
    Map<String, String> config,
    List<String> libraries,
    Optional<LibraryInfo> info,
    Optional<LibraryStats> stats,
    ServerFigures server,
    String engine,
    DiskFigures disk) {

  /** Of a Redis that has no trouble with its volume. */
  public Observation(
      String version,
      String runId,
      Map<String, String> config,
      List<String> libraries,
      Optional<LibraryInfo> info,
      Optional<LibraryStats> stats,
      ServerFigures server) {
    this(version, runId, config, libraries, info, stats, server, "redis", DiskFigures.NO_TROUBLE);
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

  /**
   * What INFO says of the volume; nothing of it fails where there is none.
   *
   * @param writesOk whether the last write to the append-only file succeeded; if not, the server
   *     refuses writes
   * @param rewriteOk whether the append-only file could be written anew when that was last tried
   * @param rewriting whether it is being written anew, or will be next
   * @param saveOk whether the last snapshot succeeded
   * @param saving whether a snapshot is being written
   * @param unsaved changes since the last snapshot that succeeded
   */
  public record DiskFigures(
      boolean writesOk,
      boolean rewriteOk,
      boolean rewriting,
      boolean saveOk,
      boolean saving,
      long unsaved) {
    /** All is written. */
    public static final DiskFigures NO_TROUBLE = new DiskFigures(true, true, false, true, false, 0);
  }

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
