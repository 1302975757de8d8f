// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.status;

import dev.sharedstate.controller.redis.Observation;
import dev.sharedstate.controller.redis.Observation.LibraryInfo;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What was read back from the instance in this pass.
 *
 * @param failure why nothing, or not all, could be read; the other fields are what was read before
 *     it failed
 * @param observation the first reading
 * @param wrongConfig parameters that are not as desired although they were set, with their values
 * @param library what runs, after a push if one was needed
 * @param libraryProblem why the library that runs is not the desired one
 */
public record RedisFacts(
    Optional<Failure> failure,
    Optional<Observation> observation,
    Map<String, String> wrongConfig,
    Optional<LibraryInfo> library,
    Optional<LibraryProblem> libraryProblem,
    List<String> wrongUsers) {

  /**
   * No trustworthy answer.
   *
   * @param reason of RedisReady
   * @param blind the operator cannot see: the instance may well serve
   */
  public record Failure(String reason, String message, boolean blind) {}

  /**
   * @param reason of Programmed
   */
  public record LibraryProblem(String reason, String message) {}

  /** Nobody could be asked. */
  public static RedisFacts notTried() {
    return new RedisFacts(
        Optional.empty(),
        Optional.empty(),
        Map.of(),
        Optional.empty(),
        Optional.empty(),
        List.of());
  }

  /** Nothing was read. */
  public static RedisFacts failed(Failure failure) {
    return new RedisFacts(
        Optional.of(failure),
        Optional.empty(),
        Map.of(),
        Optional.empty(),
        Optional.empty(),
        List.of());
  }

  /** True if a server answered and its settings are as desired. */
  public boolean configured() {
    return failure.isEmpty()
        && observation.isPresent()
        && wrongConfig.isEmpty()
        && wrongUsers.isEmpty();
  }
}
