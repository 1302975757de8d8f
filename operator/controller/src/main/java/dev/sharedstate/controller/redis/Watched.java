// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What is believed of one instance, and when that belief is news. Pure; used by the monitor's
 * thread only.
 */
final class Watched {
  /** The pass could not reach it: any answer is news, a failure is not. */
  private static final String NOT_REACHED = "not reached";

  private static final String UP = "up";

  final PolicyRef policy;
  private final long refireMillis;
  private InstanceAddress address;
  private Expected expected = Expected.nothing();
  private long version;
  private String availability = UP;
  private String runId = "";
  private String drift = "";
  private Boolean pressure; // null: between the thresholds since the first look
  private boolean looked;
  private long toldAt;
  private long expectedAt;
  private long expectedWrites;

  Watched(PolicyRef policy, long refireMillis) {
    this.policy = policy;
    this.refireMillis = refireMillis;
  }

  /**
   * What a pass found. The monitor believes it, so that it does not tell the pass its own news.
   *
   * @param writes of ours until then
   */
  void expect(InstanceAddress instance, Expected found, long writes, long nowMillis) {
    version++;
    toldAt = nowMillis;
    expectedAt = nowMillis;
    expectedWrites = writes;
    if (!instance.equals(address)) {
      address = instance;
      runId = "";
    }
    expected = found;
    drift = "";
    if (!found.reached()) {
      availability = availability.equals(UP) ? NOT_REACHED : availability;
    } else {
      availability = UP;
    }
    if (!found.runId().isEmpty()) {
      runId = found.runId();
    }
  }

  /** Changes with each {@link #expect}: a probe that began before cannot be compared. */
  long version() {
    return version;
  }

  boolean isUp() {
    return availability.equals(UP);
  }

  /**
   * @param current no {@link #expect} since the probe began
   * @param writes of ours until then, -1 if one ran meanwhile
   * @return what is news, if anything
   */
  Optional<String> seen(Observation now, boolean current, long writes, long nowMillis) {
    // A write since then: a pass is under way, and says at its end what it found. One that does not
    // get there must not blind the monitor for good.
    boolean comparable =
        current
            && writes >= 0
            && (writes == expectedWrites || nowMillis - expectedAt >= refireMillis);
    List<String> news = new ArrayList<>();
    if (!isUp()) {
      availability = UP;
      news.add("it answers again");
    }
    if (!runId.isEmpty() && !runId.equals(now.runId())) {
      news.add("it was restarted");
    }
    runId = now.runId();
    if (comparable) {
      pressure(now).ifPresent(news::add);
      String difference = difference(now);
      if (!difference.equals(drift)) {
        news.add(difference.isEmpty() ? "it is as expected again" : difference);
      } else if (!difference.isEmpty() && nowMillis - toldAt >= refireMillis) {
        news.add("still " + difference);
      }
      drift = difference;
    }
    return tell(String.join("; ", news), nowMillis);
  }

  /** No answer. */
  Optional<String> failed(RedisUnavailable why, long nowMillis) {
    String before = availability;
    availability = why.reason().name();
    boolean news = !availability.equals(before) && !before.equals(NOT_REACHED);
    boolean again = nowMillis - toldAt >= refireMillis;
    return tell(news || again ? "no answer: " + availability : "", nowMillis);
  }

  private Optional<String> tell(String news, long nowMillis) {
    if (news.isEmpty()) {
      return Optional.empty();
    }
    toldAt = nowMillis;
    return Optional.of(news);
  }

  private Optional<String> pressure(Observation now) {
    long used = now.server().usedMemory();
    long max = now.server().maxMemory();
    boolean above = MemoryPressure.next(false, used, max);
    boolean below = !MemoryPressure.next(true, used, max);
    boolean first = !looked;
    looked = true;
    if (above && !Boolean.TRUE.equals(pressure)) {
      pressure = true;
      return Optional.of("memory is nearly full");
    }
    if (below && !Boolean.FALSE.equals(pressure)) {
      pressure = false;
      // At the first look the pass has just seen the same.
      return first ? Optional.empty() : Optional.of("memory is free again");
    }
    return Optional.empty();
  }

  private String difference(Observation now) {
    List<String> wrong = new ArrayList<>();
    if (!now.disk().writesOk()) {
      wrong.add("the append-only file cannot be written");
    }
    Map<String, String> sorted = new TreeMap<>(expected.config());
    sorted.forEach(
        (name, value) -> {
          String live = now.config().getOrDefault(name, "");
          if (!live.equals(value)) {
            wrong.add(name + " is " + live);
          }
        });
    if (!expected.libraryName().isEmpty()) {
      if (!now.libraries().equals(List.of(expected.libraryName()))) {
        wrong.add("libraries are " + now.libraries());
      } else {
        String digest = now.info().map(Observation.LibraryInfo::digest).orElse("unknown");
        if (!digest.equals(expected.libraryDigest())) {
          wrong.add("the library's digest is " + digest);
        } else if (!expected.loadId().isEmpty()
            && !now.info().orElseThrow().loadId().equals(expected.loadId())) {
          wrong.add("the library was loaded again");
        }
      }
    }
    return String.join(", ", wrong);
  }
}
