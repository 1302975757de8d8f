// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.model;

/**
 * What of the container's memory limit the data may use. All numbers in bytes.
 *
 * <p>The limit also has to hold the server itself (24 MiB), the library twice (a push loads the new
 * one beside the old), the buffers of clients, and 15 % for fragmentation. An instance with a
 * volume writes its data from a second process, which begins as a copy that costs nothing; each
 * page that is written to meanwhile is copied. Under random writes that is all of it, for a rewrite
 * of the append-only file and for a snapshot alike, so its data may use less than half.
 *
 * @param maxmemory Redis' own bound on data
 * @param maxmemoryClients Redis' own bound on the buffers of all clients
 */
public record MemoryPlan(long maxmemory, long maxmemoryClients) {
  /** The smallest memory limit that is accepted. */
  public static final long SMALLEST_LIMIT = 64L << 20;

  private static final long SERVER = 24L << 20;
  private static final long LEAST_CLIENTS = 8L << 20;
  private static final long PERCENT_IN_MEMORY = 115;
  private static final long PERCENT_WITH_COPY = 220;

  /**
   * @param limit memory limit of the container
   * @param library Lua memory of one loaded library
   * @param memoryOnly whether nothing is ever written to a volume
   * @throws IllegalArgumentException if nothing is left for data
   */
  public static MemoryPlan of(long limit, long library, boolean memoryOnly) {
    long clients = Math.max(LEAST_CLIENTS, limit / 16);
    long percent = memoryOnly ? PERCENT_IN_MEMORY : PERCENT_WITH_COPY;
    long maxmemory = (limit - SERVER - 2 * library - clients) * 100 / percent;
    if (maxmemory <= 0) {
      throw new IllegalArgumentException("a limit of " + limit + " bytes leaves no room for data");
    }
    return new MemoryPlan(maxmemory, clients);
  }
}
