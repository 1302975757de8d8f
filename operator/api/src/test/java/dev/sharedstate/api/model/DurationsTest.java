// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
  @ParameterizedTest
  @CsvSource({
    "0ms, 0",
    "1ms, 1",
    "250ms, 250",
    "1s, 1000",
    "30s, 30000",
    "1m, 60000",
    "90m, 5400000",
    "1h, 3600000",
    "1h30m, 5400000",
    "1h1m1s1ms, 3661001",
    "1m500ms, 60500",
    "007s, 7000",
    "8784h, 31622400000",
    "31622400000ms, 31622400000"
  })
  void millis(String text, long expected) {
    assertThat(Durations.millis(text)).isEqualTo(expected);
    assertThat(text).matches(Durations.PATTERN);
  }

  @ParameterizedTest
  @NullAndEmptySource
  @ValueSource(
      strings = {
        "1",
        "s",
        "1d",
        "1.5s",
        "-1s",
        "+1s",
        " 1s",
        "1s ",
        "1s\n",
        "1 s",
        "1us",
        "1S",
        "1s1m",
        "1s1s",
        "1ms1s",
        "100000h",
        "10000000m",
        "1000000000s",
        "1000000000000ms",
        "\u0661s"
      })
  void whatIsNoDuration(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Durations.millis(text))
        .withMessageContaining("not a duration: " + text)
        .withMessageContaining("30s");
  }

  @Test
  void theLargestTextOverflowsNeitherMillisecondsNorCelsNanoseconds() {
    long millis = Durations.millis("99999h9999999m999999999s999999999999ms");
    assertThat(millis)
        .isEqualTo(359_996_400_000L + 599_999_940_000L + 999_999_999_000L + 999_999_999_999L);
    assertThat(millis).isLessThan(Long.MAX_VALUE / 1_000_000);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0s",
    "1, 1ms",
    "999, 999ms",
    "1000, 1s",
    "1500, 1s500ms",
    "30000, 30s",
    "60000, 1m",
    "90000, 1m30s",
    "3600000, 1h",
    "3600001, 1h1ms",
    "86400000, 24h",
    "31622400000, 8784h",
    "359999999999, 99999h59m59s999ms"
  })
  void text(long millis, String expected) {
    assertThat(Durations.text(millis)).isEqualTo(expected);
  }

  @Property
  void whatIsWrittenIsReadBack(@ForAll @LongRange(min = 0, max = 359_999_999_999L) long millis) {
    String text = Durations.text(millis);
    assertThat(text).matches(Durations.PATTERN);
    assertThat(Durations.millis(text)).isEqualTo(millis);
  }

  @Property
  void theSameTimeHasOneText(
      @ForAll @IntRange(max = 999) int hours,
      @ForAll @IntRange(max = 999) int minutes,
      @ForAll @IntRange(max = 999) int seconds,
      @ForAll @IntRange(max = 9999) int millis) {
    long time = Durations.millis(hours + "h" + minutes + "m" + seconds + "s" + millis + "ms");
    assertThat(Durations.text(time))
        .matches("0s|([1-9]\\d*h)?([1-5]?\\dm)?([1-5]?\\ds)?(\\d{1,3}ms)?")
        .doesNotContainPattern("(^|[hms])0(m|ms)|[hm]0s");
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 360_000_000_000L, Long.MIN_VALUE, Long.MAX_VALUE})
  void whatHasNoText(long millis) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Durations.text(millis))
        .withMessageContaining(millis + " ms");
  }
}
