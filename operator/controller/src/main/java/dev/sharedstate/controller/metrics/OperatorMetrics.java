// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.metrics;

import io.prometheus.client.Collector;
import io.prometheus.client.Collector.MetricFamilySamples.Sample;
import io.prometheus.client.CollectorRegistry;
import io.prometheus.client.exporter.common.TextFormat;
import io.prometheus.client.hotspot.DefaultExports;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Everything that {@code /metrics} answers. */
public final class OperatorMetrics {
  /** The Content-Type of {@link #write}. */
  public static final String CONTENT_TYPE = TextFormat.CONTENT_TYPE_004;

  private final CollectorRegistry registry = new CollectorRegistry(true);

  /**
   * @param version of the operator
   * @param revision the commit that it was built from, empty if unknown
   * @param leader asked at each scrape
   */
  public OperatorMetrics(
      PolicyMetrics policies,
      ReconcileMetrics reconciles,
      String version,
      String revision,
      BooleanSupplier leader) {
    registry.register(policies);
    registry.register(reconciles);
    registry.register(new Process(version, revision, leader));
    DefaultExports.register(registry);
  }

  public CollectorRegistry registry() {
    return registry;
  }

  /** All series in text format 0.0.4. */
  public void write(Writer out) throws IOException {
    TextFormat.write004(out, registry.metricFamilySamples());
  }

  /** What is true of this process. */
  private static final class Process extends Collector {
    private final String version;
    private final String revision;
    private final BooleanSupplier leader;

    Process(String version, String revision, BooleanSupplier leader) {
      this.version = version;
      this.revision = revision;
      this.leader = leader;
    }

    @Override
    public List<MetricFamilySamples> collect() {
      String build = "sharedstate_build_info";
      List<String> labels = List.of("version", "revision", "java_version");
      List<String> values = List.of(version, revision, Runtime.version().toString());
      String lead = "sharedstate_leader";
      return List.of(
          new MetricFamilySamples(
              build,
              Type.GAUGE,
              "Always 1; the build is in the labels.",
              List.of(new Sample(build, labels, values, 1))),
          new MetricFamilySamples(
              lead,
              Type.GAUGE,
              "1 if this process is the one that reconciles.",
              List.of(new Sample(lead, List.of(), List.of(), leader.getAsBoolean() ? 1 : 0))));
    }
  }
}
