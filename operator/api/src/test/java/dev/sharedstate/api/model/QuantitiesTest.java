// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fabric8.kubernetes.api.model.Quantity;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantitiesTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1, 1",
    "268435456, 268435456",
    "1k, 1000",
    "1Ki, 1024",
    "64Mi, 67108864",
    "0.5Gi, 536870912",
    "1.5G, 1500000000",
    "1Ti, 1099511627776",
    "0.001Ki, 2",
    "1500m, 2"
  })
  void bytes(String text, long expected) {
    assertThat(Quantities.bytes(Quantity.parse(text))).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "-1Mi", "8Ei", "9223372036854775808", "abc", "1Xi"})
  void whatIsNoAmountOfMemory(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> Quantities.bytes(Quantity.parse(text)));
  }
}
