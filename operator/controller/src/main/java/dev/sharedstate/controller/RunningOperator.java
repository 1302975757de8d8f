// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller;

import dev.sharedstate.api.v1alpha1.PolicyStatus;
import dev.sharedstate.controller.config.OperatorConfig;
import dev.sharedstate.controller.kind.Kinds;
import dev.sharedstate.controller.kube.CrdCheck;
import dev.sharedstate.controller.kube.Informers;
import dev.sharedstate.controller.kube.MasterKey;
import dev.sharedstate.controller.metrics.OperatorMetrics;
import dev.sharedstate.controller.metrics.PolicyMetrics;
import dev.sharedstate.controller.metrics.ReconcileMetrics;
import dev.sharedstate.controller.model.Passwords;
import dev.sharedstate.controller.pass.PassFactory;
import dev.sharedstate.controller.pass.Wakeups;
import dev.sharedstate.controller.redis.InstanceMonitor;
import dev.sharedstate.controller.redis.LettuceRedisAdmin;
import dev.sharedstate.controller.redis.RedisSettings;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.processing.retry.GenericRetry;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All parts of an operator that runs. */
final class RunningOperator implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RunningOperator.class);
  private static final Duration SWEEP = Duration.ofSeconds(5);
  private static final Duration STILL_WRONG = Duration.ofSeconds(30);
  private static final Duration CRD_PATIENCE = Duration.ofMinutes(1);
  private static final Duration LAST_PASSES = Duration.ofSeconds(10);
  private static final int PASSES_AT_ONCE = 16;
  private static final long LONGEST_RETRY_MILLIS = 60_000;

  private final OperatorConfig config;
  private final KubernetesClient client;
  private final Leadership leadership = new Leadership();
  private final PolicyMetrics metrics =
      new PolicyMetrics(
          Clock.systemUTC(), Kinds.ALL.stream().map(kind -> kind.traits().kind()).toList());
  private final ReconcileMetrics reconciles = new ReconcileMetrics();
  private final Wakeups wakeups = new Wakeups();
  private final LettuceRedisAdmin admin = new LettuceRedisAdmin(RedisSettings.defaults(), metrics);
  private final ScheduledExecutorService sweeper =
      Executors.newSingleThreadScheduledExecutor(RunningOperator::daemon);
  private final InstanceMonitor monitor;
  private final Operator operator;
  private final PassFactory passes;
  private final ManagementServer management;

  private RunningOperator(OperatorConfig config, KubernetesClient client, Passwords passwords)
      throws IOException {
    this.config = config;
    this.client = client;
    monitor =
        new InstanceMonitor(admin, config.timing().probeInterval(), STILL_WRONG, wakeups::wake);
    operator = new Operator(options -> configure(options, config, client));
    passes =
        new PassFactory(
            config,
            client,
            passwords,
            new PassFactory.Redis(admin, monitor, wakeups),
            metrics,
            Clock.systemUTC());
    management =
        new ManagementServer(
            config.timing().httpPort(),
            new Health(operator)::alive,
            () -> operator.getRuntimeInfo().isStarted(),
            new OperatorMetrics(
                metrics, reconciles, Version.version(), Version.revision(), leadership::isLeading));
  }

  /**
   * Starts all of it.
   *
   * @throws IllegalStateException if the CRD or the master key is not usable
   * @throws IOException if the port is taken
   */
  static RunningOperator start(OperatorConfig config, KubernetesClient client) throws IOException {
    CrdCheck.await(client, Kinds.ALL, CRD_PATIENCE);
    Passwords passwords = MasterKey.load(client, config.namespace(), config.masterKeySecret());
    RunningOperator running = new RunningOperator(config, client, passwords);
    running.begin();
    LOG.atInfo()
        .addKeyValue("version", Version.version())
        .addKeyValue("namespaces", config.watchNamespaces())
        .log("started");
    return running;
  }

  private void configure(
      io.javaoperatorsdk.operator.api.config.ConfigurationServiceOverrider options,
      OperatorConfig config,
      KubernetesClient client) {
    options
        .withKubernetesClient(client)
        .withCloseClientOnStop(false)
        .withConcurrentReconciliationThreads(PASSES_AT_ONCE)
        .withReconciliationTerminationTimeout(LAST_PASSES)
        .withUseSSAToPatchPrimaryResource(true)
        .withMetrics(reconciles);
    if (config.leaderElection().enabled()) {
      options.withLeaderElectionConfiguration(
          leadership.configuration(config.namespace(), config.leaderElection().leaseName()));
    } else {
      leadership.alone();
    }
  }

  /** One for each of {@link Kinds#ALL}. */
  private static List<PolicyReconciler<?, ?>> reconcilers(PassFactory passes) {
    return List.of(new RateLimitPolicyReconciler(passes));
  }

  private void begin() {
    List<PolicyReconciler<?, ?>> reconcilers = reconcilers(passes);
    reconcilers.forEach(this::register);
    operator.start();
    sweeper.scheduleWithFixedDelay(
        () -> sweep(reconcilers), SWEEP.toMillis(), SWEEP.toMillis(), TimeUnit.MILLISECONDS);
  }

  private <P extends CustomResource<S, PolicyStatus>, S> void register(
      PolicyReconciler<P, S> reconciler) {
    operator.register(
        reconciler,
        o -> {
          o.withGenerationAware(false)
              .withOnUpdateFilter(PolicyReconciler::asksForPass)
              .withItemStore(Informers.pruned())
              .withFieldManager("shared-state-operator-status")
              .withReconciliationMaxInterval(config.timing().resyncPeriod())
              .withRetry(
                  new GenericRetry()
                      .withoutMaxAttempts()
                      .setInitialInterval(1000)
                      .setIntervalMultiplier(2)
                      .setMaxInterval(LONGEST_RETRY_MILLIS));
          if (config.watchNamespaces().isEmpty()) {
            o.watchingAllNamespaces();
          } else {
            o.settingNamespaces(Set.copyOf(config.watchNamespaces()));
          }
        });
  }

  /** Forgets the policies that are gone. */
  private void sweep(List<PolicyReconciler<?, ?>> reconcilers) {
    try {
      List<Optional<List<String>>> known =
          reconcilers.stream().<Optional<List<String>>>map(PolicyReconciler::uids).toList();
      if (known.stream().allMatch(Optional::isPresent)) { // else those of a kind would seem gone
        passes.sweep(known.stream().flatMap(uids -> uids.orElseThrow().stream()).toList());
      }
    } catch (RuntimeException e) { // a timer that throws is never run again
      LOG.atError().setCause(e).log("the sweep failed");
    }
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "sweeper");
    thread.setDaemon(true);
    return thread;
  }

  int port() {
    return management.port();
  }

  PassFactory passes() {
    return passes;
  }

  /** Lets running passes end, gives the lease back, then closes what they used. */
  @Override
  public void close() {
    boolean led = leadership.isLeading();
    leadership.stopping();
    sweeper.shutdownNow();
    operator.stop();
    if (config.leaderElection().enabled()) {
      leadership.release(client, config.namespace(), config.leaderElection().leaseName(), led);
    }
    monitor.close();
    admin.close();
    management.close();
    LOG.atInfo().log("stopped");
  }
}
