// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sharedstate.api.model.LeaseEntry;
import dev.sharedstate.functions.FunctionCaller.FunctionError;
import dev.sharedstate.functions.model.LeaseKey;
import dev.sharedstate.functions.model.ReferenceLeases;
import dev.sharedstate.functions.testing.RedisServer;
import io.lettuce.core.RestoreArgs;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * A server with a lease library whose clock can be moved, and the model beside it. Few fences make
 * an epoch, so that epochs are stepped and used up.
 */
final class LeaseWorld {
  private static final long STEP_AT = 8;
  private static final long MAX_COUNTER = 12;
  private static final long MOST = 315_576_000_000L; // test clocks move by ten years at most

  private final RedisServer redis;
  private final RedisCommands<String, String> commands;
  private final boolean fsyncAlways;
  private ReferenceLeases model;
  private long offset;
  private String loadId;
  private long firstCallFrom;
  private long firstCallTo;

  /** What the operator has written down. */
  private long written;

  /** The data is older than what was told: only the operator may go on. */
  private boolean behind;

  private final Map<String, byte[]> dumps = new HashMap<>();
  private ReferenceLeases backup;

  LeaseWorld(RedisServer redis, boolean fsyncAlways) {
    this.redis = redis;
    this.commands = redis.commands();
    this.fsyncAlways = fsyncAlways;
    this.model = new ReferenceLeases(fsyncAlways, STEP_AT, MAX_COUNTER);
    this.backup = model.copy();
    commands.flushall();
  }

  /** Loads a library; {@code told}: and tells it an epoch in the same step. */
  void load(List<LeaseEntry> leases, boolean told) {
    Library library = LeaseCompiler.compileWithTestClock(Limits.POLICY, leases, fsyncAlways);
    commands.functionLoad(withFewFences(library.text()), true);
    model.load(leases);
    firstCallFrom = serverTime();
    if (told) {
      written = Math.max(written, Math.max(model.epochs().epoch(), model.epochs().stored())) + 1;
      Object expected = model.epochs().tell(written, true, 0);
      assertThat(call("lease_epoch", "__epoch", Long.toString(written), "fresh", "0"))
          .isEqualTo(expected);
      behind = false;
    }
    loadId = (String) list(redis.caller().call("lease_info", List.of(), List.of())).get(6);
    firstCallTo = serverTime();
    redis.caller().call("lease_advance", List.of(), List.of(Long.toString(offset)));
  }

  static String withFewFences(String text) {
    String few =
        text.replace("local STEP_AT = 67108864", "local STEP_AT = " + STEP_AT)
            .replace("local MAX_COUNTER = 134217727", "local MAX_COUNTER = " + MAX_COUNTER);
    assertThat(few).isNotEqualTo(text);
    return few;
  }

  /** Makes a call and compares its answer with the model's, at any time that it may have had. */
  Object compare(
      String function,
      String key,
      BiFunction<ReferenceLeases, Long, Object> expected,
      String... args) {
    long before = now();
    Object answer = call(function, key, args);
    long after = now();
    Set<Object> expectations = new LinkedHashSet<>();
    for (long now = before; now <= after; now++) {
      for (long slack : new long[] {0, 3}) { // a key may outlive its time for a moment
        ReferenceLeases then = model.copy();
        then.expire(now - slack);
        Object one = expected.apply(then, now);
        if (one.equals(answer)) {
          model = then;
          return answer;
        }
        expectations.add(one);
      }
    }
    LeaseKey held = model.keys().get(key);
    throw new AssertionError(
        String.format(
            "%s %s %s at %d to %d answered %s, expected one of %s; held %s",
            function,
            key,
            List.of(args),
            before,
            after,
            answer,
            expectations,
            held == null ? null : held.text()));
  }

  long now() {
    return (Long) redis.caller().call("lease_advance", List.of(), List.of("0")).get(1);
  }

  void advance(long millis) {
    if (Math.abs(offset + millis) > MOST) {
      return;
    }
    dropEnded(0);
    redis.caller().call("lease_advance", List.of(), List.of(Long.toString(millis)));
    offset += millis;
    // What the server does with its keys when its own clock moves.
    model.keys().forEach((key, held) -> expireAt(key, held.ends()));
    LeaseHistories.ENTRIES.forEach(entry -> expireAt("__ix:" + entry, model.index().ends(entry)));
    dropEnded(Math.max(0, -millis)); // what ended on the clock as it was
  }

