// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.redis;

import dev.sharedstate.controller.redis.Observation.DiskFigures;
import dev.sharedstate.controller.redis.RedisAdmin.Saved;
import dev.sharedstate.controller.redis.RedisAdmin.Saved.State;
import dev.sharedstate.controller.redis.RedisAdminListener.Operation;
import dev.sharedstate.controller.redis.RedisUnavailable.Cause;

/** One awaited snapshot. Another one that was under way began too early to be the wanted one. */
final class SnapshotSave {
  private static final long LOOK_AGAIN_MILLIS = 50;

  private final Instance instance;
  private final long deadline;

  /**
   * @param patienceMillis how long it is waited for
   */
  SnapshotSave(Instance instance, long patienceMillis) {
    this.instance = instance;
    this.deadline = System.nanoTime() + patienceMillis * 1_000_000;
  }

  Saved run(boolean begunBefore) {
    boolean begun = begunBefore;
    while (true) {
      DiskFigures now = figures();
      if (!now.saving() && begun) {
        return now.saveOk()
            ? new Saved(State.DONE, "")
            : new Saved(State.FAILED, "the server could not write it: is the volume full?");
      }
      if (!now.saving()) {
        Answer<String> answer = begin();
        begun = answer.ok();
        if (!begun && !answer.text().contains("in progress")) {
          return new Saved(State.FAILED, answer.text());
        }
      }
      if (System.nanoTime() - deadline > 0) {
        // An earlier one that is still under way is not ours: the next call begins anew.
        return begun
            ? new Saved(State.RUNNING, "")
            : new Saved(State.FAILED, "an earlier snapshot is still being written");
      }
      pause();
    }
  }

  private DiskFigures figures() {
    return instance
        .ask(Operation.PUSH, redis -> Answer.of(Wire.info(redis)))
        .orRefused(instance.address(), "INFO")
        .disk();
  }

  private Answer<String> begin() {
    return instance.ask(Operation.PUSH, redis -> Answer.of(Wire.backgroundSave(redis)));
  }

  private void pause() {
    try {
      Thread.sleep(LOOK_AGAIN_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Faults.fault(instance.address(), Cause.UNREACHABLE, "the operator is stopping", e);
    }
  }
}
