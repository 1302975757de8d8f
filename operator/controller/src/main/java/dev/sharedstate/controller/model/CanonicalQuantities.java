// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.model;

import dev.sharedstate.api.model.Quantities;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * Quantities as the API server writes them. It rewrites what is not canonical ({@code 1024Mi},
 * {@code 0.5}), and a field that is rewritten would be sent again in every pass.
 */
public final class CanonicalQuantities {
  private static final BigInteger KIBI = BigInteger.valueOf(1024);
  private static final String[] BINARY = {"", "Ki", "Mi", "Gi", "Ti", "Pi"};

  private CanonicalQuantities() {}

  /** Rounded up to whole millicores. */
  static Quantity cpu(Quantity quantity) {
    long millis =
        quantity
            .getNumericalAmount()
            .multiply(BigDecimal.valueOf(1000))
            .setScale(0, RoundingMode.CEILING)
            .longValueExact();
    return millis % 1000 == 0
        ? new Quantity(Long.toString(millis / 1000))
        : new Quantity(Long.toString(millis), "m");
  }

  /** Whole bytes with the largest binary suffix that loses nothing. */
  public static Quantity memory(Quantity quantity) {
    BigInteger amount = BigInteger.valueOf(Quantities.bytes(quantity));
    int suffix = 0;
    while (suffix < BINARY.length - 1 && amount.signum() > 0 && amount.mod(KIBI).signum() == 0) {
      amount = amount.divide(KIBI);
      suffix++;
    }
    return new Quantity(amount.toString(), BINARY[suffix]);
  }
}
