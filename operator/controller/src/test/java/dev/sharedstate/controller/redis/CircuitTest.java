// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sharedstate.controller.redis.RedisUnavailable.Cause;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CircuitTest {
  private static final RedisUnavailable WHY =
      new RedisUnavailable(Cause.TIMEOUT, "10.0.0.1:6379: no answer in time", null);

  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5); // nanoTime may wrap
  private final Circuit circuit =
      new Circuit(Duration.ofMillis(500), Duration.ofSeconds(10), nanos::get);

  private void pass(long millis) {
    nanos.addAndGet(Duration.ofMillis(millis).toNanos());
  }

  @Test
  void pausesDoubleUpToTheLast() {
    List<Long> pauses = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      circuit.failed(WHY);
      long pause = 0;
      while (circuit.refusal().isPresent()) {
        pass(100);
        pause += 100;
      }
      pauses.add(pause);
    }
    assertThat(pauses).containsExactly(500L, 1000L, 2000L, 4000L, 8000L, 10000L, 10000L);
  }

  @Test
  void refusesWithTheWordsOfTheFailure() {
    circuit.failed(WHY);
    RedisUnavailable refusal = circuit.refusal().orElseThrow();
    assertThat(refusal.reason()).isEqualTo(Cause.TIMEOUT);
    assertThat(refusal).hasMessage(WHY.getMessage());
  }

  @Test
  void anAnswerClosesItAndForgetsThePauses() {
    assertThat(circuit.refusal()).isEmpty();
    circuit.failed(WHY);
    circuit.failed(WHY);
    circuit.answered();
    assertThat(circuit.refusal()).isEmpty();
    circuit.failed(WHY);
    pass(499);
    assertThat(circuit.refusal()).isPresent();
    pass(1);
    assertThat(circuit.refusal()).isEmpty();
  }
}
