// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.kube;

import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;

/** Reads a claim by its name: there is no informer, and no right to list them. */
public final class ClaimReader {
  private final KubernetesClient client;

  public ClaimReader(KubernetesClient client) {
    this.client = client;
  }

  /** The claim, if there is one. */
  public Optional<PersistentVolumeClaim> read(String namespace, String name) {
    return Optional.ofNullable(
        client.persistentVolumeClaims().inNamespace(namespace).withName(name).get());
  }
}
