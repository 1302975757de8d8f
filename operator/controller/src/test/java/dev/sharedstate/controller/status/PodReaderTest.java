// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PodReaderTest {
  private static final Optional<StatefulSet> SET = Optional.of(new StatefulSet());

  private static PodFacts read(String status) {
    Pod pod =
        Serialization.unmarshal(
            "apiVersion: v1\nkind: Pod\nmetadata: {name: orders-rl-0, uid: u}\nstatus:\n"
                + status.indent(2),
            Pod.class);
    return PodReader.read(SET, Optional.of(pod), false);
  }

  private static PodFacts waiting(String waiting) {
    return read(
        "phase: Pending\ncontainerStatuses: [{image: img, state: {waiting: " + waiting + "}}]");
  }

  @Test
  void noPod() {
    assertThat(PodReader.read(Optional.empty(), Optional.empty(), false))
        .isEqualTo(PodFacts.waiting("PodMissing", "the StatefulSet is being created"));
    assertThat(PodReader.read(SET, Optional.empty(), false).reason()).isEqualTo("PodMissing");
  }

  @Test
  void unschedulableSaysWhy() {
    assertThat(
            read(
                "phase: Pending\n"
                    + "conditions: [{type: PodScheduled, status: 'False', message: 0/3 nodes}]"))
        .isEqualTo(
            PodFacts.waiting("PodPending", "pod orders-rl-0 cannot be scheduled: 0/3 nodes"));
  }

  @Test
  void anImageThatCannotBePulledReadsTheSameInBothOfTheKubeletsMoods() {
    PodFacts attempt = waiting("{reason: ErrImagePull, message: rpc error 1}");
    assertThat(attempt).isEqualTo(PodFacts.waiting("ImagePull", "the image img cannot be pulled"));
    assertThat(waiting("{reason: ImagePullBackOff, message: Back-off 20s}")).isEqualTo(attempt);
  }

  @Test
  void aCrashSaysTheLastLineAndNoTime() {
    PodFacts facts =
        read(
            """
phase: Running
containerStatuses:
- image: img
  state: {waiting: {reason: CrashLoopBackOff, message: back-off 40s}}
  lastState: {terminated: {exitCode: 1, reason: Error, message: "starting\\nBad directive\\n"}}
""");
    assertThat(facts)
        .isEqualTo(
            PodFacts.waiting("CrashLoop", "pod orders-rl-0 ended with code 1: Bad directive"));
  }

  @Test
  void killedForMemoryIsNamed() {
    assertThat(
            read("phase: Running\n"
                    + "containerStatuses: [{state: {terminated: {exitCode: 137, reason:"
                    + " OOMKilled}}}]")
                .message())
        .contains("137 (OOMKilled)");
  }

  @Test
  void creatingAndStarting() {
    assertThat(waiting("{reason: ContainerCreating}").reason()).isEqualTo("Starting");
    PodFacts starting =
        read(
            "phase: Running\n"
                + "podIP: 10.0.0.1\n"
                + "containerStatuses: [{started: false, state: {running: {}}}]");
    assertThat(starting.reason()).isEqualTo("Starting");
    assertThat(starting.address()).contains(new PodFacts.Address("u", "10.0.0.1"));
  }

  @Test
  void anotherWaitIsPassedOn() {
    assertThat(waiting("{reason: CreateContainerConfigError, message: no secret}").message())
        .isEqualTo("pod orders-rl-0 CreateContainerConfigError: no secret");
  }

  @Test
  void notReadyAnyMore() {
    assertThat(
            read("phase: Running\n"
                    + "podIP: 10.0.0.1\n"
                    + "conditions: [{type: Ready, status: 'False', message: probe}]\n"
                    + "containerStatuses: [{started: true, state: {running: {}}}]")
                .reason())
        .isEqualTo("PodNotReady");
  }

  @Test
  void ready() {
    PodFacts facts =
        read(
            "phase: Running\n"
                + "podIP: 10.0.0.1\n"
                + "conditions: [{type: Ready, status: 'True'}]\n"
                + "containerStatuses: [{started: true, state: {running: {}}}]");
    assertThat(facts.ready()).isTrue();
    assertThat(facts.reason()).isEmpty();
  }

  @Test
  void evicted() {
    assertThat(read("phase: Failed\nreason: Evicted\nmessage: low on memory").message())
        .isEqualTo("pod orders-rl-0 Evicted: low on memory");
  }
}
