// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.metrics;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Counters that go on where the source's own start again: the source counts from 0 in each run (a
 * loaded library, a server process), named by an id. Readings may come late, twice or out of order.
 * Not thread-safe.
 */
final class RunningCounters {
  /** Runs remembered, so that a late reading of an old one is not taken for a new one. */
  private static final int RUNS = 16;

  private final Map<String, Map<String, Long>> seen =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Map<String, Long>> eldest) {
          return size() > RUNS;
        }
      };
  private final Map<String, Long> totals = new HashMap<>();
  private final Map<String, Long> baseline = new HashMap<>();
  private String baselineRun = "";

  /**
   * @param young the run cannot have counted anything before this object existed. Otherwise the
   *     very first reading is where counting starts: what was before is not ours to report, since
   *     an earlier operator has.
   * @return whether this run was never seen before
   */
  boolean read(String run, Map<String, Long> counters, boolean young) {
    Map<String, Long> last = seen.get(run);
    boolean isNew = last == null;
    if (isNew) {
      last = new HashMap<>();
      if (seen.isEmpty() && !young) {
        last.putAll(counters);
        baseline.putAll(counters);
        baselineRun = run;
      }
      seen.put(run, last);
    }
    for (Map.Entry<String, Long> counter : counters.entrySet()) {
      long more = counter.getValue() - last.getOrDefault(counter.getKey(), 0L);
      if (more > 0) { // less: a reading that was overtaken
        last.put(counter.getKey(), counter.getValue());
        totals.merge(counter.getKey(), more, Long::sum);
      }
    }
    return isNew;
  }

  /** We know that this run began just now, from 0, even if it was read already. */
  void began(String run) {
    if (run.equals(baselineRun)) {
      baseline.forEach((name, count) -> totals.merge(name, count, Long::sum));
      baseline.clear();
      baselineRun = "";
    }
    seen.computeIfAbsent(run, unread -> new HashMap<>());
  }

  boolean hasRuns() {
    return !seen.isEmpty();
  }

  long total(String name) {
    return totals.getOrDefault(name, 0L);
  }
}
