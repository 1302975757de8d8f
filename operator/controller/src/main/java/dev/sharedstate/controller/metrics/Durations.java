// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.metrics;

import io.prometheus.client.Collector;
import io.prometheus.client.Collector.MetricFamilySamples.Sample;
import java.util.ArrayList;
import java.util.List;

/** A histogram of one label value, without the {@code _created} series of the client library. */
final class Durations {
  private static final double[] BOUNDS = {0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30};
  private static final double NANOS = 1e9;

  private final long[] buckets = new long[BOUNDS.length + 1];
  private double sum;

  synchronized void observe(long nanos) {
    double seconds = nanos / NANOS;
    int bucket = 0;
    while (bucket < BOUNDS.length && seconds > BOUNDS[bucket]) {
      bucket++;
    }
    buckets[bucket]++;
    sum += seconds;
  }

  synchronized void writeTo(
      List<Sample> out, String name, List<String> labelNames, String labelValue) {
    List<String> bucketLabels = new ArrayList<>(labelNames);
    bucketLabels.add("le");
    long count = 0;
    for (int i = 0; i < buckets.length; i++) {
      count += buckets[i];
      double bound = i < BOUNDS.length ? BOUNDS[i] : Double.POSITIVE_INFINITY;
      List<String> values = List.of(labelValue, Collector.doubleToGoString(bound));
      out.add(new Sample(name + "_bucket", bucketLabels, values, count));
    }
    out.add(new Sample(name + "_count", labelNames, List.of(labelValue), count));
    out.add(new Sample(name + "_sum", labelNames, List.of(labelValue), sum));
  }
}
