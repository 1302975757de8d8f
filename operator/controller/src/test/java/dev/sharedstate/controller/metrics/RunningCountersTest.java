// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class RunningCountersTest {
  private final RunningCounters counters = new RunningCounters();

  private void read(String run, long value) {
    counters.read(run, Map.of("a", value), false);
  }

  @Test
  void theFirstReadingIsTheBaseline() {
    read("one", 100);
    assertThat(counters.total("a")).isZero();
    read("one", 103);
    read("one", 103);
    assertThat(counters.total("a")).isEqualTo(3);
    assertThat(counters.total("b")).isZero();
  }

  @Test
  void aRunThatIsYoungCountsFromZero() {
    counters.read("one", Map.of("a", 7L), true);
    assertThat(counters.total("a")).isEqualTo(7);
  }

  @Test
  void anotherRunStartsFromZero() {
    read("one", 100);
    read("one", 110);
    assertThat(counters.read("two", Map.of("a", 4L), false)).isTrue();
    assertThat(counters.read("two", Map.of("a", 6L), false)).isFalse();
    assertThat(counters.total("a")).isEqualTo(16);
  }

  @Test
  void lateReadingsAreNotCountedTwice() {
    read("one", 100);
    read("one", 110);
    read("two", 4);
    read("one", 105); // overtaken
    assertThat(counters.total("a")).isEqualTo(14); // a counter never falls
    read("one", 112); // the last of the old run, read in the swap
    read("two", 3);
    read("two", 5);
    assertThat(counters.total("a")).isEqualTo(12 + 5);
  }

  @Test
  void calledBetweenTheLastReadingAndTheSwapIsInTheLastStats() {
    read("one", 0);
    read("one", 10);
    counters.read("one", Map.of("a", 25L), false); // a push's last stats
    counters.began("two");
    read("two", 5);
    assertThat(counters.total("a")).isEqualTo(30);
  }

  @Test
  void aRunThatWeBeganIsNoBaselineEvenIfAProbeWasFaster() {
    read("two", 5);
    assertThat(counters.total("a")).isZero();
    counters.began("two");
    assertThat(counters.total("a")).isEqualTo(5);
    counters.began("two");
    read("two", 6);
    assertThat(counters.total("a")).isEqualTo(6);
  }

  @Test
  void aRunThatWeBeganBeforeAnyReadingCountsFromZero() {
    counters.began("one");
    read("one", 5);
    assertThat(counters.total("a")).isEqualTo(5);
  }

  @Test
  void counterThatAppearsLater() {
    counters.read("one", Map.of("a", 5L), false);
    counters.read("one", Map.of("a", 5L, "b", 2L), false);
    assertThat(counters.total("b")).isEqualTo(2);
  }
}
