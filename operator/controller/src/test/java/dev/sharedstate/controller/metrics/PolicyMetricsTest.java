// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sharedstate.controller.kind.RateLimits;
import dev.sharedstate.controller.metrics.PolicyMetrics.PushResult;
import dev.sharedstate.controller.redis.Observation;
import dev.sharedstate.controller.redis.Observation.LibraryInfo;
import dev.sharedstate.controller.redis.Observation.LibraryStats;
import dev.sharedstate.controller.redis.Observation.ServerFigures;
import dev.sharedstate.controller.redis.PolicyRef;
import dev.sharedstate.controller.redis.RedisAdmin.Pushed;
import dev.sharedstate.controller.redis.RedisAdminListener.Operation;
import dev.sharedstate.controller.redis.RedisUnavailable.Cause;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PolicyMetricsTest {
  private static final PolicyRef ORDERS = new PolicyRef("RateLimitPolicy", "shop", "orders", "u1");
  private static final String LABELS =
      "{kind=\"RateLimitPolicy\",policy_namespace=\"shop\",policy=\"orders\",";

  private Instant now = Instant.parse("2026-12-01T12:00:00Z");
  private final PolicyMetrics metrics =
      new PolicyMetrics(
          new Clock() {
            @Override
            public ZoneId getZone() {
              throw new UnsupportedOperationException();
            }

            @Override
            public Clock withZone(ZoneId zone) {
              throw new UnsupportedOperationException();
            }

            @Override
            public Instant instant() {
              return now;
            }
          },
          List.of("RateLimitPolicy"));
  private final OperatorMetrics operator =
      new OperatorMetrics(metrics, new ReconcileMetrics(), "0.1.0", "abc", () -> true);

  private double value(String name, String furtherLabels) {
    String series = name + LABELS + furtherLabels + "}";
    Map<String, Double> all = Scrape.series(operator);
    assertThat(all).containsKey(series);
    return all.get(series);
  }

  private double decisions(String entry, String outcome) {
    return value(
        "sharedstate_decisions_total", "entry=\"" + entry + "\",outcome=\"" + outcome + "\",");
  }

  private static Observation seen(String runId, long uptime, long evicted, LibraryStats stats) {
    return new Observation(
        "8.0.2",
        runId,
        Map.of(),
        List.of(),
        Optional.empty(),
        Optional.ofNullable(stats),
        new ServerFigures(1000, 2000, 4000, evicted, 1, 2, 3, 4, 5, uptime));
  }

  private static LibraryStats stats(String loadId, long allowed, long limited, long never) {
    return new LibraryStats(
        loadId,
        Map.of(
            "login.allowed",
            allowed,
            "login.limited",
            limited,
            "login.never",
            never,
            "login.withheld",
            0L));
  }

  private static LibraryInfo info(String loadId) {
    return new LibraryInfo("sharedstate_rl", "u1", 1, "v", "d", 1, loadId, -1, false);
  }

  private List<String> ofPolicies() {
    return Scrape.series(operator).keySet().stream()
        .filter(name -> name.contains("policy_namespace="))
        .toList();
  }

  @Test
  void allSeriesStartAtZeroWithinTheBudgetAndGoWithThePolicy() {
    assertThat(ofPolicies()).isEmpty();
    for (int entries : new int[] {1, 2, 64}) {
      List<String> names = IntStream.range(0, entries).mapToObj(i -> "e" + i).toList();
      metrics.policyKnown(ORDERS, 1, names, new RateLimits().counters());
      assertThat(ofPolicies()).hasSize(40 + 5 * entries);
    }
    metrics.policyKnown(ORDERS, 3, List.of("login"), new RateLimits().counters());
    Map<String, Double> series = Scrape.series(operator);
    ofPolicies()
        .forEach(
            name -> {
              double expected =
                  name.startsWith("sharedstate_policy_generation")
                      ? 3
                      : name.contains("status=\"Unknown\"") ? 1 : 0;
              assertThat(series.get(name)).as(name).isEqualTo(expected);
            });
    metrics.forget("u1");
    assertThat(ofPolicies()).isEmpty();
    // What comes late does not bring it back.
    metrics.observed("u1", seen("r", 1, 0, null));
    metrics.pushResult(ORDERS, PushResult.SUCCESS);
    metrics.unavailable("u1", Operation.PUSH, Cause.TIMEOUT);
    assertThat(ofPolicies()).isEmpty();
  }

  @Test
  void aNamesakeThatWasDeletedIsReplacedAndNotDoubled() {
    metrics.policyKnown(ORDERS, 1, List.of("login"), new RateLimits().counters());
    metrics.drift(ORDERS, "save");
    PolicyRef again = new PolicyRef(ORDERS.kind(), "shop", "orders", "u2");
    metrics.policyKnown(again, 1, List.of("login"), new RateLimits().counters());
    assertThat(ofPolicies()).hasSize(45);
    assertThat(value("sharedstate_redis_config_drift_total", "parameter=\"save\",")).isZero();
    metrics.forget("u1");
    assertThat(ofPolicies()).hasSize(45);
  }

  @Test
  void decisionsThroughProbesAndPushes() {
    metrics.policyKnown(ORDERS, 1, List.of("login"), new RateLimits().counters());
    now = now.plus(Duration.ofHours(1));
    metrics.observed("u1", seen("r1", 100_000, 0, stats("l1", 500, 50, 5)));
    assertThat(decisions("login", "allowed")).isZero(); // counted by an operator before us
    metrics.observed("u1", seen("r1", 100_005, 0, stats("l1", 510, 52, 6)));
    metrics.pushed("u1", new Pushed(info("l2"), stats("l1", 520, 53, 6), List.of()));
    metrics.observed("u1", seen("r1", 100_010, 0, stats("l2", 7, 1, 1)));
    metrics.observed("u1", seen("r1", 100_010, 0, stats("l1", 515, 52, 6))); // late
    assertThat(decisions("login", "allowed")).isEqualTo(20 + 7);
    assertThat(decisions("login", "rejected")).isEqualTo(3 + 1 + 1 + 1);
    assertThat(decisions("login", "withheld")).isZero();
    assertThat(value("sharedstate_rejections_total", "entry=\"login\",reason=\"limit\","))
        .isEqualTo(4);
    assertThat(value("sharedstate_rejections_total", "entry=\"login\",reason=\"never\","))
        .isEqualTo(2);
  }

  @Test
  void aServerYoungerThanOurKnowledgeCountsFromItsStart() {
    metrics.policyKnown(ORDERS, 1, List.of("login"), new RateLimits().counters());
    now = now.plusSeconds(10);
    metrics.observed("u1", seen("r1", 8, 2, stats("l1", 5, 0, 0)));
    assertThat(decisions("login", "allowed")).isEqualTo(5);
    assertThat(value("sharedstate_redis_evicted_keys_total", "")).isEqualTo(2);
  }

  @Test
  void serverCountersGoOnOverARestart() {
    metrics.policyKnown(ORDERS, 1, List.of("login"), new RateLimits().counters());
    metrics.observed("u1", seen("r1", 5000, 10, null));
    metrics.observed("u1", seen("r1", 5001, 12, null));
    assertThat(value("sharedstate_redis_restarts_total", "")).isZero();
    metrics.observed("u1", seen("r2", 1, 3, null));
    metrics.observed("u1", seen("r1", 5001, 12, null)); // late
    metrics.observed("u1", seen("r2", 2, 3, null));
    assertThat(value("sharedstate_redis_evicted_keys_total", "")).isEqualTo(5);
    assertThat(value("sharedstate_redis_restarts_total", "")).isEqualTo(1);
    assertThat(value("sharedstate_redis_memory_used_bytes", "")).isEqualTo(1000);
    assertThat(value("sharedstate_redis_memory_rss_bytes", "")).isEqualTo(2000);
    assertThat(value("sharedstate_redis_memory_max_bytes", "")).isEqualTo(4000);
    assertThat(value("sharedstate_redis_connected_clients", "")).isEqualTo(3);
    assertThat(value("sharedstate_redis_keys", "")).isEqualTo(5);
  }

  @Test
  void upAndTimeouts() {
    metrics.policyKnown(ORDERS, 1, List.of("login"), new RateLimits().counters());
    metrics.observed("u1", seen("r1", 1, 0, null));
    assertThat(value("sharedstate_redis_up", "")).isEqualTo(1);
    metrics.unavailable("u1", Operation.CONFIGURE, Cause.TIMEOUT);
    metrics.unavailable("u1", Operation.OBSERVE, Cause.UNREACHABLE);
    assertThat(value("sharedstate_redis_up", "")).isZero();
    assertThat(timeouts("configure")).isEqualTo(1);
    assertThat(timeouts("observe")).isZero();
    assertThat(timeouts("push")).isZero();
  }

  private double timeouts(String operation) {
    return value("sharedstate_timeouts_total", "source=\"probe\",operation=\"" + operation + "\",");
  }

  @Test
  void conditionsGenerationsPushesAndDrift() {
    metrics.policyKnown(ORDERS, 4, List.of("login"), new RateLimits().counters());
    metrics.conditions(ORDERS, Map.of("Ready", "True", "Programmed", "False", "Other", "True"));
    metrics.appliedGeneration(ORDERS, 3);
    metrics.pushResult(ORDERS, PushResult.FAILURE);
    metrics.drift(ORDERS, "maxmemory-policy");
    metrics.drift(ORDERS, "anything");
    metrics.libraryDrift(ORDERS);
    assertThat(condition("Ready", "True")).isEqualTo(1);
    assertThat(condition("Ready", "Unknown")).isZero();
    assertThat(condition("Programmed", "False")).isEqualTo(1);
    assertThat(condition("RedisReady", "Unknown")).isEqualTo(1);
    assertThat(value("sharedstate_policy_generation", "")).isEqualTo(4);
    assertThat(value("sharedstate_policy_applied_generation", "")).isEqualTo(3);
    assertThat(value("sharedstate_library_pushes_total", "result=\"failure\",")).isEqualTo(1);
    assertThat(value("sharedstate_library_pushes_total", "result=\"success\",")).isZero();
    assertThat(drift("maxmemory-policy")).isEqualTo(1);
    assertThat(drift("other")).isEqualTo(1);
    assertThat(drift("save")).isZero();
    assertThat(value("sharedstate_library_drift_total", "")).isEqualTo(1);
  }

  private double condition(String type, String status) {
    return value(
        "sharedstate_policy_condition", "type=\"" + type + "\",status=\"" + status + "\",");
  }

  private double drift(String parameter) {
    return value("sharedstate_redis_config_drift_total", "parameter=\"" + parameter + "\",");
  }

  @Test
  void policiesByReady() {
    String ready = "sharedstate_policies{kind=\"RateLimitPolicy\",ready=\"True\",}";
    String unknown = "sharedstate_policies{kind=\"RateLimitPolicy\",ready=\"Unknown\",}";
    assertThat(Scrape.series(operator)).containsEntry(ready, 0.0).containsEntry(unknown, 0.0);
    metrics.policyKnown(ORDERS, 1, List.of(), new RateLimits().counters());
    assertThat(Scrape.series(operator)).containsEntry(ready, 0.0).containsEntry(unknown, 1.0);
    metrics.conditions(ORDERS, Map.of("Ready", "True"));
    assertThat(Scrape.series(operator)).containsEntry(ready, 1.0).containsEntry(unknown, 0.0);
  }
}
