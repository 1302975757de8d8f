// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.metrics;

import dev.sharedstate.controller.metrics.PolicyMetrics.PushResult;
import dev.sharedstate.controller.model.CounterMeaning;
import dev.sharedstate.controller.redis.Observation;
import dev.sharedstate.controller.redis.Observation.LibraryStats;
import dev.sharedstate.controller.redis.PolicyRef;
import dev.sharedstate.controller.redis.RedisAdmin;
import dev.sharedstate.controller.redis.RedisAdminListener.Operation;
import dev.sharedstate.controller.redis.RedisUnavailable.Cause;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The numbers of one policy. Thread-safe: fed by passes, probes and I/O threads. */
final class PolicySeries {
  /** Whose change by hand is counted; closed, since it is a label. */
  static final List<String> PARAMETERS =
      List.of("maxmemory", "maxmemory-policy", "maxmemory-clients", "save", "appendonly");

  /** For every other parameter. */
  static final String OTHER_PARAMETER = "other";

  static final List<String> CONDITIONS =
      List.of("Accepted", "MemoryPressure", "Programmed", "Ready", "RedisReady");

  private final PolicyRef policy;
  private final Instant knownSince;
  private final RunningCounters decisions = new RunningCounters();
  private final RunningCounters server = new RunningCounters();
  private final Map<Operation, Long> timeouts = new EnumMap<>(Operation.class);
  private final Map<PushResult, Long> pushes = new EnumMap<>(PushResult.class);
  private final Map<String, Long> drifts = new TreeMap<>();
  private final Map<String, String> conditions = new TreeMap<>();
  private List<String> entries = List.of();
  private List<CounterMeaning> counters = List.of();
  private long generation;
  private long appliedGeneration;
  private long libraryDrifts;
  private long restarts;
  private boolean up;
  private Observation.ServerFigures figures =
      new Observation.ServerFigures(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  PolicySeries(PolicyRef policy, Instant knownSince) {
    this.policy = policy;
    this.knownSince = knownSince;
    PARAMETERS.forEach(name -> drifts.put(name, 0L));
    drifts.put(OTHER_PARAMETER, 0L);
    CONDITIONS.forEach(type -> conditions.put(type, "Unknown"));
  }

  PolicyRef policy() {
    return policy;
  }

  synchronized void known(
      long newGeneration, Collection<String> names, List<CounterMeaning> meanings) {
    generation = newGeneration;
    counters = meanings;
    entries = names.stream().sorted().toList();
  }

  synchronized void conditions(Map<String, String> statuses) {
    for (String type : CONDITIONS) {
      String status = statuses.get(type);
      boolean valid = status != null && PolicyFamilies.STATUSES.contains(status);
      conditions.put(type, valid ? status : "Unknown");
    }
  }

  synchronized void appliedGeneration(long applied) {
    appliedGeneration = applied;
  }

  synchronized void push(PushResult result) {
    pushes.merge(result, 1L, Long::sum);
  }

  synchronized void drift(String parameter) {
    drifts.merge(PARAMETERS.contains(parameter) ? parameter : OTHER_PARAMETER, 1L, Long::sum);
  }

  synchronized void libraryDrift() {
    libraryDrifts++;
  }

  synchronized void observed(Observation seen, Instant now) {
    up = true;
    figures = seen.server();
    // The operator knew of the policy before this server began: all that it counted is new.
    boolean young = figures.uptimeSeconds() <= Duration.between(knownSince, now).toSeconds();
    boolean first = !server.hasRuns();
    if (server.read(seen.runId(), serverCounters(figures), young) && !first) {
      restarts++;
    }
    seen.stats().ifPresent(stats -> decisions.read(stats.loadId(), stats.counters(), young));
  }

  synchronized void pushed(RedisAdmin.Pushed pushed) {
    LibraryStats last = pushed.lastStats();
    if (!last.loadId().isEmpty()) {
      decisions.read(last.loadId(), last.counters(), false);
    }
    decisions.began(pushed.info().loadId());
  }

  synchronized void unavailable(Operation operation, Cause cause) {
    up = false;
    if (cause == Cause.TIMEOUT) {
      timeouts.merge(operation, 1L, Long::sum);
    }
  }

  private static Map<String, Long> serverCounters(Observation.ServerFigures figures) {
    return Map.of(
        "evicted", figures.evictedKeys(),
        "expired", figures.expiredKeys(),
        "oom", figures.oomErrors(),
        "rejected", figures.rejectedConnections());
  }

  synchronized String ready() {
    return conditions.get("Ready");
  }

  /** Totals of one entry by family and label; counters under one label are added. */
  private Map<CounterMeaning.Family, Map<String, Long>> decided(String entry) {
    Map<CounterMeaning.Family, Map<String, Long>> totals =
        new EnumMap<>(CounterMeaning.Family.class);
    for (CounterMeaning meaning : counters) {
      totals
          .computeIfAbsent(meaning.family(), family -> new TreeMap<>())
          .merge(meaning.label(), decisions.total(entry + "." + meaning.counter()), Long::sum);
    }
    return totals;
  }

  synchronized void writeTo(PolicyFamilies out) {
    List<String> labels = List.of(policy.kind(), policy.namespace(), policy.name());
    for (String entry : entries) {
      decided(entry)
          .forEach(
              (family, byLabel) ->
                  byLabel.forEach(
                      (label, total) -> out.decided(family).add(labels, total, entry, label)));
    }
    for (Operation operation : Operation.values()) {
      out.timeouts.add(
          labels, timeouts.getOrDefault(operation, 0L), "probe", PolicyFamilies.label(operation));
    }
    conditions.forEach(
        (type, is) -> {
          for (String status : PolicyFamilies.STATUSES) {
            out.condition.add(labels, status.equals(is) ? 1 : 0, type, status);
          }
        });
    out.generation.add(labels, generation);
    out.appliedGeneration.add(labels, appliedGeneration);
    for (PushResult result : PushResult.values()) {
      out.pushes.add(labels, pushes.getOrDefault(result, 0L), PolicyFamilies.label(result));
    }
    out.libraryDrifts.add(labels, libraryDrifts);
    drifts.forEach((parameter, count) -> out.configDrifts.add(labels, count, parameter));
    out.restarts.add(labels, restarts);
    out.up.add(labels, up ? 1 : 0);
    out.memoryUsed.add(labels, figures.usedMemory());
    out.memoryMax.add(labels, figures.maxMemory());
    out.memoryRss.add(labels, figures.usedMemoryRss());
    out.evicted.add(labels, server.total("evicted"));
    out.expired.add(labels, server.total("expired"));
    out.oom.add(labels, server.total("oom"));
    out.keys.add(labels, figures.keys());
    out.clients.add(labels, figures.connectedClients());
    out.rejectedConnections.add(labels, server.total("rejected"));
  }
}
