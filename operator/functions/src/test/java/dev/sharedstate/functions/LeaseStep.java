// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

import dev.sharedstate.api.model.LeaseEntry;
import java.util.List;

/** One thing that happens in a random history of leases. */
sealed interface LeaseStep {
  /** A call on one of the keys. */
  sealed interface Call extends LeaseStep {
    String key();
  }

  /** A new attempt; {@code answered} false: the reply is lost on its way. */
  record Acquire(String key, Integer ttlPercent, boolean answered) implements Call {}

  /** An attempt is sent again: the last one of the key (0), the one before it (1), … */
  record Resend(String key, int back) implements Call {}

  /** By the holder of the last grant of the key (0), the one before it (1), … */
  record Renew(String key, int back, Integer ttlPercent, boolean answered) implements Call {}

  record Release(String key, int back, boolean answered) implements Call {}

  record ReleaseGrant(String key, int back) implements Call {}

  /** {@code back} -1: whoever holds. */
  record Revoke(String key, int back) implements Call {}

  /** A fence and a deadline that nobody was told. */
  record Invented(String key, boolean renew, long fence, long millisAhead) implements Call {}

  record Inspect(String key) implements Call {}

  record Sweep(String entry, int limit) implements LeaseStep {}

  /** The clock moves, forward or back. */
  record Advance(long millis) implements LeaseStep {}

  /** The clock moves to the deadline of the key's last grant, give or take. */
  record ToDeadline(String key, int millisLater) implements LeaseStep {}

  /** The operator writes the next epoch down and tells it. */
  record Tell(int more, long quarantineMillis) implements LeaseStep {}

  /** An operator that is wrong: an old epoch, or another load. */
  record TellWrong(int less, boolean load) implements LeaseStep {}

  record Keep() implements LeaseStep {}

  record Seal() implements LeaseStep {}

  /** The policy is edited: its library is loaded and told an epoch in one step. */
  record Edit(List<LeaseEntry> leases) implements LeaseStep {}

  /** The library is loaded without an epoch, as after a restart. */
  record Restart() implements LeaseStep {}

  /** All data is kept for a later {@link Rollback}. */
  record Backup() implements LeaseStep {}

  /** Redis restarts with the data of the last backup. */
  record Rollback() implements LeaseStep {}

  record Flushall() implements LeaseStep {}

  /** Somebody deletes a key by hand. */
  record Delete(String key) implements LeaseStep {}

  /** Somebody writes into a key by hand. */
  record Foreign(String key, String text) implements LeaseStep {}
}
