// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.javaoperatorsdk.operator.api.monitoring.Metrics.ControllerExecution;
import io.javaoperatorsdk.operator.api.reconciler.Constants;
import io.javaoperatorsdk.operator.api.reconciler.RetryInfo;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReconcileMetricsTest {
  private static final Map<String, Object> OF = Map.of(Constants.CONTROLLER_NAME, "ratelimits");

  private final ReconcileMetrics reconciles = new ReconcileMetrics();
  private final OperatorMetrics metrics =
      new OperatorMetrics(
          new PolicyMetrics(Clock.systemUTC(), List.of()),
          reconciles,
          "1.2.3",
          "abcdef",
          () -> false);

  private double value(String name) {
    return Scrape.series(metrics).get("sharedstate_" + name + "{controller=\"ratelimits\",}");
  }

  private static RetryInfo attempt(int count) {
    return new RetryInfo() {
      @Override
      public int getAttemptCount() {
        return count;
      }

      @Override
      public boolean isLastAttempt() {
        return false;
      }
    };
  }

  @Test
  void onePassFromTheQueueToItsEnd() {
    reconciles.receivedEvent(null, OF);
    reconciles.reconcileCustomResource(null, null, OF);
    assertThat(value("reconciliations_queue")).isEqualTo(1);
    reconciles.reconciliationExecutionStarted(null, OF);
    assertThat(value("reconciliations_queue")).isZero();
    assertThat(value("reconciliations_active")).isEqualTo(1);
    reconciles.finishedReconciliation(null, OF);
    reconciles.reconciliationExecutionFinished(null, OF);
    assertThat(value("reconciliations_active")).isZero();
    assertThat(value("reconciliations_started_total")).isEqualTo(1);
    assertThat(value("reconciliations_success_total")).isEqualTo(1);
    assertThat(value("reconciliations_failure_total")).isZero();
    assertThat(value("reconciliations_retries_total")).isZero();
    assertThat(value("reconcile_events_total")).isEqualTo(1);
  }

  @Test
  void failuresAndRetries() {
    reconciles.reconcileCustomResource(null, attempt(0), OF);
    reconciles.failedReconciliation(null, new IllegalStateException(), OF);
    reconciles.reconcileCustomResource(null, attempt(1), OF);
    assertThat(value("reconciliations_failure_total")).isEqualTo(1);
    assertThat(value("reconciliations_retries_total")).isEqualTo(1);
  }

  @Test
  void anEndWithoutAStartIsNoNegativeNumber() {
    reconciles.reconcileCustomResource(null, null, OF);
    reconciles.reconciliationExecutionFinished(null, OF); // the policy was gone
    assertThat(value("reconciliations_active")).isZero();
    assertThat(value("reconciliations_queue")).isZero();
  }

  @Test
  void durations() throws Exception {
    String result = reconciles.timeControllerExecution(execution());
    assertThat(result).isEqualTo("done");
    Map<String, Double> series = Scrape.series(metrics);
    String name = "sharedstate_reconcile_duration_seconds";
    String of = "{controller=\"ratelimits\",";
    assertThat(series).containsEntry(name + "_count" + of + "}", 1.0);
    assertThat(series).containsEntry(name + "_bucket" + of + "le=\"0.01\",}", 0.0);
    assertThat(series).containsEntry(name + "_bucket" + of + "le=\"30.0\",}", 1.0);
    assertThat(series).containsEntry(name + "_bucket" + of + "le=\"+Inf\",}", 1.0);
    assertThat(series.get(name + "_sum" + of + "}")).isBetween(0.02, 5.0);
  }

  private static ControllerExecution<String> execution() {
    return new ControllerExecution<>() {
      @Override
      public String name() {
        return "reconcile";
      }

      @Override
      public String controllerName() {
        return "ratelimits";
      }

      @Override
      public String successTypeName(String result) {
        return "";
      }

      @Override
      public ResourceID resourceID() {
        return new ResourceID("a", "b");
      }

      @Override
      public Map<String, Object> metadata() {
        return Map.of();
      }

      @Override
      public String execute() throws InterruptedException {
        Thread.sleep(20);
        return "done";
      }
    };
  }

  @Test
  void theProcess() {
    Map<String, Double> series = Scrape.series(metrics);
    assertThat(series).containsEntry("sharedstate_leader", 0.0);
    assertThat(series.keySet())
        .anyMatch(
            name ->
                name.startsWith(
                    "sharedstate_build_info{version=\"1.2.3\",revision=\"abcdef\",java_version="))
        .anyMatch(name -> name.startsWith("jvm_memory_bytes_used"));
    assertThat(series.keySet()).noneMatch(name -> name.contains("_created"));
  }
}
