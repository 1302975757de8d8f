// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.model;

/**
 * Where a counter of a library shows in the metrics. A counter may show in several families, and
 * several counters under one label are added.
 *
 * @param counter the outcome in {@code <kind>_stats}
 * @param label the value of the family's own label
 */
public record CounterMeaning(String counter, Family family, String label) {
  /** The families that count what a library decided, by entry. */
  public enum Family {
    /** {@code sharedstate_decisions_total{outcome}}. */
    DECISION,
    /** {@code sharedstate_rejections_total{reason}}. */
    REJECTION
  }
}
