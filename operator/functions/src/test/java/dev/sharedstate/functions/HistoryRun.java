// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sharedstate.api.model.RateLimitEntry;
import dev.sharedstate.functions.FunctionCaller.FunctionError;
import dev.sharedstate.functions.model.Held;
import dev.sharedstate.functions.model.ReferenceLimiter;
import dev.sharedstate.functions.testing.RedisServer;
import io.lettuce.core.api.sync.RedisCommands;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Plays a history on a server and on the model, and compares every answer, record and TTL. */
final class HistoryRun {
  /** Test clocks move by ten years at most. */
  private static final long MOST = 315_576_000_000L;

  private final RedisServer redis;
  private final RedisCommands<String, String> commands;
  private final ReferenceLimiter model = new ReferenceLimiter();
  private final List<String> keys;

  /** When the server itself drops a key, by its own clock. */
  private final Map<String, BigInteger> dropped = new HashMap<>();

  private final Set<String> persistent = new HashSet<>();
  private long offset;
  private long lastNow;
  private long lastRetry;

  HistoryRun(RedisServer redis, List<RateLimitEntry> limits, List<String> keys) {
    this.redis = redis;
    this.commands = redis.commands();
    this.keys = keys;
    commands.flushall();
    load(limits);
  }

  void play(List<Step> steps) {
    steps.forEach(this::play);
    compareCounters();
    keys.forEach(this::compareKey);
  }

  private void play(Step step) {
    if (step instanceof Step.Ask ask) {
      ask(ask);
    } else if (step instanceof Step.Reset reset) {
      assertThat(redis.caller().call("rl_reset", List.of(reset.key()), List.of()))
          .isEqualTo(List.of("RESET"));
      assertThat(commands.exists(reset.key())).isZero();
      put(reset.key(), null);
    } else if (step instanceof Step.Advance advance) {
      advance(advance.millis());
    } else if (step instanceof Step.ComeBack back) {
      advance(lastNow + lastRetry + back.millisLater() - now());
    } else if (step instanceof Step.Edit edit) {
      compareCounters();
      load(edit.limits());
    } else if (step instanceof Step.Foreign foreign) {
      write(foreign.key(), foreign.text(), new Held.Garbage(foreign.text()));
    } else if (step instanceof Step.Later later) {
      write(later.key(), later.text(), new Held.Later(later.text()));
    } else if (step instanceof Step.Persist persist) {
      persist(persist.key());
    }
  }

  private void ask(Step.Ask ask) {
    List<String> arguments = ask.costs().stream().map(String::valueOf).toList();
    List<Long> costs = new ArrayList<>();
    for (int i = 0; i < ask.keys().size(); i++) {
      costs.add(ask.costs().isEmpty() ? 1L : ask.costs().get(ask.costs().size() == 1 ? 0 : i));
    }
    Map<String, Held> before = new HashMap<>();
    ask.keys().forEach(key -> before.put(key, model.held(key)));
    List<Object> answer;
    try {
      answer = redis.caller().call(ask.take() ? "rl_take" : "rl_peek", ask.keys(), arguments);
    } catch (FunctionError e) {
      assertThat(e.code()).as(ask.toString()).isEqualTo("BADSTATE");
      assertThat(model.take(ask.keys(), costs, 0)).as("the model's answer to " + ask).isNull();
      return;
    }
    lastNow = (Long) answer.get(4);
    List<Object> expected =
        ask.take()
            ? model.take(ask.keys(), costs, lastNow)
            : model.peek(ask.keys(), costs, lastNow);
    assertThat(answer).as("%s at %d, held %s", ask, lastNow, before).isEqualTo(expected);
    if (answer.get(0).equals("LIMITED")) {
      lastRetry = (Long) answer.get(2);
    }
    for (String key : ask.keys()) {
      Held held = model.held(key);
      if (held != before.get(key)) {
        persistent.remove(key);
        dropped.put(key, held.deadline().subtract(BigInteger.valueOf(offset)));
      }
    }
  }

  private void load(List<RateLimitEntry> limits) {
    redis.load(RateLimitCompiler.compileWithTestClock(Limits.POLICY, limits));
    model.edit(limits);
    long moved = offset;
    offset = 0;
    advance(moved);
  }

  private void advance(long millis) {
    if (Math.abs(offset + millis) > MOST) {
      return;
    }
    if (millis < 0) {
      // Had the server's own clock gone back, no key would end before it comes round again.
      keys.forEach(this::persist);
    }
    redis.caller().call("rl_advance", List.of(), List.of(Long.toString(millis)));
    offset += millis;
  }

  private long now() {
    return (Long) redis.caller().call("rl_advance", List.of(), List.of("0")).get(1);
  }

  private void persist(String key) {
    commands.persist(key);
    if (commands.exists(key) == 0) {
      put(key, null);
    } else {
      persistent.add(key);
    }
  }

  private void write(String key, String text, Held held) {
    commands.set(key, text);
    put(key, held);
    persistent.add(key);
  }

  private void put(String key, Held held) {
    model.put(key, held);
    persistent.remove(key);
    dropped.remove(key);
  }

  private void compareCounters() {
    List<Object> answer = redis.caller().call("rl_stats", List.of(), List.of());
    Map<String, Long> counters = new TreeMap<>();
    for (int i = 1; i < answer.size(); i += 2) {
      counters.put((String) answer.get(i), (Long) answer.get(i + 1));
    }
    assertThat(counters).isEqualTo(model.counters());
  }

  private void compareKey(String key) {
    Held held = model.held(key);
    long before = now() - offset;
    String text = commands.get(key);
    long ttl = commands.pttl(key);
    long after = now() - offset;
    if (held == null) {
      assertThat(text).as(key).isNull();
    } else if (persistent.contains(key)) {
      assertThat(text).as(key).isEqualTo(held.text());
    } else if (text == null || ttl == -2) {
      assertThat(dropped.get(key))
          .as("%s went early: %s", key, held)
          .isLessThanOrEqualTo(big(after));
    } else {
      assertThat(text).as(key).isEqualTo(held.text());
      BigInteger end = dropped.get(key);
      assertThat(big(ttl))
          .as("the TTL of %s: %s", key, held)
          .isBetween(end.subtract(big(after + 1)), end.subtract(big(before - 1)));
    }
  }

  private static BigInteger big(long value) {
    return BigInteger.valueOf(value);
  }
}
