// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.pass;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sharedstate.controller.model.Owner;
import dev.sharedstate.controller.testing.Samples;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PolicyRuntimeTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration RESYNC = Duration.ofMinutes(10);

  private final PolicyRuntime runtime = new PolicyRuntime(Samples.ORDERS);

  private boolean due(Instant at) {
    return runtime.secretsDue(1, "", false, at, RESYNC);
  }

  @Test
  void secretsAreReadAtStartAndThenAtTheResync() {
    assertThat(due(NOW)).isTrue();
    runtime.secretsChecked(1, "", NOW);

    assertThat(due(NOW.plusSeconds(599))).isFalse();
    assertThat(due(NOW.plusSeconds(600))).isTrue();
  }

  @Test
  void aChangeOrSomebodyAskingComesFirst() {
    runtime.secretsChecked(1, "", NOW);

    assertThat(runtime.secretsDue(2, "", false, NOW, RESYNC)).isTrue();
    assertThat(runtime.secretsDue(1, "now", false, NOW, RESYNC)).isTrue();
  }

  @Test
  void whileSomethingWaitsForThemTheyAreReadOften() {
    runtime.secretsChecked(1, "", NOW);

    assertThat(runtime.secretsDue(1, "", true, NOW.plusSeconds(9), RESYNC)).isFalse();
    assertThat(runtime.secretsDue(1, "", true, NOW.plusSeconds(10), RESYNC)).isTrue();
    runtime.login(true);
    assertThat(due(NOW.plusSeconds(10))).isTrue();
    runtime.login(false);
    assertThat(due(NOW.plusSeconds(10))).isFalse();
  }

  @Test
  void onlyAnotherLoadInTheSameRunIsSomebodysDoing() {
    runtime.verified("run1", "load1");

    assertThat(runtime.reloaded("run1", "load1")).isFalse();
    assertThat(runtime.reloaded("run1", "load2")).isTrue();
    assertThat(runtime.reloaded("run2", "load2")).isFalse();
  }

  @Test
  void theSweepForgetsWhoIsGoneByUid() {
    List<String> forgotten = new ArrayList<>();
    RuntimeRegistry registry = new RuntimeRegistry(forgotten::add);
    Owner reborn =
        new Owner(
            Samples.ORDERS.apiVersion(),
            Samples.ORDERS.kind(),
            Samples.ORDERS.namespace(),
            Samples.ORDERS.name(),
            "another",
            1);
    PolicyRuntime first = registry.of(Samples.ORDERS);
    assertThat(registry.of(Samples.ORDERS)).isSameAs(first);
    assertThat(registry.of(reborn)).isNotSameAs(first);

    registry.sweep(List.of("another", "never seen"));

    assertThat(forgotten).containsExactly(Samples.ORDERS.uid());
    assertThat(registry.uids()).containsExactly("another");
  }
}
