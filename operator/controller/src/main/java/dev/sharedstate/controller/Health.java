// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller;

import io.javaoperatorsdk.operator.Operator;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Whether the process should be restarted. A watch that is being re-established reads as unhealthy
 * for a moment, so only what stays so counts.
 */
final class Health {
  private static final int TOLERATED = 6;

  private final Operator operator;
  private final AtomicInteger unhealthy = new AtomicInteger();

  Health(Operator operator) {
    this.operator = operator;
  }

  /** Called by the probe: each call is one look. */
  boolean alive() {
    if (!operator.getRuntimeInfo().isStarted()
        || operator.getRuntimeInfo().allEventSourcesAreHealthy()) {
      unhealthy.set(0);
      return true;
    }
    return unhealthy.incrementAndGet() <= TOLERATED;
  }
}
