// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.pass;

import dev.sharedstate.api.v1alpha1.PersistenceMode;
import dev.sharedstate.controller.model.DesiredInstance;
import dev.sharedstate.controller.redis.InstanceAddress;
import dev.sharedstate.controller.redis.Observation;
import dev.sharedstate.controller.redis.RedisAdmin;
import dev.sharedstate.controller.redis.RedisAdmin.Saved;
import dev.sharedstate.controller.redis.RedisUnavailable;
import dev.sharedstate.controller.status.RedisFacts;
import dev.sharedstate.controller.status.RedisFacts.LibraryProblem;
import java.util.Optional;

/**
 * Where an instance keeps snapshots, a library is only there to stay once a snapshot has it: until
 * then a crash brings the one before it back, with its limits.
 */
final class SnapshotStep {
  private final RedisAdmin admin;

  SnapshotStep(RedisAdmin admin) {
    this.admin = admin;
  }

  /** The facts, with a problem of the library while no snapshot has it. */
  RedisFacts keep(
      DesiredInstance desired,
      InstanceAddress address,
      RedisFacts facts,
      PolicyRuntime runtime,
      Journal journal) {
    if (desired.durability().mode() != PersistenceMode.Snapshot
        || facts.failure().isPresent()
        || facts.libraryProblem().isPresent()
        || facts.library().isEmpty()) {
      return facts;
    }
    Observation seen = facts.observation().orElseThrow();
    String load = seen.runId() + "/" + facts.library().get().loadId();
    boolean pushed = !seen.info().equals(facts.library());
    if (!pushed && seen.disk().saveOk() && seen.disk().unsaved() == 0) {
      runtime.saved(load); // also what an operator before this one has pushed
    }
    if (runtime.isSaved(load)) {
      return facts;
    }
    try {
      Saved saved = admin.save(address, runtime.saveBegun(load));
      return switch (saved.state()) {
        case DONE -> {
          runtime.saved(load);
          yield facts;
        }
        case RUNNING -> {
          runtime.saveBegins(load);
          yield problem(facts, "SnapshotPending", "a snapshot with the library is being written");
        }
        case FAILED -> {
          runtime.saveBegins("");
          journal.saveFailed(saved.message());
          yield problem(
              facts,
              "SnapshotFailed",
              "the library runs, but a crash would bring the one before it back: no snapshot has it: "
                  + saved.message());
        }
      };
    } catch (RedisUnavailable e) {
      return problem(facts, "SnapshotFailed", e.getMessage());
    }
  }

  private static RedisFacts problem(RedisFacts facts, String reason, String message) {
    return facts.withLibrary(facts.library(), Optional.of(new LibraryProblem(reason, message)));
  }
}
