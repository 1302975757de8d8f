// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller;

import dev.sharedstate.api.v1alpha1.RateLimitPolicy;
import dev.sharedstate.controller.kube.Informers;
import dev.sharedstate.controller.kube.StatusWriter;
import dev.sharedstate.controller.model.Labels;
import dev.sharedstate.controller.pass.Pass;
import dev.sharedstate.controller.pass.PassFactory;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
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

/**
 * From a RateLimitPolicy to enforced limits. No finalizer and no Cleaner: the garbage collector
 * takes the objects of a deleted policy, and a sweep takes what the operator remembers.
 */
@ControllerConfiguration(name = "ratelimitpolicy", generationAwareEventProcessing = false)
public final class RateLimitPolicyReconciler implements Reconciler<RateLimitPolicy> {
  private final PassFactory passes;
  private volatile IndexedResourceCache<RateLimitPolicy> policies;

  public RateLimitPolicyReconciler(PassFactory passes) {
    this.passes = passes;
  }

  @Override
  public UpdateControl<RateLimitPolicy> reconcile(
      RateLimitPolicy policy, Context<RateLimitPolicy> context) {
    if (policy.getMetadata().getDeletionTimestamp() != null || passes.managedByOther(policy)) {
      return UpdateControl.noUpdate();
    }
    Pass pass = passes.observe(policy, context);
    pass.validate();
    pass.apply();
    pass.roll();
    pass.configureAndPush();
    pass.watch();
    StatusWriter.write(policy, pass.status(), context);
    pass.tell();
    return again(pass.nextIn());
  }

  /** A pass that broke off: said in the status, tried again later and later. */
  @Override
  public ErrorStatusUpdateControl<RateLimitPolicy> updateErrorStatus(
      RateLimitPolicy policy, Context<RateLimitPolicy> context, Exception failure) {
    StatusWriter.write(policy, passes.broken(policy, failure), context);
    return ErrorStatusUpdateControl.noStatusUpdate();
  }

  private static UpdateControl<RateLimitPolicy> again(Optional<Duration> in) {
    UpdateControl<RateLimitPolicy> control = UpdateControl.noUpdate();
    return in.isPresent() ? control.rescheduleAfter(in.get()) : control;
  }

  @Override
  public List<EventSource<?, RateLimitPolicy>> prepareEventSources(
      EventSourceContext<RateLimitPolicy> context) {
    policies = context.getPrimaryCache();
    return List.of(
        Informers.of(ConfigMap.class, context),
        Informers.of(Service.class, context),
        Informers.of(StatefulSet.class, context),
        Informers.of(Pod.class, context),
        passes.wakeups());
  }

  /** Which updates of a policy ask for a pass: its spec, or somebody by annotation. */
  public static boolean asksForPass(RateLimitPolicy now, RateLimitPolicy before) {
    return !Objects.equals(now.getMetadata().getGeneration(), before.getMetadata().getGeneration())
        || !Objects.equals(annotation(now), annotation(before));
  }

  private static String annotation(RateLimitPolicy policy) {
    return policy.getMetadata().getAnnotations() == null
        ? null
        : policy.getMetadata().getAnnotations().get(Labels.RECONCILE_AT);
  }

  /** Forgets the policies that are gone; call it now and then. */
  public void sweep() {
    if (policies != null) {
      passes.sweep(policies.list().map(policy -> policy.getMetadata().getUid()).toList());
    }
  }
}
