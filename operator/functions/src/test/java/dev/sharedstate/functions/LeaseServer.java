// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

import dev.sharedstate.api.model.LeaseEntry;
import dev.sharedstate.functions.FunctionCaller.FunctionError;
import dev.sharedstate.functions.testing.RedisEngine;
import dev.sharedstate.functions.testing.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A lease library with a test clock on a server, which has been told an epoch. */
final class LeaseServer {
  final RedisServer redis;
  private final boolean fsyncAlways;
  private long offset;
  private long epoch;
  private int attempts;

  LeaseServer(RedisEngine engine, LeaseEntry... leases) {
    this(RedisServer.shared(engine), true, leases);
  }

  LeaseServer(RedisServer redis, boolean fsyncAlways, LeaseEntry... leases) {
    this.redis = redis;
    this.fsyncAlways = fsyncAlways;
    load(leases);
    tell();
  }

  /** Loads the library without an epoch; the clock stays where it is. */
  void load(LeaseEntry... leases) {
    redis.load(LeaseCompiler.compileWithTestClock(Limits.POLICY, List.of(leases), fsyncAlways));
    setClock();
  }

  /** Brings the clock of a library that was just loaded to where it was. */
  void setClock() {
    long moved = offset;
    offset = 0;
    advance(moved);
  }

  /** Tells the next epoch. */
  long tell() {
    return tell(epoch + 1, 0);
  }

  long tell(long next, long quarantineUntil) {
    Answer answer =
        call(
            "lease_epoch",
            "__epoch",
            Long.toString(next),
            loadId(),
            Long.toString(quarantineUntil));
    if (!answer.word().equals("EPOCH")) {
      throw new AssertionError(answer.toString());
    }
    epoch = next;
    return next;
  }

  String loadId() {
    return (String) redis.caller().call("lease_info", List.of(), List.of()).get(6);
  }

  /** Moves the clock and answers what it shows then. */
  long advance(long millis) {
    offset += millis;
    return (Long)
        redis.caller().call("lease_advance", List.of(), List.of(Long.toString(millis))).get(1);
  }

  long now() {
    return advance(0);
  }

  /** Moves the clock forward until it shows at least this; never back. */
  void advanceTo(long time) {
    advance(Math.max(0, time - now()));
  }

  /** A new attempt. */
  Grant acquire(String key, long... ttl) {
    attempts++;
    return acquire(key, Leases.grant(attempts), ttl);
  }

  Grant acquire(String key, String id, long... ttl) {
    List<String> args = new ArrayList<>(List.of(id, "holder"));
    for (long millis : ttl) {
      args.add(Long.toString(millis));
    }
    return new Grant(key, id, call("lease_acquire", key, args.toArray(String[]::new)));
  }

  Answer renew(Grant grant, long... ttl) {
    return renew(grant.key(), grant.fence(), grant.deadline(), ttl);
  }

  Answer renew(String key, long fence, long deadline, long... ttl) {
    List<String> args = new ArrayList<>(List.of(Long.toString(fence), Long.toString(deadline)));
    for (long millis : ttl) {
      args.add(Long.toString(millis));
    }
    return call("lease_renew", key, args.toArray(String[]::new));
  }

  Answer release(Grant grant) {
    return release(grant.key(), grant.fence(), grant.deadline());
  }

  Answer release(String key, long fence, long deadline) {
    return call("lease_release", key, Long.toString(fence), Long.toString(deadline));
  }

  Answer releaseById(Grant grant) {
    return call("lease_release", grant.key(), grant.id(), "-1");
  }

  Answer inspect(String key) {
    return call("lease_inspect", key);
  }

  Answer revoke(String key, long fence) {
    return call("lease_revoke", key, Long.toString(fence), "why");
  }

  Answer call(String function, String key, String... args) {
    return new Answer(redis.caller().call(function, List.of(key), List.of(args)));
  }

  /** The code of the error that a call ends in. */
  String errorOf(String function, String key, String... args) {
    try {
      return "no error: " + call(function, key, args);
    } catch (FunctionError e) {
      return e.code();
    }
  }

  /** The counters that are not 0, without the name of the entry. */
  Map<String, Long> counted(String entry) {
    List<Object> stats = redis.caller().call("lease_stats", List.of(), List.of());
    Map<String, Long> counted = new TreeMap<>();
    for (int i = 1; i < stats.size(); i += 2) {
      String name = (String) stats.get(i);
      if (name.startsWith(entry + ".") && (Long) stats.get(i + 1) != 0) {
        counted.put(name.substring(entry.length() + 1), (Long) stats.get(i + 1));
      }
    }
    return counted;
  }

  long lost(String entry) {
    return counted(entry).getOrDefault("lost", 0L);
  }

  /** An answer by name, for those fields that its word has. */
  record Answer(List<Object> fields) {
    String word() {
      return (String) fields.get(0);
    }

    long number(int at) {
      return (Long) fields.get(at);
    }

    long ttl() {
      return number(2);
    }

    long deadline() {
      return number(3);
    }

    @Override
    public String toString() {
      return fields.toString();
    }
  }

  /** An attempt and its answer. */
  record Grant(String key, String id, Answer answer) {
    String word() {
      return answer.word();
    }

    long fence() {
      return answer.number(1);
    }

    long ttl() {
      return answer.ttl();
    }

    long deadline() {
      return answer.deadline();
    }

    boolean resent() {
      return answer.number(4) == 1;
    }
  }
}
