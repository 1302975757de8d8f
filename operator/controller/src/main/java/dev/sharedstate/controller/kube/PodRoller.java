// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.kube;

import dev.sharedstate.controller.model.Labels;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Replaces the pod when its StatefulSet has another template: the update strategy is OnDelete. */
public final class PodRoller {
  private static final String REVISION = "controller-revision-hash";

  private final KubernetesClient client;

  public PodRoller(KubernetesClient client) {
    this.client = client;
  }

  /** Deletes the pod if it is of an older template; says why, or nothing if it is current. */
  public Optional<String> roll(StatefulSet set, Pod pod) {
    if (!outdated(set, pod)) {
      return Optional.empty();
    }
    String why = why(set, pod);
    try {
      client.resource(pod).lockResourceVersion().delete();
      return Optional.of(why);
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_CONFLICT
          || e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
        return Optional.empty(); // it moved meanwhile: the event of that brings the next pass
      }
      throw e;
    }
  }

  /** True if the StatefulSet's controller has seen the template and the pod is of another one. */
  static boolean outdated(StatefulSet set, Pod pod) {
    if (set.getStatus() == null
        || set.getStatus().getUpdateRevision() == null
        || !Objects.equals(
            set.getStatus().getObservedGeneration(), set.getMetadata().getGeneration())
        || pod.getMetadata().getDeletionTimestamp() != null) {
      return false;
    }
    Map<String, String> labels = pod.getMetadata().getLabels();
    return labels != null
        && labels.containsKey(REVISION)
        && !labels.get(REVISION).equals(set.getStatus().getUpdateRevision());
  }

  private static String why(StatefulSet set, Pod pod) {
    List<String> reasons = new ArrayList<>();
    Container wanted = set.getSpec().getTemplate().getSpec().getContainers().get(0);
    Container running = pod.getSpec().getContainers().get(0);
    if (!Objects.equals(wanted.getImage(), running.getImage())) {
      reasons.add("image " + running.getImage() + " -> " + wanted.getImage());
    }
    if (!SubsetMatcher.matches(wanted.getResources(), running.getResources())) {
      reasons.add("resources");
    }
    if (!Objects.equals(
        hash(set.getSpec().getTemplate().getMetadata().getAnnotations()),
        hash(pod.getMetadata().getAnnotations()))) {
      reasons.add("configuration that needs a restart");
    }
    return reasons.isEmpty() ? "the pod template changed" : String.join(", ", reasons);
  }

  private static String hash(Map<String, String> annotations) {
    return annotations == null ? null : annotations.get(Labels.CONFIG_HASH);
  }
}
