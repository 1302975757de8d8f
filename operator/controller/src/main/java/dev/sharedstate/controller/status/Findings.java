// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.status;

import dev.sharedstate.api.model.PolicyProblem;
import dev.sharedstate.controller.model.DesiredInstance;
import java.util.List;
import java.util.Optional;

/**
 * All that one pass found; the status is a pure function of it and of the status before.
 *
 * @param generation of the policy that was looked at
 * @param problems why the spec is not accepted
 * @param desired what the pass worked towards: the spec, or the last accepted one while this one is
 *     rejected; absent if there never was one
 * @param objects what the API server did with the objects
 */
public record Findings(
    long generation,
    List<PolicyProblem> problems,
    Optional<DesiredInstance> desired,
    Objects objects,
    PodFacts pod,
    RedisFacts redis,
    String controllerName) {

  /**
   * Sentences, empty where all is well.
   *
   * @param conflicts objects of somebody else under our names
   * @param waiting objects that are on their way out
   * @param failures what the API server refused
   * @param volume why a volume that is there already is not used
   */
  public record Objects(
      List<String> conflicts,
      List<String> waiting,
      List<String> failures,
      Optional<PolicyProblem> volume) {
    /** With no trouble about a volume. */
    public Objects(List<String> conflicts, List<String> waiting, List<String> failures) {
      this(conflicts, waiting, failures, Optional.empty());
    }

    /** Nothing to say. */
    public static Objects fine() {
      return new Objects(List.of(), List.of(), List.of());
    }
  }
}
