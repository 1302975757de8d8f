// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions.model;

import dev.sharedstate.api.model.LeaseEntry;
import dev.sharedstate.functions.model.Lease.State;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Leases by their definitions, in plain Java: what the Lua library is compared with. It has no
 * clock: the time of each call is an argument. An answer is a list; an error is its code.
 */
public final class ReferenceLeases {
  private static final long DAY = 24 * 3600 * 1000L;

  /** What calls are answered, as lease_stats names it. */
  public static final List<String> OUTCOMES =
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

  final Map<String, LeaseKey> keys = new HashMap<>();
  final EpochModel epochs;
  final IndexModel index;
  private final Map<String, LeaseEntry> entries = new HashMap<>();
  private final Map<String, Long> counters = new TreeMap<>();
  private final Set<Long> lost = new HashSet<>();

  public ReferenceLeases(boolean fsyncAlways, long stepAt, long maxCounter) {
    this(new EpochModel(fsyncAlways, stepAt, maxCounter), new IndexModel());
  }

  private ReferenceLeases(EpochModel epochs, IndexModel index) {
    this.epochs = epochs;
    this.index = index;
  }

  public ReferenceLeases copy() {
    ReferenceLeases copy = new ReferenceLeases(epochs.copy(), index.copy());
    copy.keys.putAll(keys);
    copy.entries.putAll(entries);
    copy.counters.putAll(counters);
    copy.lost.addAll(lost);
    return copy;
  }

  /** A library is loaded, with these entries: whatever it had in its locals is gone. */
  public void load(List<LeaseEntry> edited) {
    entries.clear();
    counters.clear();
    lost.clear();
    index.forgetCursors();
    epochs.load();
    for (LeaseEntry lease : edited) {
      entries.put(lease.name(), lease);
      OUTCOMES.forEach(outcome -> counters.put(lease.name() + "." + outcome, 0L));
    }
  }

  /** The data becomes that of another time; the library stays as it is. */
  public void restore(ReferenceLeases then) {
    keys.clear();
    keys.putAll(then.keys);
    index.restore(then.index);
    epochs.restore(then.epochs);
  }

  public EpochModel epochs() {
    return epochs;
  }

  public IndexModel index() {
    return index;
  }

  public Map<String, Long> counters() {
    return counters;
  }

  public Map<String, LeaseKey> keys() {
    return keys;
  }

  /** Keys whose time has come go. */
  public void expire(long now) {
    keys.values().removeIf(key -> key.ends() < now);
    index.expire(now);
  }

  public Object acquire(String key, String grant, String holder, Long asked, long now) {
    LeaseEntry entry = entry(key);
    long ttl = asked == null ? entry.ttlMillis() : asked;
    if (ttl < entry.minTtlMillis() || ttl > entry.maxTtlMillis()) {
      return "BADARG";
    }
    LeaseKey held = keys.get(key);
    if (held != null && held.foreign() != null) {
      return "BADSTATE";
    }
    Lease last = held == null ? null : held.last();
    if (last != null && last.liveAt(now)) {
      long left = last.deadline() - now;
      if (last.grant().equals(grant)) {
        count(key, "resent");
        return List.of("GRANTED", last.fence(), left, last.deadline(), 1L);
      }
      count(key, "held");
      return List.of("HELD", left, last.text(), left);
    }
    if (last != null && last.state() != State.LIVE && last.grant().equals(grant)) {
      count(key, "late");
      return List.of(last.state().name());
    }
    if (!epochs.grants()) {
      return "NOEPOCH";
    }
    if (now < epochs.quarantine()) {
      count(key, "quarantined");
      return List.of("QUARANTINE", epochs.quarantine() - now);
    }
    if (last != null && last.fence() > epochs.highestFence()) {
      return "NOEPOCH";
    }
    Lease lease = new Lease(epochs.issue(), grant, holder, now, now + ttl, 0, State.LIVE);
    keys.put(key, (held == null ? new LeaseKey(null, List.of(), 0) : held).with(lease));
    index.granted(key, lease.deadline());
    count(key, "granted");
    return List.of("GRANTED", lease.fence(), ttl, lease.deadline(), 0L);
  }

