// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller;

import dev.sharedstate.api.v1alpha1.PolicyStatus;
import dev.sharedstate.controller.kube.Informers;
import dev.sharedstate.controller.kube.StatusWriter;
import dev.sharedstate.controller.model.Labels;
import dev.sharedstate.controller.model.PolicyKind;
import dev.sharedstate.controller.pass.Pass;
import dev.sharedstate.controller.pass.PassFactory;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.client.CustomResource;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ErrorStatusUpdateControl;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.IndexedResourceCache;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * From a policy to state that is enforced. No finalizer and no Cleaner: the garbage collector takes
 * the objects of a deleted policy, and a sweep takes what the operator remembers.
 *
 * @param <P> the policy; first, since the SDK finds the resource's type there
 * @param <S> its spec
 */
public abstract class PolicyReconciler<P extends CustomResource<S, PolicyStatus>, S>
    implements Reconciler<P> {
  private final PassFactory passes;
  private final PolicyKind<S> kind;
  private final Supplier<P> empty;
  private volatile IndexedResourceCache<P> policies;

  /**
   * @param empty makes a policy with nothing in it
   */
  protected PolicyReconciler(PassFactory passes, PolicyKind<S> kind, Supplier<P> empty) {
    this.passes = passes;
    this.kind = kind;
    this.empty = empty;
  }

  @Override
  public UpdateControl<P> reconcile(P policy, Context<P> context) {
    if (policy.getMetadata().getDeletionTimestamp() != null || passes.managedByOther(policy)) {
      return UpdateControl.noUpdate();
    }
    Pass pass = passes.observe(kind, policy, context);
    pass.validate();
    pass.apply();
    pass.roll();
    pass.configureAndPush();
    pass.watch();
    StatusWriter.write(policy, empty.get(), pass.status(), context);
    pass.tell();
    return again(pass.nextIn());
  }

  /** A pass that broke off: said in the status, tried again later and later. */
  @Override
  public ErrorStatusUpdateControl<P> updateErrorStatus(
      P policy, Context<P> context, Exception failure) {
    StatusWriter.write(policy, empty.get(), passes.broken(policy, failure), context);
    return ErrorStatusUpdateControl.noStatusUpdate();
  }

  private static <P extends HasMetadata> UpdateControl<P> again(Optional<Duration> in) {
    UpdateControl<P> control = UpdateControl.noUpdate();
    return in.isPresent() ? control.rescheduleAfter(in.get()) : control;
  }

  @Override
  public List<EventSource<?, P>> prepareEventSources(EventSourceContext<P> context) {
    policies = context.getPrimaryCache();
    return List.of(
        Informers.of(ConfigMap.class, kind.traits(), context),
        Informers.of(Service.class, kind.traits(), context),
        Informers.of(StatefulSet.class, kind.traits(), context),
        Informers.of(Pod.class, kind.traits(), context),
        passes.wakeups(kind.traits()));
  }

  /** Which updates of a policy ask for a pass: its spec, or somebody by annotation. */
  static boolean asksForPass(HasMetadata now, HasMetadata before) {
    return !Objects.equals(now.getMetadata().getGeneration(), before.getMetadata().getGeneration())
        || !Objects.equals(annotation(now), annotation(before));
  }

  private static String annotation(HasMetadata policy) {
    return policy.getMetadata().getAnnotations() == null
        ? null
        : policy.getMetadata().getAnnotations().get(Labels.RECONCILE_AT);
  }

  /** The uids of the policies that are there; absent until the informer knows them. */
  Optional<List<String>> uids() {
    return Optional.ofNullable(policies)
        .map(cache -> cache.list().map(policy -> policy.getMetadata().getUid()).toList());
  }
}
