// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.metrics;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.monitoring.Metrics;
import io.javaoperatorsdk.operator.api.reconciler.Constants;
import io.javaoperatorsdk.operator.api.reconciler.RetryInfo;
import io.javaoperatorsdk.operator.processing.Controller;
import io.javaoperatorsdk.operator.processing.event.Event;
import io.prometheus.client.Collector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;

/** JOSDK's counters by controller, without a label per resource. */
public final class ReconcileMetrics extends Collector implements Metrics {
  private static final List<String> LABELS = List.of("controller");

  private final Map<String, Counts> controllers = new ConcurrentSkipListMap<>();
  // JOSDK reports the end of an execution whose start it never reported: the policy was gone.
  private final ThreadLocal<Boolean> executing = ThreadLocal.withInitial(() -> false);

  @Override
  public void controllerRegistered(Controller<? extends HasMetadata> controller) {
    of(controller.getConfiguration().getName());
  }

  @Override
  public void receivedEvent(Event event, Map<String, Object> metadata) {
    of(metadata).events.incrementAndGet();
  }

  @Override
  public void reconcileCustomResource(
      HasMetadata resource, RetryInfo retry, Map<String, Object> metadata) {
    Counts counts = of(metadata);
    counts.started.incrementAndGet();
    counts.pending.incrementAndGet();
    if (retry != null && retry.getAttemptCount() > 0) {
      counts.retries.incrementAndGet();
    }
  }

  @Override
  public void reconciliationExecutionStarted(HasMetadata resource, Map<String, Object> metadata) {
    executing.set(true);
    of(metadata).active.incrementAndGet();
  }

  @Override
  public void reconciliationExecutionFinished(HasMetadata resource, Map<String, Object> metadata) {
    Counts counts = of(metadata);
    if (executing.get()) {
      executing.remove();
      counts.active.decrementAndGet();
    }
    counts.pending.decrementAndGet();
  }

  @Override
  public void finishedReconciliation(HasMetadata resource, Map<String, Object> metadata) {
    of(metadata).success.incrementAndGet();
  }

  @Override
  public void failedReconciliation(
      HasMetadata resource, Exception failure, Map<String, Object> metadata) {
    of(metadata).failure.incrementAndGet();
  }

  @Override
  public <T> T timeControllerExecution(ControllerExecution<T> execution) throws Exception {
    long begin = System.nanoTime();
    try {
      return execution.execute();
    } finally {
      of(execution.controllerName()).durations.observe(System.nanoTime() - begin);
    }
  }

  private Counts of(Map<String, Object> metadata) {
    return of(String.valueOf(metadata.get(Constants.CONTROLLER_NAME)));
  }

  private Counts of(String controller) {
    return controllers.computeIfAbsent(controller, name -> new Counts());
  }

  @Override
  public List<MetricFamilySamples> collect() {
    List<MetricFamilySamples> families = new ArrayList<>();
    families.add(
        counter("reconciliations_started", "Passes that were started.", c -> c.started.get()));
    families.add(
        counter("reconciliations_success", "Passes that ended well.", c -> c.success.get()));
    families.add(counter("reconciliations_failure", "Passes that failed.", c -> c.failure.get()));
    families.add(
        counter(
            "reconciliations_retries", "Passes that repeat a failed one.", c -> c.retries.get()));
    families.add(counter("reconcile_events", "Events that asked for a pass.", c -> c.events.get()));
    families.add(gauge("reconciliations_active", "Passes that run now.", c -> c.active.get()));
    families.add(
        gauge(
            "reconciliations_queue",
            "Passes that wait for a thread.",
            c -> Math.max(0, c.pending.get() - c.active.get())));
    families.add(durations());
    return families;
  }

  private MetricFamilySamples counter(String name, String help, ToLongFunction<Counts> value) {
    return family("sharedstate_" + name + "_total", Type.COUNTER, help, value);
  }

  private MetricFamilySamples gauge(String name, String help, ToLongFunction<Counts> value) {
    return family("sharedstate_" + name, Type.GAUGE, help, value);
  }

  private MetricFamilySamples family(
      String name, Type type, String help, ToLongFunction<Counts> value) {
    List<MetricFamilySamples.Sample> samples = new ArrayList<>();
    new TreeMap<>(controllers)
        .forEach(
            (controller, counts) ->
                samples.add(
                    new MetricFamilySamples.Sample(
                        name, LABELS, List.of(controller), value.applyAsLong(counts))));
    return new MetricFamilySamples(name, type, help, samples);
  }

  private MetricFamilySamples durations() {
    String name = "sharedstate_reconcile_duration_seconds";
    List<MetricFamilySamples.Sample> samples = new ArrayList<>();
    controllers.forEach(
        (controller, counts) -> counts.durations.writeTo(samples, name, LABELS, controller));
    return new MetricFamilySamples(name, Type.HISTOGRAM, "Time that a pass took.", samples);
  }

  private static final class Counts {
    private final AtomicLong events = new AtomicLong();
    private final AtomicLong started = new AtomicLong();
    private final AtomicLong success = new AtomicLong();
    private final AtomicLong failure = new AtomicLong();
    private final AtomicLong retries = new AtomicLong();
    private final AtomicLong pending = new AtomicLong();
    private final AtomicLong active = new AtomicLong();
    private final Durations durations = new Durations();
  }
}
