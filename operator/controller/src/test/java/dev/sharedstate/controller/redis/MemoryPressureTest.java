// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MemoryPressureTest {
  @ParameterizedTest
  @CsvSource({
    "false, 849, false",
    "false, 850, true",
    "true, 750, true",
    "true, 749, false",
    "true, 849, true",
    "false, 750, false",
  })
  void hysteresis(boolean before, long used, boolean after) {
    assertThat(MemoryPressure.next(before, used, 1000)).isEqualTo(after);
  }

  @ParameterizedTest
  @CsvSource({"true", "false"})
  void unlimitedIsNoPressure(boolean before) {
    assertThat(MemoryPressure.next(before, Long.MAX_VALUE, 0)).isFalse();
  }
}
