// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.status;

import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStateWaiting;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Reads StatefulSet and pod as a person would, and lifts out what is wrong. Pure. */
public final class PodReader {
  private static final Set<String> IMAGE =
      Set.of(
          "ErrImagePull",
          "ImagePullBackOff",
          "InvalidImageName",
          "ErrImageNeverPull",
          "ImageInspectError",
          "RegistryUnavailable");
  private static final Set<String> BEGINNING = Set.of("ContainerCreating", "PodInitializing");

  private PodReader() {}

  /**
   * @param rolled whether this pass has just deleted the pod to replace it
   */
  public static PodFacts read(Optional<StatefulSet> set, Optional<Pod> pod, boolean rolled) {
    if (pod.isEmpty()) {
      return PodFacts.waiting(
          "PodMissing",
          set.isEmpty()
              ? "the StatefulSet is being created"
              : "the StatefulSet has no pod yet"
                  + (set.get().getStatus() == null ? ": its controller has not seen it" : ""));
    }
    if (rolled || pod.get().getMetadata().getDeletionTimestamp() != null) {
      return PodFacts.waiting("Rolling", name(pod.get()) + " is being replaced");
    }
    return live(pod.get());
  }

  private static PodFacts live(Pod pod) {
    if (pod.getStatus() == null || pod.getStatus().getPhase() == null) {
      return PodFacts.waiting("PodPending", name(pod) + " was just created");
    }
    if ("Failed".equals(pod.getStatus().getPhase())
        || "Succeeded".equals(pod.getStatus().getPhase())) {
      String why = pod.getStatus().getReason() == null ? "ended" : pod.getStatus().getReason();
      return PodFacts.waiting(
          "PodMissing", join(name(pod) + " " + why, pod.getStatus().getMessage()));
    }
    Optional<PodCondition> scheduled = condition(pod, "PodScheduled");
    if (scheduled.isPresent() && "False".equals(scheduled.get().getStatus())) {
      return PodFacts.waiting(
          "PodPending", join(name(pod) + " cannot be scheduled", scheduled.get().getMessage()));
    }
    Optional<ContainerStatus> container =
        pod.getStatus().getContainerStatuses() == null
            ? Optional.empty()
            : pod.getStatus().getContainerStatuses().stream().findFirst();
    return container.isEmpty()
        ? PodFacts.waiting("PodPending", name(pod) + " waits for its node")
        : container(pod, container.get());
  }

  private static PodFacts container(Pod pod, ContainerStatus container) {
    ContainerState state = container.getState();
    if (state != null && state.getWaiting() != null) {
      return waiting(pod, container, state.getWaiting());
    }
    if (state != null && state.getTerminated() != null) {
      return crashed(pod, state.getTerminated());
    }
    Optional<PodFacts.Address> address =
        Optional.ofNullable(pod.getStatus().getPodIP())
            .filter(ip -> !ip.isEmpty())
            .map(ip -> new PodFacts.Address(pod.getMetadata().getUid(), ip));
    Optional<PodCondition> ready = condition(pod, "Ready");
    if (ready.isPresent() && "True".equals(ready.get().getStatus()) && address.isPresent()) {
      return new PodFacts(true, "", "", address);
    }
    if (Boolean.TRUE.equals(container.getStarted())) {
      return new PodFacts(
          false,
          "PodNotReady",
          join(name(pod) + " is not ready", ready.map(PodCondition::getMessage).orElse(null)),
          address);
    }
    return new PodFacts(false, "Starting", name(pod) + " is starting", address);
  }

  private static PodFacts waiting(
      Pod pod, ContainerStatus container, ContainerStateWaiting waiting) {
    String reason = Objects.requireNonNullElse(waiting.getReason(), "");
    if (BEGINNING.contains(reason)) {
      return PodFacts.waiting("Starting", name(pod) + " is being created");
    }
    if (IMAGE.contains(reason)) {
      // The kubelet alternates between the attempt and the pause, each in its own words.
      return PodFacts.waiting(
          "ImagePull", "the image " + container.getImage() + " cannot be pulled");
    }
    if ("CrashLoopBackOff".equals(reason)) {
      ContainerStateTerminated last =
          container.getLastState() == null ? null : container.getLastState().getTerminated();
      return last == null
          ? PodFacts.waiting("CrashLoop", name(pod) + " ends again and again")
          : crashed(pod, last);
    }
    return PodFacts.waiting("PodPending", join(name(pod) + " " + reason, waiting.getMessage()));
  }

  private static PodFacts crashed(Pod pod, ContainerStateTerminated last) {
    return DataFaults.in(last.getMessage(), pod.getMetadata().getName())
        .map(fault -> PodFacts.waiting(fault.reason(), fault.message()))
        .orElseGet(() -> PodFacts.waiting("CrashLoop", name(pod) + " " + ended(last)));
  }

  private static String ended(ContainerStateTerminated ended) {
    String reason =
        ended.getReason() == null || "Error".equals(ended.getReason())
            ? ""
            : " (" + ended.getReason() + ")";
    return join("ended with code " + ended.getExitCode() + reason, lastLine(ended.getMessage()));
  }

  /** The kubelet's fallback message is the tail of the log: the end says what happened. */
  private static String lastLine(String message) {
    if (message == null) {
      return null;
    }
    String[] lines = message.strip().split("\n");
    return lines[lines.length - 1].strip();
  }

  private static Optional<PodCondition> condition(Pod pod, String type) {
    return pod.getStatus().getConditions() == null
        ? Optional.empty()
        : pod.getStatus().getConditions().stream()
            .filter(condition -> type.equals(condition.getType()))
            .findFirst();
  }

  private static String join(String what, String why) {
    return why == null || why.isBlank() ? what : what + ": " + why.strip();
  }

  private static String name(Pod pod) {
    return "pod " + pod.getMetadata().getName();
  }
}
