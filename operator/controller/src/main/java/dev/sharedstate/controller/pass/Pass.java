// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.pass;

import dev.sharedstate.api.v1alpha1.PolicyStatus;
import dev.sharedstate.controller.kube.Applied;
import dev.sharedstate.controller.model.Credentials;
import dev.sharedstate.controller.model.DesiredInstance;
import dev.sharedstate.controller.model.Labels;
import dev.sharedstate.controller.model.PolicyKind;
import dev.sharedstate.controller.redis.Expected;
import dev.sharedstate.controller.redis.InstanceAddress;
import dev.sharedstate.controller.resource.Manifests;
import dev.sharedstate.controller.status.Findings;
import dev.sharedstate.controller.status.PodFacts;
import dev.sharedstate.controller.status.PodReader;
import dev.sharedstate.controller.status.RedisFacts;
import dev.sharedstate.controller.status.StatusFactory;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.CustomResource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One pass over one policy: its steps in the order of the reconciler. Used once, by one thread. */
public final class Pass {
  private static final Duration WHILE_NOT_READY = Duration.ofSeconds(10);
  private static final Duration WHILE_LEAVING = Duration.ofSeconds(2);
  private static final Duration WHILE_IN_CONFLICT = Duration.ofSeconds(30);

  private final PassFactory with;
  private final PolicyKind<?> kind;
  private final Map<String, String> annotations;
  private final PolicyStatus before;
  private final Plan plan;
  private final Live live;
  private final PolicyRuntime runtime;
  private Credentials credentials;
  private Journal journal;
  private Findings.Objects objects = Findings.Objects.fine();
  private PodFacts pod;
  private RedisFacts redis = RedisFacts.notTried();
  private PolicyStatus status;

  <S> Pass(
      PassFactory with,
      PolicyKind<S> kind,
      CustomResource<S, PolicyStatus> policy,
      Live live,
      PolicyRuntime runtime) {
    this.with = with;
    this.kind = kind;
    this.plan = Plan.of(kind, policy, with.planner, live);
    this.annotations = policy.getMetadata().getAnnotations();
    this.before = policy.getStatus();
    this.live = live;
    this.runtime = runtime;
  }

  /** Settles what the pass works towards. */
  public void validate() {
    credentials = Credentials.of(with.passwords, plan.owner());
    journal = new Journal(plan, before, runtime, with.events, with.metrics);
    List<String> entries =
        plan.desired().map(desired -> desired.program().entries()).orElse(List.of());
    with.metrics.policyKnown(runtime.ref(), plan.owner().generation(), entries, kind.counters());
  }

  /** Objects that are missing or differ are applied; Secrets only when they are due. */
  public void apply() {
    if (plan.desired().isEmpty()) {
      return;
    }
    DesiredInstance desired = plan.desired().get();
    Optional<Findings.Objects> kept = with.volumes.check(desired, live);
    if (kept.isPresent()) {
      objects = kept.get();
      return;
    }
    boolean servedBefore = before != null && before.redis() != null;
    List<Applied> results = new ArrayList<>();
    Instant now = with.clock.instant();
    if (runtime.secretsDue(
        plan.owner().generation(),
        annotation(),
        podWaits(),
        now,
        with.config.timing().resyncPeriod())) {
      List<HasMetadata> secrets = Manifests.secrets(desired, credentials);
      results.addAll(with.objects.apply(desired, secrets, live, servedBefore, journal));
      if (ObjectStep.findings(results).equals(Findings.Objects.fine())) {
        // Else what was found has to be found again in the next pass, or it would be forgotten.
        runtime.secretsChecked(plan.owner().generation(), annotation(), now);
      }
    }
    results.addAll(
        with.objects.apply(desired, Manifests.watched(desired), live, servedBefore, journal));
    objects = ObjectStep.findings(results);
  }

  /** The pod is replaced when it is of another template. */
  public void roll() {
    boolean rolled = false;
    if (live.set().isPresent() && live.pod().isPresent()) {
      Optional<String> why = with.roller.roll(live.set().get(), live.pod().get());
      why.ifPresent(reason -> journal.rolled(live.pod().get().getMetadata().getName(), reason));
      rolled = why.isPresent();
    }
    pod = PodReader.read(live.set(), live.pod(), rolled);
  }

  /** Live settings, then the library; both read back. */
  public void configureAndPush() {
    if (plan.desired().isEmpty()) {
      return;
    }
    DesiredInstance desired = plan.desired().get();
    Optional<InstanceAddress> address = InstanceVerifier.address(desired, credentials, pod);
    if (address.isPresent()) {
      redis = with.verifier.verify(desired, credentials, address.get(), journal);
      redis = with.snapshots.keep(desired, address.get(), redis, runtime, journal);
      runtime.login(
          redis.failure().filter(f -> "AuthenticationFailed".equals(f.reason())).isPresent());
    }
  }

  /** From here on the monitor says when what was verified is no longer so. */
  public void watch() {
    plan.desired()
        .flatMap(desired -> InstanceVerifier.address(desired, credentials, pod))
        .ifPresent(address -> with.monitor.watch(runtime.ref(), address, expected()));
  }

  private Expected expected() {
    if (redis.failure().isPresent()) {
      return Expected.unreachable();
    }
    if (!redis.configured() || redis.libraryProblem().isPresent() || redis.library().isEmpty()) {
      return Expected.nothing();
    }
    DesiredInstance desired = plan.desired().orElseThrow();
    return Expected.verified(
            redis.observation().orElseThrow().runId(),
            desired.library().name(),
            desired.library().digest(),
            desired.liveConfig())
        .withLoadId(redis.library().orElseThrow().loadId());
  }

  /** What is true now. */
  public PolicyStatus status() {
    status =
        with.statuses.status(
            new Findings(
                plan.owner().generation(),
                plan.problems(),
                plan.desired(),
                objects,
                pod,
                redis,
                with.config.controllerName()),
            before);
    return status;
  }

  /** Events on what has changed, and the conditions as metrics. */
  public void tell() {
    with.transitions.export(runtime.ref(), status);
    with.transitions.tell(plan.owner(), before, status);
  }

  /** When to look again if nothing happens before; absent: at the resync. */
  public Optional<Duration> nextIn() {
    if (!objects.waiting().isEmpty()) {
      return Optional.of(WHILE_LEAVING);
    }
    if (!objects.conflicts().isEmpty() || objects.volume().isPresent()) {
      return Optional.of(WHILE_IN_CONFLICT);
    }
    boolean serving = "True".equals(StatusFactory.statusOf(status, "RedisReady").orElse(""));
    boolean programmed = redis.libraryProblem().isEmpty() && redis.library().isPresent();
    boolean durable = !StatusFactory.isTemporary(status);
    boolean nothingToDo = plan.desired().isEmpty() || serving && programmed && durable;
    return nothingToDo ? Optional.empty() : Optional.of(WHILE_NOT_READY);
  }

  private boolean podWaits() {
    return live.pod().isPresent() && !PodReader.read(live.set(), live.pod(), false).ready();
  }

  private String annotation() {
    return annotations == null ? "" : annotations.getOrDefault(Labels.RECONCILE_AT, "");
  }
}
