// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sharedstate.api.model.LeaseEntry;
import dev.sharedstate.functions.LeaseHolders.Holder;
import dev.sharedstate.functions.model.ReferenceLeases;
import dev.sharedstate.functions.testing.RedisServer;
import java.util.List;
import java.util.function.BiFunction;

/** Plays a history on a server and on the model, and compares every answer and every record. */
final class LeaseRun {
  private final LeaseWorld world;
  private final LeaseHolders holders = new LeaseHolders();
  private List<LeaseEntry> leases;

  LeaseRun(RedisServer redis, List<LeaseEntry> leases, boolean fsyncAlways) {
    this.leases = leases;
    this.world = new LeaseWorld(redis, fsyncAlways);
    world.load(leases, true);
  }

  void play(List<LeaseStep> steps) {
    for (LeaseStep step : steps) {
      if (step instanceof LeaseStep.Call call) {
        call(call);
      } else {
        happen(step);
      }
    }
    world.compareAll();
  }

  private void call(LeaseStep.Call call) {
    String key = call.key();
    if (call instanceof LeaseStep.Acquire acquire) {
      keepRunsFew(key);
      Holder holder = holders.attempt(key, ttl(key, acquire.ttlPercent()));
      acquire(holder, acquire.answered());
    } else if (call instanceof LeaseStep.Resend resend && holders.of(key, resend.back()) != null) {
      keepRunsFew(key);
      acquire(holders.of(key, resend.back()), true);
    } else if (call instanceof LeaseStep.Renew renew
        && holders.granted(key, renew.back()) != null) {
      renew(holders.granted(key, renew.back()), ttl(key, renew.ttlPercent()), renew.answered());
    } else if (call instanceof LeaseStep.Release release
        && holders.granted(key, release.back()) != null) {
      release(holders.granted(key, release.back()), release.answered());
    } else if (call instanceof LeaseStep.ReleaseGrant release
        && holders.of(key, release.back()) != null) {
      releaseGrant(holders.of(key, release.back()));
    } else if (call instanceof LeaseStep.Revoke revoke) {
      revoke(key, revoke.back());
    } else if (call instanceof LeaseStep.Invented invented) {
      invent(invented);
    } else if (call instanceof LeaseStep.Inspect) {
      compare("lease_inspect", key, (model, now) -> model.inspect(key, now));
    }
  }

  private void happen(LeaseStep step) {
    if (step instanceof LeaseStep.Sweep sweep) {
      world.compare(
          "lease_sweep",
          "__ix:" + sweep.entry(),
          (model, now) -> model.sweep(sweep.entry(), sweep.limit(), now),
          Integer.toString(sweep.limit()));
    } else if (step instanceof LeaseStep.Advance advance) {
      if (advance.millis() < 0) {
        holders.disturb(null);
      }
      world.advance(advance.millis());
    } else if (step instanceof LeaseStep.ToDeadline to) {
      Holder last = holders.granted(to.key(), 0);
      if (last != null && last.deadline + to.millisLater() > world.now()) {
        world.advance(last.deadline + to.millisLater() - world.now());
      }
    } else if (step instanceof LeaseStep.Tell tell) {
      world.tell(tell.more(), tell.quarantineMillis());
    } else if (step instanceof LeaseStep.TellWrong wrong) {
      world.tellWrong(wrong.less(), wrong.load());
    } else if (step instanceof LeaseStep.Keep) {
      world.keep();
    } else if (step instanceof LeaseStep.Seal) {
      world.compare("lease_seal", "__seal", (model, now) -> model.epochs().seal());
    } else if (step instanceof LeaseStep.Edit edit) {
      world.compareAll();
      leases = edit.leases();
      world.load(leases, true);
    } else if (step instanceof LeaseStep.Restart) {
      world.compareAll();
      world.load(leases, false);
    } else {
      disturb(step);
    }
  }

  private void disturb(LeaseStep step) {
    if (step instanceof LeaseStep.Backup) {
      world.backup();
    } else if (step instanceof LeaseStep.Rollback) {
      holders.disturb(null);
      world.rollback(leases);
    } else if (step instanceof LeaseStep.Flushall) {
      holders.disturb(null);
      world.flushall();
    } else if (step instanceof LeaseStep.Delete delete) {
      holders.disturb(delete.key());
      world.delete(delete.key());
    } else if (step instanceof LeaseStep.Foreign foreign) {
      holders.disturb(foreign.key());
      world.write(foreign.key(), foreign.text());
    }
  }

