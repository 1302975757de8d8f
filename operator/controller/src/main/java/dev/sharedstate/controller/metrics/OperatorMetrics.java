// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.metrics;

import io.prometheus.client.CollectorRegistry;
import java.io.IOException;
import java.io.Writer;
import java.util.function.BooleanSupplier;

/** Everything that {@code /metrics} answers. */
public final class OperatorMetrics {
  /** The Content-Type of {@link #write}. */
  public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private final CollectorRegistry registry = new CollectorRegistry(true);

  public OperatorMetrics(
      PolicyMetrics policies,
      ReconcileMetrics reconciles,
      String version,
      String revision,
      BooleanSupplier leader) {}

  public CollectorRegistry registry() {
    return registry;
  }

  /** All series in text format 0.0.4. */
  public void write(Writer out) throws IOException {}
}
