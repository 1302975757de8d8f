// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.client.utils.Serialization;
import org.junit.jupiter.api.Test;

class PodRollerTest {
  private static StatefulSet set(String observed, String revision) {
    return Serialization.unmarshal(
        """
        apiVersion: apps/v1
        kind: StatefulSet
        metadata: {name: a, generation: 2}
        status: {observedGeneration: %s, updateRevision: %s}
        """
            .formatted(observed, revision),
        StatefulSet.class);
  }

  private static Pod pod(String metadata) {
    return Serialization.unmarshal("apiVersion: v1\nkind: Pod\nmetadata: " + metadata, Pod.class);
  }

  @Test
  void aPodOfAnotherRevisionIsOutdated() {
    Pod pod = pod("{labels: {controller-revision-hash: a-1}}");
    assertThat(PodRoller.outdated(set("2", "a-2"), pod)).isTrue();
    assertThat(PodRoller.outdated(set("2", "a-1"), pod)).isFalse();
  }

  @Test
  void nothingIsSaidOnAStatusThatHasNotSeenTheTemplate() {
    Pod pod = pod("{labels: {controller-revision-hash: a-1}}");
    assertThat(PodRoller.outdated(set("1", "a-2"), pod)).isFalse();
    assertThat(PodRoller.outdated(set("2", null), pod)).isFalse();
    assertThat(PodRoller.outdated(new StatefulSet(), pod)).isFalse();
  }

  @Test
  void aPodThatIsGoingOrHasNoRevisionIsLeftAlone() {
    assertThat(
            PodRoller.outdated(
                set("2", "a-2"),
                pod(
                    "{deletionTimestamp: '2026-01-01T00:00:00Z', labels: {controller-revision-hash:"
                        + " a-1}}")))
        .isFalse();
    assertThat(PodRoller.outdated(set("2", "a-2"), pod("{name: x}"))).isFalse();
  }
}
