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
 * @param wrongUsers names of users whose rules are not as desired although they were set
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

  private static final RedisFacts NOTHING =
      new RedisFacts(
          Optional.empty(),
          Optional.empty(),
          Map.of(),
          Optional.empty(),
          Optional.empty(),
          List.of());

  /** Nobody could be asked. */
  public static RedisFacts notTried() {
    return NOTHING;
  }

  /** Nothing was read. */
  public static RedisFacts failed(Failure why) {
    return NOTHING.withFailure(why);
  }

  /** A first reading. */
  public static RedisFacts seen(Observation reading) {
    return new RedisFacts(
        Optional.empty(),
        Optional.of(reading),
        Map.of(),
        Optional.empty(),
        Optional.empty(),
        List.of());
  }

  public RedisFacts withFailure(Failure why) {
    return new RedisFacts(
        Optional.of(why), observation, wrongConfig, library, libraryProblem, wrongUsers);
  }

  public RedisFacts withConfig(Map<String, String> wrong) {
    return new RedisFacts(failure, observation, wrong, library, libraryProblem, wrongUsers);
  }

  public RedisFacts withLibrary(Optional<LibraryInfo> running, Optional<LibraryProblem> problem) {
    return new RedisFacts(failure, observation, wrongConfig, running, problem, wrongUsers);
  }

  public RedisFacts withUsers(List<String> wrong) {
    return new RedisFacts(failure, observation, wrongConfig, library, libraryProblem, wrong);
  }

  /** True if a server answered and its settings are as desired. */
  public boolean configured() {
    return failure.isEmpty()
        && observation.isPresent()
        && wrongConfig.isEmpty()
        && wrongUsers.isEmpty();
  }
}
