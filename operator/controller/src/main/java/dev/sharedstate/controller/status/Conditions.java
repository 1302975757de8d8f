// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.status;

import dev.sharedstate.api.model.PolicyProblem;
import dev.sharedstate.controller.model.DesiredInstance;
import dev.sharedstate.controller.redis.MemoryPressure;
import dev.sharedstate.controller.redis.Observation;
import dev.sharedstate.controller.status.RedisFacts.Failure;
import java.util.stream.Collectors;

/** Each condition of a policy as a function of what the pass found. */
final class Conditions {
  static final String ACCEPTED = "Accepted";
  static final String REDIS_READY = "RedisReady";
  static final String PROGRAMMED = "Programmed";
  static final String READY = "Ready";
  static final String MEMORY_PRESSURE = "MemoryPressure";
  static final String RECONCILING = "Reconciling";
  static final String STALLED = "Stalled";

  /** Of a server that is not up yet. */
  static final String STARTING = "Starting";

  private static final long SMALL_CAPACITY = 100_000;

  private Conditions() {}

  static Verdict accepted(Findings found) {
    if (!found.problems().isEmpty()) {
      String message =
          found.problems().stream()
              .map(problem -> problem.field() + " " + problem.message())
              .collect(Collectors.joining("; "));
      PolicyProblem first = found.problems().get(0);
      return Verdict.no(first.reason(), message + stillServing(found));
    }
    if (found.objects().volume().isPresent()) {
      PolicyProblem volume = found.objects().volume().get();
      return Verdict.no(volume.reason(), volume.text());
    }
    if (!found.objects().conflicts().isEmpty()) {
      return Verdict.no(
          "NameConflict",
          String.join("; ", found.objects().conflicts())
              + ": delete or rename it, or give the policy another name");
    }
    return Verdict.yes("Valid", "the policy can be served");
  }

  private static String stillServing(Findings found) {
    return found
        .desired()
        .map(last -> "; generation " + last.owner().generation() + " stays in force")
        .orElse("");
  }

  static Verdict redisReady(Findings found) {
    if (found.desired().isEmpty()) {
      return Verdict.no("NotAccepted", "nothing was created: the policy is not accepted");
    }
    if (!found.objects().failures().isEmpty()) {
      return Verdict.no("ApplyFailed", String.join("; ", found.objects().failures()));
    }
    PodFacts pod = found.pod();
    RedisFacts redis = found.redis();
    if (found.objects().volume().isPresent()) {
      return Verdict.no("NotAccepted", "nothing was created: the volume is not the policy's");
    }
    if (!pod.ready() && redis.failure().filter(Conditions::isLoading).isPresent()) {
      return Verdict.no(STARTING, "the server is reading its data");
    }
    if (pod.ready() && redis.failure().isPresent()) {
      Failure failure = redis.failure().get();
      return failure.blind()
          ? Verdict.unknown(failure.reason(), failure.message())
          : Verdict.no(failure.reason(), failure.message());
    }
    if (!pod.ready()) {
      return Verdict.no(pod.reason(), pod.message());
    }
    if (!redis.wrongConfig().isEmpty()) {
      return Verdict.no(
          redis.wrongConfig().containsKey("maxmemory") ? "MemoryUnbounded" : "ConfigDrift",
          "the server did not take: " + String.join(", ", redis.wrongConfig().keySet()));
    }
    if (!redis.wrongUsers().isEmpty()) {
      return Verdict.no(
          "UsersWrong", "the server did not take: " + String.join(", ", redis.wrongUsers()));
    }
    if (!redis.configured()) {
      return Verdict.unknown("Unreachable", "the server was not asked");
    }
    Observation seen = redis.observation().orElseThrow();
    if (!seen.disk().writesOk()) {
      return Verdict.no(
          "VolumeNotWritable",
          "the append-only file cannot be written, and writes are refused: the volume is full or"
              + " broken");
    }
    return Verdict.yes(
        "Serving",
        "noeviction and maxmemory are verified" + room(found.desired().get()) + volume(seen));
  }

  private static boolean isLoading(Failure failure) {
    return STARTING.equals(failure.reason());
  }

  /** What does not stop it from serving, but somebody should know. */
  private static String volume(Observation seen) {
    String cut =
        AppendOnlyFile.cut(seen.config())
            .map(
                bytes ->
                    "; when it started, the append-only file ended within a write, and its last %d bytes were dropped"
                        .formatted(bytes))
            .orElse("");
    return cut
        + (seen.disk().rewriteOk()
            ? ""
            : "; the append-only file could not be written anew and grows: is the volume full?")
        + (seen.disk().saveOk() ? "" : "; the last snapshot failed: is the volume full?");
  }

  private static String room(DesiredInstance desired) {
    long fewest =
        desired.capacity().values().stream()
            .mapToLong(Long::longValue)
            .min()
            .orElse(Long.MAX_VALUE);
    return fewest >= SMALL_CAPACITY
        ? ""
        : "; there is room for %d records only: raise spec.redis.resources.limits.memory"
            .formatted(fewest);
  }

  static Verdict programmed(Findings found) {
    RedisFacts redis = found.redis();
    if (found.desired().isEmpty()) {
      return Verdict.no("NotAccepted", "no library: the policy is not accepted");
    }
    if (redis.failure().isPresent() && redis.failure().get().blind() && found.pod().ready()) {
      return Verdict.unknown("Unreachable", redis.failure().get().message());
    }
    if (redis.libraryProblem().isPresent()) {
      return Verdict.no(
          redis.libraryProblem().get().reason(), redis.libraryProblem().get().message());
    }
    if (redis.library().isEmpty()) {
      return Verdict.no("RedisNotReady", "no server could be asked for its library");
    }
    DesiredInstance desired = found.desired().get();
    if (desired.owner().generation() != found.generation()) {
      return Verdict.no(
          "PreviousGeneration",
          "generation " + desired.owner().generation() + " is enforced: the spec is not accepted");
    }
    return Verdict.yes(
        "LibraryVerified", "the library of generation " + found.generation() + " was read back");
  }

  static Verdict ready(Verdict accepted, Verdict redisReady, Verdict programmed) {
    for (Verdict verdict : new Verdict[] {accepted, redisReady, programmed}) {
      if (!verdict.isTrue()) {
        return verdict;
      }
    }
    return Verdict.yes("Enforced", "the limits are enforced");
  }

  /**
   * Two thresholds, so that it does not flap.
   *
   * @param before the status so far, True, False or Unknown
   */
  static Verdict memoryPressure(Findings found, String before) {
    if (found.redis().observation().isEmpty()) {
      return Verdict.unknown("NotObserved", "no server could be asked");
    }
    Observation.ServerFigures server = found.redis().observation().get().server();
    boolean pressed =
        MemoryPressure.next("True".equals(before), server.usedMemory(), server.maxMemory());
    return pressed
        ? Verdict.yes(
            "NearlyFull", "85 % of maxmemory was reached: at 100 % new records are refused")
        : Verdict.no("Enough", "below 85 % of maxmemory");
  }
}
