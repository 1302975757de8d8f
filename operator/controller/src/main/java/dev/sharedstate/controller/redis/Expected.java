// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.redis;

import java.util.Map;

/**
 * What a pass verified in an instance, so that the monitor can tell when it is no longer so.
 *
 * @param runId of the server that was verified; empty: not compared
 * @param libraryName the only library that may be loaded; empty: libraries are not compared
 * @param libraryDigest what {@code rl_info} has to answer
 * @param config CONFIG GET by parameter; only these are compared
 */
public record Expected(
    String runId, String libraryName, String libraryDigest, Map<String, String> config) {
  public Expected {
    config = Map.copyOf(config);
  }

  /** Nothing was verified: only a drop, a return and a restart are told. */
  public static Expected nothing() {
    return new Expected("", "", "", Map.of());
  }

  boolean isNothing() {
    return runId.isEmpty() && libraryName.isEmpty() && config.isEmpty();
  }
}
