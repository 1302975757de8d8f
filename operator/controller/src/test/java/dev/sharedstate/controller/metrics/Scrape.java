// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.metrics;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.TreeMap;

/** The lines of {@code /metrics} by series. */
final class Scrape {
  private Scrape() {}

  static String text(OperatorMetrics metrics) {
    StringWriter out = new StringWriter();
    try {
      metrics.write(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString();
  }

  /** Value by series, such as {@code name{kind="K",policy="p",}}. */
  static Map<String, Double> series(OperatorMetrics metrics) {
    Map<String, Double> series = new TreeMap<>();
    text(metrics)
        .lines()
        .filter(line -> !line.startsWith("#"))
        .forEach(
            line -> {
              int space = line.lastIndexOf(' ');
              Double value = Double.valueOf(line.substring(space + 1));
              if (series.put(line.substring(0, space), value) != null) {
                throw new AssertionError("twice: " + line);
              }
            });
    return series;
  }
}
