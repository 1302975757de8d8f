// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.pass;

import dev.sharedstate.controller.model.Names;
import dev.sharedstate.controller.model.Owner;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The policy's objects as the informers have them. They are shared with the caches: never changed.
 */
public record Live(List<HasMetadata> objects, Optional<StatefulSet> set, Optional<Pod> pod) {

  static Live read(Names names, Context<?> context) {
    List<HasMetadata> objects =
        Stream.of(ConfigMap.class, Service.class, StatefulSet.class)
            .map(type -> context.getSecondaryResources(type))
            .flatMap(Collection::stream)
            .map(HasMetadata.class::cast)
            .toList();
    Optional<StatefulSet> set =
        context.getSecondaryResources(StatefulSet.class).stream()
            .filter(candidate -> names.statefulSet().equals(candidate.getMetadata().getName()))
            .findFirst();
    Optional<Pod> pod =
        set.flatMap(
            owner ->
                context.getSecondaryResources(Pod.class).stream()
                    .filter(candidate -> names.pod().equals(candidate.getMetadata().getName()))
                    .filter(candidate -> belongs(candidate, owner))
                    .findFirst());
    return new Live(objects, set, pod);
  }

  /** The live object with the kind and name of a desired one. */
  Optional<HasMetadata> like(HasMetadata desired) {
    return objects.stream()
        .filter(live -> live.getKind().equals(desired.getKind()))
        .filter(live -> live.getMetadata().getName().equals(desired.getMetadata().getName()))
        .findFirst();
  }

  /** The pod only counts where its StatefulSet is this policy's. */
  Live of(Owner owner) {
    boolean ours = set.isPresent() && belongs(set.get(), owner.uid());
    return ours ? this : new Live(objects, Optional.empty(), Optional.empty());
  }

  private static boolean belongs(HasMetadata object, HasMetadata owner) {
    return belongs(object, owner.getMetadata().getUid());
  }

  private static boolean belongs(HasMetadata object, String uid) {
    return object.getMetadata().getOwnerReferences().stream()
        .anyMatch(reference -> uid.equals(reference.getUid()));
  }
}