  /** Which keys and indices the server has dropped already, about their time. */
  private void dropEnded(long ahead) {
    long now = now() + ahead;
    model.keys().entrySet().removeIf(key -> key.getValue().ends() <= now && isGone(key.getKey()));
    for (String entry : LeaseHistories.ENTRIES) {
      Long ends = model.index().ends(entry);
      if (ends != null && ends <= now && isGone("__ix:" + entry)) {
        model.index().drop(entry);
      }
    }
  }

  private boolean isGone(String key) {
    return commands.exists(key) == 0;
  }

  private void expireAt(String key, Long time) {
    if (time != null && time != Long.MAX_VALUE) {
      commands.pexpireat(key, time - offset);
    }
  }

  void tell(int more, long quarantineMillis) {
    written = Math.max(written, Math.max(model.epochs().epoch(), model.epochs().stored())) + more;
    long until = quarantineMillis == 0 ? 0 : now() + quarantineMillis;
    compare(
        "lease_epoch",
        "__epoch",
        (model, now) -> model.epochs().tell(written, true, until),
        Long.toString(written),
        loadId,
        Long.toString(until));
    behind = false;
  }

  void tellWrong(int less, boolean otherLoad) {
    long highest = Math.max(model.epochs().epoch(), model.epochs().stored());
    long told = Math.max(1, otherLoad ? highest + 1 : highest - less);
    if (!otherLoad && told > highest) {
      return;
    }
    compare(
        "lease_epoch",
        "__epoch",
        (model, now) -> model.epochs().tell(told, !otherLoad, 0),
        Long.toString(told),
        otherLoad ? (told % 2 == 0 ? "fresh" : loadId + "1") : loadId,
        "0");
  }

  void keep() {
    if (behind) {
      return;
    }
    long before = now();
    List<Long> starts = new ArrayList<>();
    for (long start = firstCallFrom; start <= firstCallTo; start++) {
      starts.add(start);
    }
    for (long start : starts) {
      boolean last = start == firstCallTo;
      try {
        compare(
            "lease_keep", "__epoch", (model, now) -> model.epochs().keep(now, begin(start, now)));
        firstCallFrom = Math.min(firstCallFrom, before);
        firstCallTo = Math.min(firstCallTo, now());
        written = Math.max(written, model.epochs().epoch()); // the operator finds what was taken
        return;
      } catch (AssertionError e) {
        if (last) {
          throw e;
        }
      }
    }
  }

  /** A clock that was set back behind the first call makes this one the first. */
  private long begin(long start, long now) {
    return Math.min(start, now);
  }

  void backup() {
    dropEnded(0);
    dumps.clear();
    for (String key : commands.keys("*")) {
      dumps.put(key, commands.dump(key));
    }
    backup = model.copy();
  }

  void rollback(List<LeaseEntry> leases) {
    commands.flushall();
    dumps.forEach(
        (key, dump) -> {
          if (dump != null) {
            commands.restore(key, dump, RestoreArgs.Builder.ttl(0));
          }
        });
    model.restore(backup);
    load(leases, false);
    advance(0);
    behind = true;
  }

  void flushall() {
    commands.flushall();
    model.restore(new ReferenceLeases(fsyncAlways, STEP_AT, MAX_COUNTER));
  }

  void delete(String key) {
    commands.del(key);
    model.keys().remove(key);
  }

  void write(String key, String text) {
    commands.set(key, text);
    model.keys().put(key, new LeaseKey(text, List.of(), 0));
  }

  int pastRuns(String key) {
    LeaseKey held = model.keys().get(key);
    return held == null ? 0 : held.pastRuns();
  }

  /** Compares all that is in the data and in the counters. */
  void compareAll() {
    dropEnded(0);
    new LeaseComparison(redis, model).run(loadId);
  }

  private long serverTime() {
    List<String> time = commands.time();
    return Long.parseLong(time.get(0)) * 1000 + Long.parseLong(time.get(1)) / 1000;
  }

  private Object call(String function, String key, String... args) {
    try {
      return redis.caller().call(function, List.of(key), List.of(args));
    } catch (FunctionError e) {
      return e.code();
    }
  }

  private static List<?> list(Object answer) {
    return (List<?>) answer;
  }
}
