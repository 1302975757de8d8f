// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.metrics;

import dev.sharedstate.controller.model.CounterMeaning;
import dev.sharedstate.controller.redis.Observation;
import dev.sharedstate.controller.redis.PolicyRef;
import dev.sharedstate.controller.redis.RedisAdmin;
import dev.sharedstate.controller.redis.RedisAdminListener;
import dev.sharedstate.controller.redis.RedisUnavailable;
import io.prometheus.client.Collector;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The series of every policy, rendered from its state when somebody scrapes, so that a policy that
 * is gone leaves nothing behind. Pass it to {@code LettuceRedisAdmin} as its listener: decisions,
 * Redis figures, timeouts and restarts come in that way.
 *
 * <p>Calls about a policy that {@link #policyKnown} has not named, or that is forgotten, are
 * ignored.
 */
public final class PolicyMetrics extends Collector implements RedisAdminListener {
  /** How a push ended. */
  public enum PushResult {
    SUCCESS,
    FAILURE
  }

  private final Clock clock;
  private final Map<String, PolicySeries> byUid = new ConcurrentHashMap<>();
  private final Set<String> kinds;

  /**
   * @param kinds of which {@code sharedstate_policies} shows 0 where there is none
   */
  public PolicyMetrics(Clock clock, Collection<String> kinds) {
    this.clock = clock;
    this.kinds = Set.copyOf(kinds);
  }

  /**
   * All series of the policy exist from now on, at 0. Call it at the start of every pass.
   *
   * @param counters what the counters of its library mean
   */
  public void policyKnown(
      PolicyRef policy,
      long generation,
      Collection<String> entries,
      List<CounterMeaning> counters) {
    PolicySeries known = byUid.get(policy.uid());
    if (known == null) {
      // A namesake that was deleted, and is not swept yet, would be the same series twice.
      byUid.values().removeIf(series -> series.policy().isNamesakeOf(policy));
      known = byUid.computeIfAbsent(policy.uid(), uid -> new PolicySeries(policy, clock.instant()));
    }
    known.known(generation, entries, counters);
  }

  /**
   * @param statuses True, False or Unknown by condition type; Accepted, RedisReady, Programmed,
   *     Ready and MemoryPressure are exported
   */
  public void conditions(PolicyRef policy, Map<String, String> statuses) {
    with(policy.uid(), series -> series.conditions(statuses));
  }

  /** The generation whose library runs, read back. */
  public void appliedGeneration(PolicyRef policy, long generation) {
    with(policy.uid(), series -> series.appliedGeneration(generation));
  }

  public void pushResult(PolicyRef policy, PushResult result) {
    with(policy.uid(), series -> series.push(result));
  }

  /** A live parameter was not what the operator had set. */
  public void drift(PolicyRef policy, String parameter) {
    with(policy.uid(), series -> series.drift(parameter));
  }

  /** The library that ran was not the one that the operator had put there. */
  public void libraryDrift(PolicyRef policy) {
    with(policy.uid(), PolicySeries::libraryDrift);
  }

  /** The policy is gone, its series with it. */
  public void forget(String policyUid) {
    byUid.remove(policyUid);
  }

  @Override
  public void observed(String policyUid, Observation observation) {
    with(policyUid, series -> series.observed(observation, clock.instant()));
  }

  @Override
  public void unavailable(String policyUid, Operation operation, RedisUnavailable.Cause cause) {
    with(policyUid, series -> series.unavailable(operation, cause));
  }

  @Override
  public void pushed(String policyUid, RedisAdmin.Pushed pushed) {
    with(policyUid, series -> series.pushed(pushed));
  }

  private void with(String policyUid, Consumer<PolicySeries> action) {
    PolicySeries series = byUid.get(policyUid);
    if (series != null) {
      action.accept(series);
    }
  }

  @Override
  public List<MetricFamilySamples> collect() {
    PolicyFamilies families = new PolicyFamilies();
    List<PolicySeries> all = new ArrayList<>(byUid.values());
    all.forEach(series -> series.writeTo(families));
    List<MetricFamilySamples> result = new ArrayList<>(families.build());
    result.add(policies(all));
    return result;
  }

  private MetricFamilySamples policies(List<PolicySeries> all) {
    Map<String, Map<String, Long>> counts = new TreeMap<>();
    Set<String> present = new TreeSet<>(kinds);
    all.forEach(series -> present.add(series.policy().kind()));
    for (String kind : present) {
      Map<String, Long> byStatus = new TreeMap<>();
      PolicyFamilies.STATUSES.forEach(status -> byStatus.put(status, 0L));
      counts.put(kind, byStatus);
    }
    all.forEach(series -> counts.get(series.policy().kind()).merge(series.ready(), 1L, Long::sum));
    List<MetricFamilySamples.Sample> samples = new ArrayList<>();
    List<String> names = List.of("kind", "ready");
    String name = "sharedstate_policies";
    counts.forEach(
        (kind, byStatus) ->
            byStatus.forEach(
                (status, count) ->
                    samples.add(
                        new MetricFamilySamples.Sample(
                            name, names, List.of(kind, status), count))));
    return new MetricFamilySamples(
        name, Type.GAUGE, "Policies by the status of their condition Ready.", samples);
  }
}
