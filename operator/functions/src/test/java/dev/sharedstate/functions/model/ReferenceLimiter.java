// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions.model;

import dev.sharedstate.api.model.RateLimitEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Rate limits by their definitions, in plain Java and exact arithmetic: what the Lua libraries are
 * compared with. It has no clock: the time of each call is an argument.
 */
public final class ReferenceLimiter {
  private final Map<String, Held> keys = new HashMap<>();
  private final Map<String, RateLimitEntry> limits = new HashMap<>();
  private final Map<String, Long> counters = new TreeMap<>();

  /** Other limits, and counters that start from 0; what was consumed stays. */
  public void edit(List<RateLimitEntry> edited) {
    limits.clear();
    counters.clear();
    for (RateLimitEntry limit : edited) {
      limits.put(limit.name(), limit);
      for (String outcome : List.of("allowed", "limited", "never", "withheld")) {
        counters.put(limit.name() + "." + outcome, 0L);
      }
    }
  }

  /** The answer to rl_take, or null if it is the error BADSTATE. */
  public List<Object> take(List<String> names, List<Long> costs, long now) {
    return decide(names, costs, now, true);
  }

  /** The answer to rl_peek, or null if it is the error BADSTATE. */
  public List<Object> peek(List<String> names, List<Long> costs, long now) {
    return decide(names, costs, now, false);
  }

  /** What a key holds; null for nothing. */
  public Held held(String key) {
    return keys.get(key);
  }

  /** Puts something into a key, or nothing. */
  public void put(String key, Held held) {
    keys.put(key, held);
  }

  public Map<String, Long> counters() {
    return counters;
  }

  private List<Object> decide(List<String> names, List<Long> costs, long now, boolean write) {
    List<View> views = new ArrayList<>();
    for (String name : names) {
      views.add(View.of(limits.get(name.split(":", 2)[0]), keys.get(name), now));
    }
    if (views.contains(null)) {
      return null;
    }
    int never = 0;
    int limited = 0;
    for (int i = views.size(); i >= 1; i--) {
      View view = views.get(i - 1);
      long cost = costs.get(i - 1);
      if (cost > view.capacity()) {
        never = i;
      } else if (cost > view.remaining()
          && (limited == 0
              || view.retry(cost) >= views.get(limited - 1).retry(costs.get(limited - 1)))) {
        limited = i;
      }
    }
    List<Object> answer = new ArrayList<>();
    if (never > 0) {
      answer.addAll(List.of("NEVER", (long) never, -1L));
    } else if (limited > 0) {
      long retry = views.get(limited - 1).retry(costs.get(limited - 1));
      answer.addAll(List.of("LIMITED", (long) limited, retry));
    } else {
      answer.addAll(List.of("ALLOWED", 0L, 0L));
    }
    answer.addAll(List.of(0L, now));
    for (int i = 0; i < views.size(); i++) {
      View after = views.get(i);
      if (write) {
        after = carryOut(names.get(i), after, costs.get(i), never > 0, limited > 0);
      }
      answer.addAll(List.of(after.capacity(), after.remaining(), after.reset(), after.period()));
    }
    return answer;
  }

  private View carryOut(String name, View view, long cost, boolean never, boolean limited) {
    String outcome = "allowed";
    View after = view;
    if (cost > view.capacity()) {
      outcome = "never";
    } else if (cost > view.remaining()) {
      outcome = "limited";
      after = never ? view : view.refused(cost);
    } else if (never || limited) {
      outcome = "withheld";
    } else {
      after = view.charged(cost);
    }
    counters.merge(name.split(":", 2)[0] + "." + outcome, 1L, Long::sum);
    if (after.rewritten() && !never) {
      keys.put(name, after.held());
    }
    return after;
  }
}
