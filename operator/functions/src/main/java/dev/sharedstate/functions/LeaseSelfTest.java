// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

import dev.sharedstate.api.model.LeaseEntry;
import dev.sharedstate.functions.FunctionCaller.FunctionError;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Tries a loaded self-test library: nothing without an epoch, then for each entry a grant, its
 * duplicates, a renewal, a release, a revocation, a lease that is lost, the errors and the
 * counters. Where the connection is slower than a TTL, what was answered after it is not judged.
 */
final class LeaseSelfTest {
  private static final List<String> OUTCOMES =
      List.of(
          "granted",
          "resent",
          "held",
          "quarantined",
          "renewed",
          "released",
          "revoked",
          "expired",
          "late",
          "lost",
          "lifetime",
          "not_owner");
  private static final String EPOCH_KEY = LeaseCompiler.SELF_TEST_KEYS + LeaseCompiler.EPOCH_KEY;
  private static final long FAR = 1L << 52;

  private final FunctionCaller caller;
  private final List<LeaseEntry> leases;
  private final Map<String, Long> counted = new HashMap<>();

  LeaseSelfTest(FunctionCaller caller, List<LeaseEntry> leases) {
    this.caller = caller;
    this.leases = leases;
  }

  void run() {
    clear();
    try {
      List<Object> info = call("info", List.of());
      expect("the length of lease_info", 9, info.size());
      expect("lease_info name", LeaseCompiler.SELF_TEST_LIBRARY_NAME, info.get(0));
      expect("lease_info version", LeaseCompiler.VERSION, info.get(3));
      expect("lease_info epoch", -1L, info.get(7));
      expect("lease_info test clock", 0L, info.get(8));
      expect("lease_stats before the first call", new HashMap<>(), stats());
      epochs((String) info.get(6));
      leases.forEach(this::judged);
      errors();
      expect("lease_stats", counted, stats());
    } finally {
      clear();
    }
  }

  private void epochs(String loadId) {
    LeaseEntry lease = leases.get(0);
    expectError("NOEPOCH", "acquire", key(lease), grant(1), "self-test");
    expect("lease_keep", List.of("OPERATOR", -1L), call("keep", List.of(EPOCH_KEY)));
    expect("lease_epoch of another load", List.of("WRONG_LOAD"), epoch(1, "fresh", 0));
    expect("lease_epoch", List.of("EPOCH", 1L), epoch(1, loadId, FAR));
    expect("lease_epoch once more", List.of("STALE_EPOCH", 1L), epoch(1, loadId, 0));
    expect("quarantine", "QUARANTINE", acquire(lease, 1).get(0));
    count(lease, "quarantined");
    expect("lease_epoch", List.of("EPOCH", 2L), epoch(2, loadId, 0));
    expect("lease_keep", List.of("KEPT", 2L), call("keep", List.of(EPOCH_KEY)));
    expect("lease_info epoch", 2L, call("info", List.of()).get(7));
  }

  private void judged(LeaseEntry lease) {
    long start = System.nanoTime();
    Map<String, Long> before = new HashMap<>(counted);
    Map<String, Long> told = stats();
    try {
      entry(lease);
    } catch (SelfTestFailure e) {
      if (System.nanoTime() - start < TimeUnit.MILLISECONDS.toNanos(lease.ttlMillis())) {
        throw e;
      }
      counted.clear();
      counted.putAll(before);
      stats()
          .forEach(
              (name, value) -> counted.merge(name, value - told.getOrDefault(name, 0L), Long::sum));
      counted.values().removeIf(value -> value == 0);
    }
  }

  private void entry(LeaseEntry lease) {
    String max = Long.toString(lease.maxTtlMillis());
    List<Object> first = acquire(lease, 1, max);
    expect(lease, "acquire", "GRANTED", first, "granted");
    expect(lease.name() + ": ttl of acquire", lease.maxTtlMillis(), first.get(2));
    expect(lease, "acquire again", "GRANTED", acquire(lease, 1), "resent");
    expect(lease, "acquire by another", "HELD", acquire(lease, 2), "held");
    List<Object> shown = call("inspect", List.of(key(lease)));
    expect(lease.name() + ": inspect", List.of("HELD", first.get(1)), shown.subList(0, 2));

    boolean old = lease.maxLifetimeMillis() == lease.maxTtlMillis();
    List<Object> renewed = held(lease, "renew", first, max);
    expect(lease, "renew", old ? "LIFETIME" : "RENEWED", renewed, old ? "lifetime" : "renewed");
    List<Object> byGrant = call("release", List.of(key(lease)), grant(1), "-1");
    expect(lease, "release by grant id", "RELEASED", byGrant, "released");
    expect(lease, "release again", "RELEASED", held(lease, "release", first), "late");
    expect(lease, "acquire after its release", "RELEASED", acquire(lease, 1), "late");

    List<Object> second = acquire(lease, 3);
    expect(lease, "acquire after a release", "GRANTED", second, "granted");
    expect(lease.name() + ": default ttl", lease.ttlMillis(), second.get(2));
    expect(lease.name() + ": fences rise", 1L, (Long) second.get(1) - (Long) first.get(1));
    List<Object> revoked =
        call("revoke", List.of(key(lease)), second.get(1).toString(), "self-test");
    expect(lease, "revoke", "REVOKED", revoked, "revoked");
    expect(lease, "renew after it", "REVOKED", held(lease, "renew", second), "late");
    expect(lease.name() + ": inspect", "FREE", call("inspect", List.of(key(lease))).get(0));

    List<Object> third = acquire(lease, 4);
    expect(lease, "acquire after a revocation", "GRANTED", third, "granted");
    call("clear", List.of(key(lease)));
    expect(lease, "renew of a lost lease", "LOST", held(lease, "renew", third), "lost");
    List<Object> unknown = List.of("", (Long) third.get(1) + 1, 0L, third.get(3));
    expect(lease, "a fence never issued", "NOT_OWNER", held(lease, "renew", unknown), "not_owner");
    expect(lease.name() + ": sweep", "SWEPT", call("sweep", List.of(index(lease)), "10").get(0));
  }

