// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

import dev.sharedstate.api.model.RateLimitEntry;
import dev.sharedstate.functions.testing.RedisEngine;
import dev.sharedstate.functions.testing.RedisServer;
import java.util.ArrayList;
import java.util.List;

/** A library with a test clock on a server, and its answers by name. */
final class ClockedLimiter {
  final RedisServer redis;
  private long offset;

  ClockedLimiter(RedisEngine engine, RateLimitEntry... limits) {
    redis = RedisServer.shared(engine);
    edit(limits);
  }

  /** Loads other limits; the clock stays where it is. */
  void edit(RateLimitEntry... limits) {
    redis.load(RateLimitCompiler.compileWithTestClock(Limits.POLICY, List.of(limits)));
    long moved = offset;
    offset = 0;
    advance(moved);
  }

  /** Moves the clock and answers what it shows then. */
  long advance(long millis) {
    offset += millis;
    return (Long)
        redis.caller().call("rl_advance", List.of(), List.of(Long.toString(millis))).get(1);
  }

  /** Moves the clock forward until it shows at least this; never back. */
  void advanceTo(long time) {
    advance(Math.max(0, time - advance(0)));
  }

  Answer take(String key, long... costs) {
    return call("rl_take", List.of(key), costs);
  }

  Answer take(List<String> keys, long... costs) {
    return call("rl_take", keys, costs);
  }

  Answer peek(String key, long... costs) {
    return call("rl_peek", List.of(key), costs);
  }

  Answer peek(List<String> keys, long... costs) {
    return call("rl_peek", keys, costs);
  }

  private Answer call(String function, List<String> keys, long... costs) {
    List<String> arguments = new ArrayList<>();
    for (long cost : costs) {
      arguments.add(Long.toString(cost));
    }
    return new Answer(redis.caller().call(function, keys, arguments));
  }

  /** How many calls of cost 1 are admitted now, at most {@code most}. */
  int admitted(String key, int most) {
    int admitted = 0;
    while (admitted < most && take(key).word().equals("ALLOWED")) {
      admitted++;
    }
    return admitted;
  }

  /** The answer to a call; the fields of one key are those of the first. */
  record Answer(List<Object> fields) {
    String word() {
      return (String) fields.get(0);
    }

    long binding() {
      return (Long) fields.get(1);
    }

    long retry() {
      return (Long) fields.get(2);
    }

    long now() {
      return (Long) fields.get(4);
    }

    long limit() {
      return (Long) fields.get(5);
    }

    long remaining() {
      return (Long) fields.get(6);
    }

    long reset() {
      return (Long) fields.get(7);
    }
  }
}
