// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.pass;

import dev.sharedstate.api.v1alpha1.PolicyStatus;
import dev.sharedstate.controller.config.OperatorConfig;
import dev.sharedstate.controller.kube.Applier;
import dev.sharedstate.controller.kube.ClaimReader;
import dev.sharedstate.controller.kube.EventRecorder;
import dev.sharedstate.controller.kube.PodRoller;
import dev.sharedstate.controller.kube.Reason;
import dev.sharedstate.controller.metrics.PolicyMetrics;
import dev.sharedstate.controller.model.KindTraits;
import dev.sharedstate.controller.model.Names;
import dev.sharedstate.controller.model.Owner;
import dev.sharedstate.controller.model.Passwords;
import dev.sharedstate.controller.model.Planner;
import dev.sharedstate.controller.model.PolicyKind;
import dev.sharedstate.controller.redis.InstanceMonitor;
import dev.sharedstate.controller.redis.RedisAdmin;
import dev.sharedstate.controller.status.StatusFactory;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import java.time.Clock;
import java.util.Collection;
import java.util.Set;

/** What all passes share, and what outlives them. */
public final class PassFactory {
  final OperatorConfig config;
  final Passwords passwords;
  final Planner planner;
  final ObjectStep objects;
  final PodRoller roller;
  final InstanceVerifier verifier;
  final SnapshotStep snapshots;
  final VolumeStep volumes;
  final InstanceMonitor monitor;
  final PolicyMetrics metrics;
  final EventRecorder events;
  final Transitions transitions;
  final StatusFactory statuses;
  final Clock clock;
  private final RuntimeRegistry registry;
  private final Wakeups wakeups;

  /** The operator's access to instances. */
  public record Redis(RedisAdmin admin, InstanceMonitor monitor, Wakeups wakeups) {}

  public PassFactory(
      OperatorConfig config,
      KubernetesClient client,
      Passwords passwords,
      Redis redis,
      PolicyMetrics metrics,
      Clock clock) {
    this.config = config;
    this.passwords = passwords;
    this.planner = new Planner(config.redis());
    this.objects = new ObjectStep(new Applier(client));
    this.roller = new PodRoller(client);
    this.verifier = new InstanceVerifier(redis.admin());
    this.snapshots = new SnapshotStep(redis.admin());
    this.volumes = new VolumeStep(new ClaimReader(client));
    this.monitor = redis.monitor();
    this.wakeups = redis.wakeups();
    this.metrics = metrics;
    this.events = new EventRecorder(client, clock);
    this.transitions = new Transitions(events, metrics);
    this.statuses = new StatusFactory(clock);
    this.clock = clock;
    this.registry =
        new RuntimeRegistry(
            uid -> {
              monitor.forget(uid);
              redis.admin().forget(uid);
              metrics.forget(uid);
            });
  }

  /** Starts a pass with what the informers have. */
  public <P extends CustomResource<S, PolicyStatus>, S> Pass observe(
      PolicyKind<S> kind, P policy, Context<P> context) {
    Owner owner = Owner.of(policy);
    Names names = new Names(kind.traits(), owner.namespace(), owner.name());
    Live live = Live.read(names, context).of(owner);
    return new Pass(this, kind, policy, live, registry.of(owner));
  }

  /** What can be said after a pass broke off. */
  public PolicyStatus broken(CustomResource<?, PolicyStatus> policy, Exception failure) {
    String message = failure.getMessage() == null ? failure.toString() : failure.getMessage();
    return statuses.broken(policy.getStatus(), Owner.of(policy).generation(), message);
  }

  /** True if another operator has this policy. Told once. */
  public boolean managedByOther(CustomResource<?, PolicyStatus> policy) {
    String manager = policy.getStatus() == null ? null : policy.getStatus().controllerName();
    if (manager == null || manager.equals(config.controllerName())) {
      return false;
    }
    Owner owner = Owner.of(policy);
    if (registry.of(owner).tellOfOther()) {
      events.record(
          owner,
          Reason.ManagedByOther,
          "%s leaves this policy alone: status.controllerName is %s"
              .formatted(config.controllerName(), manager));
    }
    return true;
  }

  /** Lets the monitor ask for passes of a kind. */
  public <P extends HasMetadata> EventSource<?, P> wakeups(KindTraits kind) {
    return wakeups.source(kind);
  }

  /**
   * Forgets all but these.
   *
   * @param uids of the policies that are there
   */
  public void sweep(Collection<String> uids) {
    registry.sweep(uids);
  }

  /** The uids of the policies that something is kept of. */
  public Set<String> remembered() {
    return registry.uids();
  }
}