  private void errors() {
    LeaseEntry lease = leases.get(0);
    String unknown = LeaseCompiler.SELF_TEST_KEYS + ":x";
    expectError("NOENTRY", "acquire", unknown, grant(1), "self-test");
    expectError("BADARG", "acquire", key(lease), "constant", "self-test");
    expectError("BADARG", "acquire", key(lease), grant(1), "self-test", "0");
    String above = Long.toString(lease.maxTtlMillis() + 1);
    expectError("BADARG", "acquire", key(lease), grant(1), "self-test", above);
    expectError("BADARG", "renew", key(lease), "1.5", "0");
  }

  private List<Object> epoch(long epoch, String loadId, long quarantineUntil) {
    return call(
        "epoch", List.of(EPOCH_KEY), Long.toString(epoch), loadId, Long.toString(quarantineUntil));
  }

  private List<Object> acquire(LeaseEntry lease, int number, String... ttl) {
    List<String> arguments = new ArrayList<>(List.of(grant(number), "self-test"));
    arguments.addAll(List.of(ttl));
    return call("acquire", List.of(key(lease)), arguments.toArray(String[]::new));
  }

  /** A call with the fence and the deadline of a grant. */
  private List<Object> held(
      LeaseEntry lease, String function, List<Object> granted, String... more) {
    List<String> arguments = new ArrayList<>();
    arguments.add(granted.get(1).toString());
    arguments.add(granted.get(3).toString());
    arguments.addAll(List.of(more));
    return call(function, List.of(key(lease)), arguments.toArray(String[]::new));
  }

  private Map<String, Long> stats() {
    List<Object> answer = call("stats", List.of());
    expect("the length of lease_stats", 1 + 2 * OUTCOMES.size() * leases.size(), answer.size());
    Map<String, Long> moved = new HashMap<>();
    for (int i = 1; i < answer.size(); i += 2) {
      if ((Long) answer.get(i + 1) != 0) {
        moved.put((String) answer.get(i), (Long) answer.get(i + 1));
      }
    }
    return moved;
  }

  private void clear() {
    List<String> keys = new ArrayList<>();
    keys.add(EPOCH_KEY);
    keys.add(LeaseCompiler.SELF_TEST_KEYS + LeaseCompiler.SEAL_KEY);
    for (LeaseEntry lease : leases) {
      keys.add(key(lease));
      keys.add(index(lease));
    }
    call("clear", keys);
  }

  private List<Object> call(String function, List<String> keys, String... arguments) {
    try {
      return caller.call(LeaseCompiler.SELF_TEST_FUNCTIONS + function, keys, List.of(arguments));
    } catch (FunctionError e) {
      if (FunctionCatalog.errors().containsKey(e.code())) {
        throw new SelfTestFailure("lease_" + function + " " + keys + ": " + e.getMessage());
      }
      throw e; // such as OOM: says nothing of the library
    }
  }

  private void count(LeaseEntry lease, String outcome) {
    counted.merge(lease.name() + "." + outcome, 1L, Long::sum);
  }

  private static String key(LeaseEntry lease) {
    return LeaseCompiler.SELF_TEST_KEYS + lease.name() + ":x";
  }

  private static String index(LeaseEntry lease) {
    return LeaseCompiler.indexKey(LeaseCompiler.SELF_TEST_KEYS + lease.name());
  }

  private static String grant(int number) {
    return Integer.toString(number).repeat(32);
  }

  private void expect(
      LeaseEntry lease, String what, String word, List<Object> answer, String outcome) {
    expect(lease.name() + ": " + what, word, answer.get(0));
    count(lease, outcome);
  }

  private void expectError(String code, String function, String key, String... arguments) {
    String told = "no error";
    try {
      caller.call(LeaseCompiler.SELF_TEST_FUNCTIONS + function, List.of(key), List.of(arguments));
    } catch (FunctionError e) {
      told = e.code();
    }
    expect("the error of lease_" + function + " for " + List.of(arguments), code, told);
  }

  private static void expect(String what, Object expected, Object answered) {
    if (!expected.equals(answered)) {
      throw new SelfTestFailure(what + ": expected " + expected + ", answered " + answered);
    }
  }
}
