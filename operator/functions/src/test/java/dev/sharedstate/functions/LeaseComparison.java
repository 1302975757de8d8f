// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sharedstate.functions.model.LeaseKey;
import dev.sharedstate.functions.model.ReferenceLeases;
import dev.sharedstate.functions.testing.RedisServer;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Compares what a server holds of leases with what the model holds. */
final class LeaseComparison {
  /** How much later than it was asked a TTL may be read, ms. */
  private static final long SLOW = 500;

  private final RedisServer redis;
  private final RedisCommands<String, String> commands;
  private final ReferenceLeases model;

  LeaseComparison(RedisServer redis, ReferenceLeases model) {
    this.redis = redis;
    this.commands = redis.commands();
    this.model = model;
  }

  void run(String loadId) {
    counters(loadId);
    long epoch = model.epochs().epoch();
    assertThat(commands.get("__epoch")).isEqualTo(model.epochs().text());
    assertThat(commands.get("__seal")).isEqualTo(model.epochs().sealText());
    assertThat(redis.caller().call("lease_info", List.of(), List.of()).get(7))
        .isEqualTo(epoch == 0 ? -1 : epoch);
    LeaseHistories.KEYS.forEach(this::key);
    LeaseHistories.ENTRIES.forEach(this::index);
  }

  private void counters(String loadId) {
    Map<String, Long> counters = new TreeMap<>();
    List<Object> stats = redis.caller().call("lease_stats", List.of(), List.of());
    assertThat(stats.get(0)).isEqualTo(loadId);
    for (int i = 1; i < stats.size(); i += 2) {
      counters.put((String) stats.get(i), (Long) stats.get(i + 1));
    }
    assertThat(counters).isEqualTo(model.counters());
  }

  private void key(String key) {
    LeaseKey held = model.keys().get(key);
    String text = commands.get(key);
    long ttl = commands.pttl(key);
    long now = now();
    if (held == null) {
      assertThat(text).as(key).isNull();
    } else if (held.foreign() != null) {
      assertThat(text).as(key).isEqualTo(held.foreign());
    } else if (text == null || ttl == -2) {
      assertThat(held.ends()).as("%s went early: %s", key, held).isLessThanOrEqualTo(now);
    } else {
      assertThat(text).as(key).isEqualTo(held.text());
      assertThat(now + ttl).as("the end of %s", key).isBetween(held.ends(), held.ends() + SLOW);
    }
  }

  private void index(String entry) {
    Map<String, Long> scores = new HashMap<>();
    String key = LeaseCompiler.indexKey(entry);
    commands
        .zrangeWithScores(key, 0, -1)
        .forEach(member -> scores.put(member.getValue(), (long) member.getScore()));
    Long ends = model.index().ends(entry);
    if (scores.isEmpty() && ends != null && ends <= now()) {
      return;
    }
    assertThat(scores).as(key).isEqualTo(model.index().of(entry));
    if (!scores.isEmpty()) {
      long ttl = commands.pttl(key);
      assertThat(now() + ttl).as("the end of %s", key).isBetween(ends, ends + SLOW);
    }
  }

  private long now() {
    return (Long) redis.caller().call("lease_advance", List.of(), List.of("0")).get(1);
  }
}
