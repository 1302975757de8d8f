// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sharedstate.e2e.harness.AuditLog;
import dev.sharedstate.e2e.harness.Operator;
import dev.sharedstate.e2e.harness.Policy;
import dev.sharedstate.e2e.harness.Redis;
import dev.sharedstate.e2e.harness.SharedOperator;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A world that does not change is not written to. Properties: {@code e2e.idle.policies} and {@code
 * e2e.idle.seconds}; the full run is 20 policies for 600 seconds.
 */
@ExtendWith(SharedOperator.class)
class IdleE2E {
  private static final int POLICIES = Integer.getInteger("e2e.idle.policies", 3);
  private static final int SECONDS = Integer.getInteger("e2e.idle.seconds", 45);
  private static final long MEMORY_LIMIT = 512L << 20;

  @Test
  void passesOverAnUnchangedWorldWriteNothing(String namespace, Operator operator)
      throws InterruptedException {
    List<Policy> policies =
        IntStream.range(0, POLICIES)
            .mapToObj(i -> new Policy(namespace, "idle" + i))
            .map(p -> p.apply(Policy.fixedWindow(5, "30s") + Policy.memory("64Mi")))
            .toList();
    policies.forEach(Policy::awaitReady);
    awaitQuiet(operator);
    Map<String, String> redisBefore = redisWrites(policies, operator);
    double passesBefore = passes(operator);
    Instant since = Instant.now();

    Thread.sleep(SECONDS * 1000L); // the window itself: that nothing happens cannot be waited for

    List<AuditLog.Request> writes = writes(operator, since);
    double passes = passes(operator) - passesBefore;
    double memory = operator.metric("process_resident_memory_bytes", Map.of());
    double heap = operator.metric("jvm_memory_bytes_used", Map.of("area", "heap"));
    System.out.printf(
        "idle: %d policies, %d s, %.0f passes, %d writes; operator memory %.0f MiB, of it heap %.0f MiB%n",
        POLICIES, SECONDS, passes, writes.size(), memory / (1 << 20), heap / (1 << 20));
    assertThat(passes).as("passes in the window, or the test proves nothing").isPositive();
    assertThat(writes).isEmpty();
    assertThat(redisWrites(policies, operator)).isEqualTo(redisBefore);
    assertThat(memory).isLessThan(MEMORY_LIMIT * 0.9);
  }

  /** Events and the last status of the start may still be on their way. */
  private static void awaitQuiet(Operator operator) {
    new Policy(operator.namespace(), "none")
        .waiting("no writes for five seconds")
        .until(() -> writes(operator, Instant.now().minusSeconds(5)).isEmpty());
  }

  /** All writes but the renewals of the operator's Lease. */
  private static List<AuditLog.Request> writes(Operator operator, Instant since) {
    return AuditLog.requests(operator.user(), since).stream()
        .filter(AuditLog.Request::isWrite)
        .filter(request -> !request.resource().equals("leases"))
        .toList();
  }

  private static double passes(Operator operator) {
    return operator.metric("sharedstate_reconciliations_success_total", Map.of());
  }

  /** How often each instance was configured or given functions, and its changed keys. */
  private static Map<String, String> redisWrites(List<Policy> policies, Operator operator) {
    Map<String, String> writes = new TreeMap<>();
    for (Policy policy : policies) {
      try (Redis redis = policy.connectAsOperator(operator)) {
        List<String> lines = new ArrayList<>();
        (redis.call("INFO", "commandstats") + "\n" + redis.call("INFO", "persistence"))
            .lines()
            .filter(
                line ->
                    line.matches(
                        "(cmdstat_(config\\|set|function\\|load|function\\|delete|acl\\|setuser|acl\\|load):calls=\\d+|rdb_changes_since_last_save:\\d+).*"))
            .map(line -> line.replaceAll(",.*", ""))
            .forEach(lines::add);
        writes.put(policy.name(), String.join(" ", lines));
      }
    }
    return writes;
  }
}
