// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.pass;

import dev.sharedstate.api.v1alpha1.PolicyStatus;
import dev.sharedstate.controller.kube.Applied;
import dev.sharedstate.controller.kube.Applied.Outcome;
import dev.sharedstate.controller.kube.EventRecorder;
import dev.sharedstate.controller.kube.Reason;
import dev.sharedstate.controller.metrics.PolicyMetrics;
import dev.sharedstate.controller.metrics.PolicyMetrics.PushResult;
import dev.sharedstate.controller.model.DesiredInstance;
import dev.sharedstate.controller.model.Owner;
import dev.sharedstate.controller.redis.Observation;
import dev.sharedstate.controller.redis.Observation.LibraryInfo;
import dev.sharedstate.controller.redis.RedisAdmin;
import dev.sharedstate.controller.status.AppendOnlyFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Tells Events and metrics what one pass corrected. A difference is drift only where a pass had
 * verified the opposite in the same run of the server: the status before says so.
 */
final class Journal {
  private final Owner owner;
  private final Optional<PolicyStatus> before;
  private final Optional<DesiredInstance> desired;
  private final PolicyRuntime runtime;
  private final EventRecorder events;
  private final PolicyMetrics metrics;

  Journal(
      Plan plan,
      PolicyStatus before,
      PolicyRuntime runtime,
      EventRecorder events,
      PolicyMetrics metrics) {
    this.owner = plan.owner();
    this.desired = plan.desired();
    this.before = Optional.ofNullable(before);
    this.runtime = runtime;
    this.events = events;
    this.metrics = metrics;
  }

  void applied(Applied applied) {
    if (applied.is(Outcome.RESTORED)) {
      Reason reason =
          applied.what().startsWith("Secret") ? Reason.SecretRestored : Reason.ObjectRestored;
      events.record(owner, reason, applied.what() + " " + applied.detail());
    }
  }

  void rolled(String pod, String why) {
    events.record(owner, Reason.PodRolled, "pod " + pod + " is replaced: " + why);
  }

  /**
   * @param wrong what was read, by parameter
   */
  void configured(Observation seen, Map<String, String> wrong) {
    if (!sameRun(seen)) {
      return; // a server that has just started
    }
    List<String> told = new ArrayList<>();
    wrong.forEach(
        (name, value) -> {
          boolean sized = name.equals("maxmemory") || name.equals("maxmemory-clients");
          boolean asked = sized && !sameMemory() || name.equals("appendfsync") && edited();
          if (!asked) { // else it is the policy's own change
            metrics.drift(runtime.ref(), name);
            told.add(name + " was " + (value.isEmpty() ? "empty" : value));
          }
        });
    if (!told.isEmpty()) {
      events.record(
          owner,
          Reason.ConfigDriftCorrected,
          "set back by the operator: " + String.join(", ", told));
    }
  }

  /** Users follow the entries: what differs after an edit of the policy is no drift. */
  void usersCorrected(Observation seen, List<String> names) {
    if (sameRun(seen) && !edited()) {
      events.record(
          owner,
          Reason.UsersDriftCorrected,
          "set back by the operator: the rules of " + String.join(", ", names));
    }
  }

  void verified(Observation seen, LibraryInfo info) {
    if (runtime.reloaded(seen.runId(), info.loadId())) {
      libraryDrift("the library had been removed or loaded again by hand; it runs again");
    }
    runtime.verified(seen.runId(), info.loadId());
    metrics.appliedGeneration(runtime.ref(), info.generation());
  }

  void pushed(Observation seen, RedisAdmin.Pushed pushed) {
    metrics.pushResult(runtime.ref(), PushResult.SUCCESS);
    metrics.appliedGeneration(runtime.ref(), pushed.info().generation());
    runtime.verified(seen.runId(), pushed.info().loadId());
    if (sameRun(seen) && sameLibrary()) {
      libraryDrift(
          pushed.removed().isEmpty()
              ? "the library was missing or changed; it was pushed again"
              : "foreign libraries were removed: " + String.join(", ", pushed.removed()));
    } else {
      events.record(
          owner,
          Reason.LibraryPushed,
          "the library of generation " + pushed.info().generation() + " is loaded");
    }
  }

  void pushFailed(String why) {
    metrics.pushResult(runtime.ref(), PushResult.FAILURE);
    events.record(owner, Reason.PushFailed, why);
  }

  void saveFailed(String why) {
    events.record(owner, Reason.PushFailed, "no snapshot has the library: " + why);
  }

  /** Bytes at the end of the append-only file that this server, once started, had dropped. */
  void observed(Observation seen) {
    if (!sameRun(seen)) {
      AppendOnlyFile.cut(seen.config())
          .ifPresent(
              bytes ->
                  events.record(
                      owner,
                      Reason.UnfinishedWriteDropped,
                      "the append-only file ended within a write: its last "
                          + bytes
                          + " bytes are gone"));
    }
  }

  private void libraryDrift(String message) {
    metrics.libraryDrift(runtime.ref());
    events.record(owner, Reason.LibraryDriftCorrected, message);
  }

  private boolean edited() {
    return before
        .map(PolicyStatus::observedGeneration)
        .filter(generation -> generation == owner.generation())
        .isEmpty();
  }

  private boolean sameRun(Observation seen) {
    return before
        .map(PolicyStatus::redis)
        .filter(redis -> Objects.equals(redis.runId(), seen.runId()))
        .isPresent();
  }

  private boolean sameMemory() {
    return before
        .map(PolicyStatus::redis)
        .map(PolicyStatus.RedisStatus::maxmemory)
        .filter(max -> desired.filter(d -> d.memory().maxmemory() == max).isPresent())
        .isPresent();
  }

  private boolean sameLibrary() {
    return before
        .map(PolicyStatus::library)
        .map(PolicyStatus.LibraryStatus::digest)
        .filter(digest -> desired.filter(d -> d.library().digest().equals(digest)).isPresent())
        .isPresent();
  }
}
