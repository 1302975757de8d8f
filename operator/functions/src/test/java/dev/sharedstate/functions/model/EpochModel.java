// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions.model;

import java.util.List;

/** The epoch: what the data says of it, and what the library has in its locals. */
public final class EpochModel {
  private static final long FENCES = 1L << 27;
  private static final long LEAD = 1000;
  private static final long SINCE = 1_735_689_600_000L; // 2025-01-01

  private final boolean fsyncAlways;
  private final long stepAt;
  private final long maxCounter;

  private long stored;
  private long storedQuarantine;
  private boolean seal;

  private long epoch;
  private long quarantine;
  private long counter;
  private boolean sealed;
  private boolean unsealed;

  EpochModel(boolean fsyncAlways, long stepAt, long maxCounter) {
    this.fsyncAlways = fsyncAlways;
    this.stepAt = stepAt;
    this.maxCounter = maxCounter;
  }

  EpochModel copy() {
    EpochModel copy = new EpochModel(fsyncAlways, stepAt, maxCounter);
    copy.restore(this);
    copy.epoch = epoch;
    copy.quarantine = quarantine;
    copy.counter = counter;
    copy.sealed = sealed;
    copy.unsealed = unsealed;
    return copy;
  }

  void load() {
    epoch = 0;
    quarantine = 0;
    counter = 0;
    sealed = false;
    unsealed = false;
  }

  void restore(EpochModel then) {
    stored = then.stored;
    storedQuarantine = then.storedQuarantine;
    seal = then.seal;
  }

  /** Everything in the data goes. */
  public void flush() {
    stored = 0;
    storedQuarantine = 0;
    seal = false;
  }

  /** In which fences are issued; 0: none. */
  public long epoch() {
    return epoch;
  }

  /** What the data says; 0: nothing. */
  public long stored() {
    return stored;
  }

  /** The text of the key of the epoch; null: none. */
  public String text() {
    return stored == 0 ? null : stored + ":" + storedQuarantine;
  }

  /** The text of the key of the seal; null: none. */
  public String sealText() {
    return seal ? Long.toString(stored) : null;
  }

  long quarantine() {
    return quarantine;
  }

  long highestFence() {
    return epoch * FENCES + counter;
  }

  boolean grants() {
    return whole() && !sealed && counter < maxCounter;
  }

  boolean renews() {
    return !sealed && (epoch > 0 || fsyncAlways || unsealed);
  }

  long issue() {
    counter++;
    return highestFence();
  }

  /** lease_epoch. */
  public Object tell(long told, boolean rightLoad, long quarantineUntil) {
    if (!rightLoad) {
      return List.of("WRONG_LOAD");
    }
    long highest = Math.max(epoch, stored);
    if (told <= highest) {
      return List.of("STALE_EPOCH", highest);
    }
    take(told, quarantineUntil);
    return List.of("EPOCH", told);
  }

  /** lease_keep, where the first call after the load was at {@code firstCall}. */
  public Object keep(long now, long firstCall) {
    if (epoch == 0 && !fsyncAlways) {
      unsealed = !seal;
      return List.of("OPERATOR", -1L);
    }
    if (epoch == 0 && stored == 0) {
      return List.of("OPERATOR", -1L);
    }
    if (epoch == 0) {
      long end = firstCall + 30_000;
      if (now < end) {
        return List.of("WAITING", -1L, end - now);
      }
      take(Math.max(stored + 1, ticks(now) + LEAD), storedQuarantine);
      return List.of("STARTED", epoch);
    }
    if (!whole()) {
      return List.of("OPERATOR", epoch);
    }
    boolean safe = fsyncAlways || ticks(now) > epoch;
    if (counter < stepAt || sealed || !safe) {
      return List.of("KEPT", epoch);
    }
    take(Math.max(epoch + 1, ticks(now)), quarantine);
    return List.of("STEPPED", epoch);
  }

  /** lease_seal. */
  public Object seal() {
    if (!whole()) {
      return "NOEPOCH";
    }
    seal = true;
    sealed = true;
    return List.of("SEALED");
  }

  private boolean whole() {
    return epoch > 0 && epoch == stored && quarantine == storedQuarantine;
  }

  private void take(long next, long quarantineUntil) {
    stored = next;
    storedQuarantine = quarantineUntil;
    seal = false;
    epoch = next;
    quarantine = quarantineUntil;
    counter = 0;
    sealed = false;
  }

  private static long ticks(long now) {
    return Math.floorDiv(now - SINCE, 10_000L);
  }
}
