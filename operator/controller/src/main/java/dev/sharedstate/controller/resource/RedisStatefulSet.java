// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.resource;

import dev.sharedstate.controller.model.DesiredInstance;
import dev.sharedstate.controller.model.Labels;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSetPersistentVolumeClaimRetentionPolicy;
import java.util.List;
import java.util.Map;

/**
 * {@code <policy>-rl}: one pod with one Redis.
 *
 * <p>Everything that the API server would fill in inside a block that is sent is sent, in its own
 * spelling: else each pass would find a difference. Parallel and OnDelete, so that only the
 * operator rolls, and a broken pod is replaced once its template is repaired.
 */
public final class RedisStatefulSet {
  /** The container. */
  public static final String CONTAINER = "redis";

  private static final long TOLERATION_SECONDS = 30;

  private RedisStatefulSet() {}

  public static StatefulSet of(DesiredInstance desired) {
    StatefulSet set = inMemory(desired);
    desired
        .durability()
        .volume()
        .ifPresent(
            volume -> {
              set.getSpec().setVolumeClaimTemplates(List.of(VolumeClaim.template(desired, volume)));
              set.getSpec()
                  .setPersistentVolumeClaimRetentionPolicy(
                      new StatefulSetPersistentVolumeClaimRetentionPolicy(
                          volume.whenDeleted().name(), "Retain"));
            });
    return set;
  }

  private static StatefulSet inMemory(DesiredInstance desired) {
    Map<String, String> selector = Labels.selector(desired.names());
    return new StatefulSetBuilder()
        .withMetadata(Meta.of(desired, desired.names().statefulSet()))
        .withNewSpec()
        .withReplicas(1)
        .withServiceName(desired.names().nodesService())
        .withPodManagementPolicy("Parallel")
        .withRevisionHistoryLimit(3)
        .withNewUpdateStrategy()
        .withType("OnDelete")
        .endUpdateStrategy()
        .withNewSelector()
        .withMatchLabels(selector)
        .endSelector()
        .withTemplate(template(desired))
        .endSpec()
        .build();
  }

  private static PodTemplateSpec template(DesiredInstance desired) {
    return new PodTemplateSpecBuilder()
        .withNewMetadata()
        .withLabels(Labels.all(desired.names()))
        .addToAnnotations(Labels.CONFIG_HASH, ConfigConfigMap.restartHash(desired))
        .addToAnnotations("kubectl.kubernetes.io/default-container", CONTAINER)
        .endMetadata()
        .withNewSpec()
        .withAutomountServiceAccountToken(false)
        .withEnableServiceLinks(false)
        .withTerminationGracePeriodSeconds(graceSeconds(desired))
        .withRestartPolicy("Always")
        .withDnsPolicy("ClusterFirst")
        .withSchedulerName("default-scheduler")
        .withImagePullSecrets(pullSecrets(desired))
        .withSecurityContext(PodSecurity.pod(desired.server().runAsUser()))
        .withTolerations(
            PodParts.tolerate("node.kubernetes.io/not-ready", TOLERATION_SECONDS),
            PodParts.tolerate("node.kubernetes.io/unreachable", TOLERATION_SECONDS))
        .withContainers(PodParts.container(desired))
        .withVolumes(PodParts.volumes(desired))
        .endSpec()
        .build();
  }

  /**
   * The time that a stop may take. In memory nothing has to be written; an append-only file needs a
   * last fsync; a snapshot writes all data, at no less than 16 MiB a second.
   */
  private static long graceSeconds(DesiredInstance desired) {
    return switch (desired.durability().mode()) {
      case None -> 30;
      case AppendOnly -> 60;
      case Snapshot -> 60 + desired.memory().maxmemory() / (16L << 20);
    };
  }

  private static List<LocalObjectReference> pullSecrets(DesiredInstance desired) {
    return desired.server().pullSecrets().stream().map(LocalObjectReference::new).toList();
  }
}
