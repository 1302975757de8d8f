// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.model;

import io.fabric8.kubernetes.api.model.HasMetadata;

/** The policy that owns the objects. The uid tells it from an earlier one of the same name. */
public record Owner(
    String apiVersion, String kind, String namespace, String name, String uid, long generation) {

  public static Owner of(HasMetadata policy) {
    Long generation = policy.getMetadata().getGeneration();
    return new Owner(
        policy.getApiVersion(),
        policy.getKind(),
        policy.getMetadata().getNamespace(),
        policy.getMetadata().getName(),
        policy.getMetadata().getUid(),
        generation == null ? 0 : generation);
  }

  /** The same policy as of another generation. */
  public Owner at(long other) {
    return new Owner(apiVersion, kind, namespace, name, uid, other);
  }
}
