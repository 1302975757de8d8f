// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.model;

import io.fabric8.kubernetes.api.model.Quantity;
import java.math.RoundingMode;

/** Kubernetes quantities as numbers. */
public final class Quantities {
  private Quantities() {}

  /**
   * A memory quantity in bytes, rounded up as Kubernetes does.
   *
   * @throws IllegalArgumentException if it is no quantity, negative, or above 2^63-1
   */
  public static long bytes(Quantity quantity) {
    try {
      long bytes = quantity.getNumericalAmount().setScale(0, RoundingMode.CEILING).longValueExact();
      if (bytes < 0) {
        throw new IllegalArgumentException("a negative amount of memory: " + quantity);
      }
      return bytes;
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException("too much memory: " + quantity, e);
    }
  }
}
