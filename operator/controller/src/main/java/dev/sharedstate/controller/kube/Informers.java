// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.kube;

import dev.sharedstate.controller.model.KindTraits;
import dev.sharedstate.controller.model.Labels;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.cache.BasicItemStore;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Informers on the objects of policies: by label, and without what nobody reads. */
public final class Informers {
  private Informers() {}

  /** One type of object of one kind of policy, in the controller's namespaces. */
  public static <R extends HasMetadata, P extends HasMetadata> InformerEventSource<R, P> of(
      Class<R> type, KindTraits kind, EventSourceContext<P> context) {
    return new InformerEventSource<>(
        InformerEventSourceConfiguration.from(type, context.getPrimaryResourceClass())
            .withNamespacesInheritedFromController()
            .withLabelSelector(Labels.watched(kind))
            .withItemStore(pruned())
            .withSecondaryToPrimaryMapper(object -> Set.copyOf(policy(object).stream().toList()))
            .build(),
        context);
  }

  private static Optional<ResourceID> policy(HasMetadata object) {
    Map<String, String> labels = object.getMetadata().getLabels();
    return Optional.ofNullable(labels)
        .map(all -> all.get(Labels.POLICY))
        .map(name -> new ResourceID(name, object.getMetadata().getNamespace()));
  }

  /** managedFields are half of an object, and nobody reads them. */
  public static <T extends HasMetadata> BasicItemStore<T> pruned() {
    return new BasicItemStore<>(Cache::metaNamespaceKeyFunc) {
      @Override
      public T put(String key, T object) {
        object.getMetadata().setManagedFields(null);
        return super.put(key, object);
      }
    };
  }
}
