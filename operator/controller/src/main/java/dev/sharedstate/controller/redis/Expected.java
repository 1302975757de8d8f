// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.redis;

import java.util.Map;

/**
 * What a pass found in an instance, so that the monitor can tell when it is no longer so.
 *
 * @param reached whether the instance answered the pass
 * @param runId of the server that was verified; empty: not compared
 * @param libraryName the only library that may be loaded; empty: libraries are not compared
 * @param libraryDigest what {@code <kind>_info} has to answer
 * @param loadId what {@code <kind>_info} has to answer: another one means that the library was
 *     loaded again; empty: not compared
 * @param config CONFIG GET by parameter; only these are compared
 */
public record Expected(
    boolean reached,
    String runId,
    String libraryName,
    String libraryDigest,
    String loadId,
    Map<String, String> config) {
  public Expected {
    config = Map.copyOf(config);
  }

  /** All of it was verified. */
  public static Expected verified(
      String runId, String libraryName, String libraryDigest, Map<String, String> config) {
    return new Expected(true, runId, libraryName, libraryDigest, "", config);
  }

  /** The same, of this load of the library. */
  public Expected withLoadId(String verifiedLoadId) {
    return new Expected(reached, runId, libraryName, libraryDigest, verifiedLoadId, config);
  }

  /** It answered, but is not as it should be: the pass knows, and does not want to be told. */
  public static Expected nothing() {
    return new Expected(true, "", "", "", "", Map.of());
  }

  /** It did not answer: the pass wants to be told as soon as it does. */
  public static Expected unreachable() {
    return new Expected(false, "", "", "", "", Map.of());
  }
}
