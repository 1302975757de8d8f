// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

import dev.sharedstate.api.model.RateLimitEntry;
import dev.sharedstate.api.v1alpha1.Algorithm;
import dev.sharedstate.functions.FunctionCaller.FunctionError;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Tries a loaded self-test library: for each entry a fresh key, a full consumption, a refused call,
 * a cost that never fits, then all entries in one call, the errors and the counters. What is
 * expected is computed from the times in the answers, so that neither short windows nor a slow
 * connection make it fail.
 */
final class RateLimitSelfTest {
  private final FunctionCaller caller;
  private final List<RateLimitEntry> limits;
  private final Map<String, Long> counted = new HashMap<>();

  RateLimitSelfTest(FunctionCaller caller, List<RateLimitEntry> limits) {
    this.caller = caller;
    this.limits = limits;
  }

  void run() {
    info();
    expect("rl_stats before the first call", new HashMap<>(), stats());
    limits.forEach(this::reset);
    try {
      for (RateLimitEntry limit : limits) {
        entry(limit);
      }
      together();
      errors();
      expect("rl_stats", counted, stats());
    } finally {
      limits.forEach(this::reset);
    }
  }

  private void info() {
    List<Object> info = call("info", List.of());
    expect("the length of rl_info", 9, info.size());
    expect("rl_info name", RateLimitCompiler.SELF_TEST_LIBRARY_NAME, info.get(0));
    expect("rl_info version", RateLimitCompiler.VERSION, info.get(3));
    expect("rl_info test clock", 0L, info.get(8));
  }

  private void entry(RateLimitEntry limit) {
    List<String> key = List.of(key(limit));
    long capacity = capacity(limit);

    Answer fresh = new Answer(call("peek", key));
    expect(limit, fresh, "ALLOWED", 0, 0, capacity, 0);

    Answer all = new Answer(call("take", key, Long.toString(capacity)));
    count(limit, "allowed");
    expect(limit, all, "ALLOWED", 0, 0, 0, millisFor(limit, capacity));

    Answer next = new Answer(call("take", key));
    long elapsed = Math.max(0, next.now() - all.now());
    long back = returned(limit, elapsed);
    if (back >= 1) {
      count(limit, "allowed");
      expect(limit, next, "ALLOWED", 0, 0, back - 1, next.reset());
    } else {
      count(limit, "limited");
      long retry = millisFor(limit, 1) - elapsed;
      expect(limit, next, "LIMITED", 1, retry, 0, millisFor(limit, capacity) - elapsed);
    }

    if (capacity < LuaEntry.MAX_LIMIT) {
      Answer never = new Answer(call("take", key, Long.toString(capacity + 1)));
      count(limit, "never");
      expect(limit, never, "NEVER", 1, -1, never.remaining(), never.reset());
    }
    expect(limit.name() + ": rl_reset", List.of("RESET"), call("reset", key));
    expect(limit, new Answer(call("peek", key)), "ALLOWED", 0, 0, capacity, 0);
  }

  /** One call with a key of each entry: all are charged. */
  private void together() {
    List<Object> answer = call("take", limits.stream().map(this::key).toList(), "1");
    expect("the length of a common answer", 5 + 4 * limits.size(), answer.size());
    for (int i = 0; i < limits.size(); i++) {
      RateLimitEntry limit = limits.get(i);
      Answer one = new Answer(answer, 5 + 4 * i);
      expect(limit, one, "ALLOWED", 0, 0, capacity(limit) - 1, millisFor(limit, 1));
      count(limit, "allowed");
    }
  }

  private void errors() {
    String key = key(limits.get(0));
    expectError("BADARG", List.of(key), "-1");
    expectError("BADARG", List.of(key), "1.5");
    expectError("BADARG", List.of(key, key));
    expectError("BADARG", List.of(key.substring(0, key.indexOf(':') + 1)));
    expectError("NOENTRY", List.of(RateLimitCompiler.SELF_TEST_KEYS + ":" + "x"));
    expectError("NOENTRY", List.of(key), "1", "plan");
  }

  private Map<String, Long> stats() {
    List<Object> answer = call("stats", List.of());
    expect("the length of rl_stats", 1 + 8 * limits.size(), answer.size());
    Map<String, Long> moved = new HashMap<>();
    for (int i = 1; i < answer.size(); i += 2) {
      if ((Long) answer.get(i + 1) != 0) {
        moved.put((String) answer.get(i), (Long) answer.get(i + 1));
      }
    }
    return moved;
  }

  private void reset(RateLimitEntry limit) {
    call("reset", List.of(key(limit)));
  }

  private String key(RateLimitEntry limit) {
    return RateLimitCompiler.SELF_TEST_KEYS + limit.name() + ":x";
  }

  private void count(RateLimitEntry limit, String outcome) {
    counted.merge(limit.name() + "." + outcome, 1L, Long::sum);
  }

  private List<Object> call(String function, List<String> keys, String... arguments) {
    return caller.call(RateLimitCompiler.SELF_TEST_FUNCTIONS + function, keys, List.of(arguments));
  }

  private static long capacity(RateLimitEntry limit) {
    return limit.algorithm() == Algorithm.FixedWindow ? limit.limit() : limit.capacity();
  }

  /** How long after a fresh key was charged {@code calls} at once they are all back. */
  private static long millisFor(RateLimitEntry limit, long calls) {
    if (limit.algorithm() == Algorithm.FixedWindow) {
      return limit.windowMillis();
    }
    BigInteger[] quotient =
        BigInteger.valueOf(calls)
            .multiply(BigInteger.valueOf(limit.windowMillis()))
            .divideAndRemainder(BigInteger.valueOf(limit.limit()));
    return quotient[0].longValueExact() + quotient[1].signum();
  }

  /** How many calls are left this long after all of them were taken at once. */
  private static long returned(RateLimitEntry limit, long elapsed) {
    if (limit.algorithm() == Algorithm.FixedWindow) {
      return elapsed < limit.windowMillis() ? 0 : limit.limit();
    }
    return BigInteger.valueOf(elapsed)
        .multiply(BigInteger.valueOf(limit.limit()))
        .divide(BigInteger.valueOf(limit.windowMillis()))
        .min(BigInteger.valueOf(limit.capacity()))
        .longValueExact();
  }

  private void expect(
      RateLimitEntry limit,
      Answer answer,
      String word,
      long binding,
      long retry,
      long remaining,
      long reset) {
    Object period = millisFor(limit, capacity(limit));
    expect(
        limit.name(),
        List.of(word, binding, retry, 0L, capacity(limit), remaining, reset, period),
        answer.withoutTime());
  }

  private void expectError(String code, List<String> keys, String... arguments) {
    String told = "no error";
    try {
      call("take", keys, arguments);
    } catch (FunctionError e) {
      told = e.code();
    }
    expect("the error for " + keys.size() + " keys, " + List.of(arguments), code, told);
  }

  private static void expect(String what, Object expected, Object answered) {
    if (!expected.equals(answered)) {
      throw new SelfTestFailure(what + ": expected " + expected + ", answered " + answered);
    }
  }

  /** The part of an answer that speaks of one key. */
  private record Answer(List<Object> all, int at) {
    Answer(List<Object> all) {
      this(all, 5);
    }

    long now() {
      return (Long) all.get(4);
    }

    long remaining() {
      return (Long) all.get(at + 1);
    }

    long reset() {
      return (Long) all.get(at + 2);
    }

    List<Object> withoutTime() {
      List<Object> fields = new ArrayList<>(all.subList(0, 4));
      fields.addAll(all.subList(at, at + 4));
      return fields;
    }
  }
}
