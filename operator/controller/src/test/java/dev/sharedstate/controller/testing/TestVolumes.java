// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.testing;

import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Claims as the StatefulSet controller makes them, and a folder for each. */
final class TestVolumes implements AutoCloseable {
  private final KubernetesClient client;
  private final String namespace;
  private final Path root;

  TestVolumes(KubernetesClient client, String namespace) {
    this.client = client;
    this.namespace = namespace;
    try {
      this.root = Files.createTempDirectory("sharedstate-volumes");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The volumes of the pod that its StatefulSet adds; claims that are missing are made. */
  List<Volume> of(StatefulSet set, String pod) {
    return set.getSpec().getVolumeClaimTemplates().stream()
        .map(template -> volume(set, template, template.getMetadata().getName() + "-" + pod))
        .toList();
  }

  private Volume volume(StatefulSet set, PersistentVolumeClaim template, String name) {
    if (client.persistentVolumeClaims().inNamespace(namespace).withName(name).get() == null) {
      client
          .resource(
              new PersistentVolumeClaimBuilder(template)
                  .editMetadata()
                  .withName(name)
                  .withNamespace(namespace)
                  .addToLabels(set.getSpec().getSelector().getMatchLabels())
                  .endMetadata()
                  .withStatus(null)
                  .build())
          .create();
    }
    return new VolumeBuilder()
        .withName(template.getMetadata().getName())
        .withNewPersistentVolumeClaim()
        .withClaimName(name)
        .endPersistentVolumeClaim()
        .build();
  }

  /** Where a pod's claim lies, if it has one. */
  Optional<Path> folder(Pod pod) {
    return pod.getSpec().getVolumes().stream()
        .filter(volume -> volume.getPersistentVolumeClaim() != null)
        .map(volume -> volume.getPersistentVolumeClaim().getClaimName())
        .map(name -> client.persistentVolumeClaims().inNamespace(namespace).withName(name).get())
        .map(claim -> root.resolve(claim.getMetadata().getUid()))
        .findFirst();
  }

  @Override
  public void close() {
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