  public Object renew(String key, long fence, long deadline, Long asked, long now) {
    LeaseEntry entry = entry(key);
    LeaseKey held = keys.get(key);
    if (held != null && held.foreign() != null) {
      return "BADSTATE";
    }
    if (held == null || held.last().fence() != fence || !held.last().liveAt(now)) {
      return late(key, held, fence, deadline, now);
    }
    if (!epochs.renews()) {
      return "NOEPOCH";
    }
    Lease lease = held.last();
    long ttl = asked == null ? entry.ttlMillis() : asked;
    long target = now + Math.max(entry.minTtlMillis(), Math.min(entry.maxTtlMillis(), ttl));
    if (entry.maxLifetimeMillis() > 0) {
      long end = lease.acquired() + entry.maxLifetimeMillis();
      if (end <= lease.deadline()) {
        count(key, "lifetime");
        return List.of("LIFETIME", fence, lease.deadline() - now, lease.deadline());
      }
      target = Math.min(target, end);
    }
    Lease renewed = lease.renewedTo(Math.max(target, lease.deadline()));
    keys.put(key, held.with(renewed));
    index.renewed(key, renewed.deadline());
    count(key, "renewed");
    return List.of("RENEWED", fence, renewed.deadline() - now, renewed.deadline());
  }

  public Object release(String key, long fence, long deadline, long now) {
    LeaseKey held = keys.get(key);
    if (held != null && held.foreign() != null) {
      return "BADSTATE";
    }
    if (held == null || held.last().fence() != fence || !held.last().liveAt(now)) {
      return late(key, held, fence, deadline, now);
    }
    end(key, held, State.RELEASED, held.last().text());
    return List.of("RELEASED");
  }

  public Object releaseGrant(String key, String grant, long now) {
    LeaseKey held = keys.get(key);
    if (held != null && held.foreign() != null) {
      return "BADSTATE";
    }
    if (held == null || !held.last().grant().equals(grant)) {
      count(key, "not_owner");
      return List.of("NOT_OWNER");
    }
    if (held.last().liveAt(now)) {
      end(key, held, State.RELEASED, held.last().text());
      return List.of("RELEASED");
    }
    if (held.last().state() == State.LIVE) {
      count(key, "expired");
      return List.of("EXPIRED");
    }
    count(key, "late");
    return List.of(held.last().state().name());
  }

  public Object inspect(String key, long now) {
    LeaseKey held = keys.get(key);
    if (held != null && held.foreign() != null) {
      return "BADSTATE";
    }
    if (held == null || !held.last().liveAt(now)) {
      return List.of("FREE", -1L, -1L, "", -1L, -1L);
    }
    Lease lease = held.last();
    return List.of(
        "HELD",
        lease.fence(),
        lease.deadline() - now,
        lease.text(),
        lease.acquired(),
        lease.renewals());
  }

  public Object revoke(String key, long fence, String reason, long now) {
    LeaseKey held = keys.get(key);
    if (held != null && held.foreign() != null) {
      if (fence != -1) {
        return "BADSTATE";
      }
      keys.remove(key);
      index.ended(key);
      return List.of("FREE");
    }
    boolean live = held != null && held.last().liveAt(now);
    if (live && (fence == -1 || fence == held.last().fence())) {
      end(key, held.revoked(held.last().fence()), State.REVOKED, reason);
      return List.of("REVOKED");
    }
    if (held != null && fence == held.revoked()) {
      return List.of("REVOKED");
    }
    return List.of(live ? "HELD" : "FREE");
  }

  /** Members that were looked at, that had ended, whose record was gone. */
  public Object sweep(String entry, int limit, long now) {
    return index.sweep(entry, limit, now, keys.keySet());
  }

  private void end(String key, LeaseKey held, State state, String text) {
    keys.put(key, held.with(held.last().ended(state, text)));
    index.ended(key);
    count(key, state == State.RELEASED ? "released" : "revoked");
  }

  private Object late(String key, LeaseKey held, long fence, long deadline, long now) {
    if (deadline > now + DAY) {
      return "BADARG";
    }
    if (now >= deadline) {
      count(key, "expired");
      return List.of("EXPIRED");
    }
    if (fence < 1 || epochs.epoch() > 0 && fence > epochs.highestFence()) {
      count(key, "not_owner");
      return List.of("NOT_OWNER");
    }
    if (held != null && held.ended(fence)) {
      count(key, "late");
      return List.of(held.revoked() == fence ? "REVOKED" : "RELEASED");
    }
    if (lost.add(fence)) {
      count(key, "lost");
    }
    return List.of("LOST");
  }

  private LeaseEntry entry(String key) {
    return entries.get(key.split(":", 2)[0]);
  }

  private void count(String key, String outcome) {
    counters.merge(entry(key).name() + "." + outcome, 1L, Long::sum);
  }
}