  private void acquire(Holder holder, boolean answered) {
    Object answer =
        compare(
            "lease_acquire",
            holder.key,
            (model, now) -> model.acquire(holder.key, holder.grant, "h", allowed(holder), now),
            args(holder.grant, "h", allowed(holder)));
    if (!(answer instanceof List<?>)) {
      return;
    }
    List<Object> fields = list(answer);
    if (fields.get(0).equals("GRANTED")) {
      holders.grantedByServer(holder, fields);
    }
    if (answered) {
      holders.told(holder, fields);
    }
  }

  private void renew(Holder holder, Long ttl, boolean answered) {
    Object answer =
        compare(
            "lease_renew",
            holder.key,
            (model, now) -> model.renew(holder.key, holder.fence, holder.deadline, ttl, now),
            args(Long.toString(holder.fence), Long.toString(holder.deadline), ttl));
    if (answered && answer instanceof List<?>) {
      holders.told(holder, list(answer));
    }
  }

  private void release(Holder holder, boolean answered) {
    Object answer =
        compare(
            "lease_release",
            holder.key,
            (model, now) -> model.release(holder.key, holder.fence, holder.deadline, now),
            Long.toString(holder.fence),
            Long.toString(holder.deadline));
    if (answered && answer instanceof List<?>) {
      holders.told(holder, list(answer));
    } else if (answer.equals(List.of("RELEASED"))) {
      holders.gaveBack(holder);
    }
  }

  private void releaseGrant(Holder holder) {
    Object answer =
        compare(
            "lease_release",
            holder.key,
            (model, now) -> model.releaseGrant(holder.key, holder.grant, now),
            holder.grant,
            "-1");
    if (answer.equals(List.of("RELEASED"))) {
      holders.gaveBack(holder);
    }
  }

  private void revoke(String key, int back) {
    Holder holder = back < 0 ? null : holders.granted(key, back);
    if (back >= 0 && holder == null) {
      return;
    }
    long fence = holder == null ? -1 : holder.fence;
    Object answer =
        compare(
            "lease_revoke",
            key,
            (model, now) -> model.revoke(key, fence, "why", now),
            Long.toString(fence),
            "why");
    if (answer.equals(List.of("REVOKED"))) {
      holders.revoked(key, fence);
    }
  }

  private void invent(LeaseStep.Invented invented) {
    String key = invented.key();
    long deadline = world.now() + invented.millisAhead();
    BiFunction<ReferenceLeases, Long, Object> expected =
        invented.renew()
            ? (model, now) -> model.renew(key, invented.fence(), deadline, null, now)
            : (model, now) -> model.release(key, invented.fence(), deadline, now);
    compare(
        invented.renew() ? "lease_renew" : "lease_release",
        key,
        expected,
        Long.toString(invented.fence()),
        Long.toString(deadline));
  }

  /** A record remembers seven runs exactly; that it then joins two has a test of its own. */
  private void keepRunsFew(String key) {
    if (world.pastRuns(key) >= 7) {
      holders.disturb(key);
      world.delete(key);
    }
  }

  /** A time of life as the entry allows it; null stays null. */
  private Long ttl(String key, Integer percent) {
    LeaseEntry entry = entry(key);
    return percent == null
        ? null
        : entry.minTtlMillis() + (entry.maxTtlMillis() - entry.minTtlMillis()) * percent / 100;
  }

  /** What the attempt asked for, if the policy still allows it. */
  private Long allowed(Holder holder) {
    LeaseEntry entry = entry(holder.key);
    boolean allowed =
        holder.ttl != null
            && holder.ttl >= entry.minTtlMillis()
            && holder.ttl <= entry.maxTtlMillis();
    return allowed ? holder.ttl : null;
  }

  private LeaseEntry entry(String key) {
    return leases.stream().filter(l -> key.startsWith(l.name() + ":")).findFirst().orElseThrow();
  }

  private Object compare(
      String function,
      String key,
      BiFunction<ReferenceLeases, Long, Object> expected,
      String... args) {
    Object answer = world.compare(function, key, expected, args);
    assertThat(answer).isNotNull();
    return answer;
  }

  private static String[] args(String first, String second, Long third) {
    return third == null
        ? new String[] {first, second}
        : new String[] {first, second, Long.toString(third)};
  }

  @SuppressWarnings("unchecked")
  private static List<Object> list(Object answer) {
    return (List<Object>) answer;
  }
}
