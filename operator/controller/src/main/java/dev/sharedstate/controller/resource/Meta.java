// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.resource;

import dev.sharedstate.controller.model.DesiredInstance;
import dev.sharedstate.controller.model.Labels;
import dev.sharedstate.controller.model.Owner;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;

/** What all objects of a policy have in common. */
final class Meta {
  private Meta() {}

  static ObjectMeta of(DesiredInstance desired, String name) {
    return new ObjectMetaBuilder()
        .withName(name)
        .withNamespace(desired.names().namespace())
        .withLabels(Labels.all(desired.names()))
        .withOwnerReferences(owner(desired.owner()))
        .build();
  }

  /** Without blockOwnerDeletion, which would need a permission on the policy's finalizers. */
  private static OwnerReference owner(Owner owner) {
    return new OwnerReferenceBuilder()
        .withApiVersion(owner.apiVersion())
        .withKind(owner.kind())
        .withName(owner.name())
        .withUid(owner.uid())
        .withController(true)
        .build();
  }
}
