// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.redis;

import dev.sharedstate.controller.redis.InstanceProbe.Probed;
import dev.sharedstate.controller.redis.RedisUnavailable.Cause;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Probes every watched instance at an interval and says when a policy needs a pass: it dropped or
 * returned, was restarted, its configuration or libraries are no longer what a pass verified, or
 * the memory crossed a threshold. One thread decides, none waits: an instance that hangs delays no
 * other, and the next probe of an instance is planned only when the last has ended.
 */
public final class InstanceMonitor implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(InstanceMonitor.class);

  /** While an instance does not answer it is asked more often; its circuit bounds the attempts. */
  private static final Duration WHILE_DOWN = Duration.ofSeconds(1);

  private final InstanceProbe probe;
  private final long intervalMillis;
  private final long downMillis;
  private final long refireMillis;
  private final Consumer<PolicyRef> changed;
  private final Map<String, Latest> latest = new ConcurrentHashMap<>();
  private final Map<String, Plan> plans = new ConcurrentHashMap<>();
  private final ScheduledExecutorService loop =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "redis-monitor");
            thread.setDaemon(true);
            return thread;
          });

  /**
   * @param interval between two probes of one instance
   * @param changed called once per change, and again every {@code refire} while it is still wrong;
   *     must not block
   */
  public InstanceMonitor(
      InstanceProbe probe, Duration interval, Duration refire, Consumer<PolicyRef> changed) {
    this.probe = probe;
    this.intervalMillis = interval.toMillis();
    this.downMillis = Math.min(intervalMillis, WHILE_DOWN.toMillis());
    this.refireMillis = refire.toMillis();
    this.changed = changed;
    probe.onDrop(uid -> inLoop(() -> probeNow(uid)));
  }

  /**
   * Starts to probe, or takes a new address or expectation. Call it at the end of every pass that
   * knows an address, with what the pass found: {@link Expected#verified}, {@link
   * Expected#nothing()} or {@link Expected#unreachable()}.
   */
  public void watch(PolicyRef policy, InstanceAddress instance, Expected expected) {
    long writes = probe.use(instance);
    inLoop(
        () -> {
          Plan plan = plans.get(policy.uid());
          if (plan == null) {
            plan = new Plan(new Watched(policy, refireMillis));
            plans.put(policy.uid(), plan);
            plan.watched.expect(instance, expected, writes, millis());
            // Spread, so that a thousand policies do not ask in the same moment for ever.
            long within = expected.reached() ? intervalMillis : downMillis;
            plan(plan, ThreadLocalRandom.current().nextLong(within + 1));
          } else {
            plan.watched.expect(instance, expected, writes, millis());
          }
        });
  }

  /** Stops to probe. */
  public void forget(String policyUid) {
    inLoop(
        () -> {
          Plan gone = plans.remove(policyUid);
          if (gone != null) {
            gone.next.cancel(false);
          }
          latest.remove(policyUid);
        });
  }

  /** The last result, absent until there was one. */
  public Optional<Latest> latest(String policyUid) {
    return Optional.ofNullable(latest.get(policyUid));
  }

  private void plan(Plan plan, long delayMillis) {
    plan.next = loop.schedule(() -> start(plan), delayMillis, TimeUnit.MILLISECONDS);
  }

  private void probeNow(String policyUid) {
    Plan plan = plans.get(policyUid);
    if (plan == null) {
      return;
    }
    if (plan.running) {
      plan.again = true;
    } else {
      plan.next.cancel(false);
      start(plan);
    }
  }

  private void start(Plan plan) {
    plan.running = true;
    plan.again = false;
    long version = plan.watched.version();
    CompletionStage<Probed> asked;
    try {
      asked = probe.probe(plan.watched.policy.uid());
    } catch (RuntimeException e) {
      asked = CompletableFuture.failedFuture(e);
    }
    asked.whenComplete((probed, failure) -> inLoop(() -> ended(plan, version, probed, failure)));
  }

  private void ended(Plan plan, long version, Probed probed, Throwable failure) {
    plan.running = false;
    if (plans.get(plan.watched.policy.uid()) != plan) {
      return; // forgotten meanwhile
    }
    try {
      judge(plan.watched, version, probed, failure);
    } catch (RuntimeException e) { // whatever it is, this instance must not go unwatched
      LOG.atError()
          .addKeyValue("policy", plan.watched.policy)
          .setCause(e)
          .log("The monitor failed on an observation");
    }
    plan(plan, plan.again ? 0 : plan.watched.isUp() ? intervalMillis : downMillis);
  }

  private void judge(Watched watched, long version, Probed probed, Throwable failure) {
    boolean current = version == watched.version();
    long now = millis();
    Optional<String> news;
    if (failure == null) {
      keep(watched, Optional.of(probed.observation()), Optional.empty());
      news = watched.seen(probed.observation(), current, probed.writes(), now);
    } else {
      RedisUnavailable why =
          Faults.unwrap(failure) instanceof RedisUnavailable known
              ? known
              : new RedisUnavailable(Cause.REFUSED, "the probe failed", failure);
      keep(watched, Optional.empty(), Optional.of(why));
      // A pass that has reached it since knows better.
      news = current ? watched.failed(why, now) : Optional.empty();
    }
    news.ifPresent(what -> tell(watched.policy, what));
  }

  private void keep(
      Watched watched, Optional<Observation> observation, Optional<RedisUnavailable> failure) {
    latest.put(watched.policy.uid(), new Latest(observation, failure, Instant.now()));
  }

  private void tell(PolicyRef policy, String what) {
    LOG.atInfo().addKeyValue("policy", policy).addKeyValue("news", what).log("A pass is needed");
    changed.accept(policy);
  }

  private static long millis() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
  }

  private void inLoop(Runnable task) {
    try {
      loop.execute(task);
    } catch (RejectedExecutionException stopping) {
      LOG.trace("The monitor has stopped", stopping);
    }
  }

  @Override
  public void close() {
    loop.shutdownNow();
  }

  /** When an instance is asked next. */
  private static final class Plan {
    private final Watched watched;
    private Future<?> next = CompletableFuture.completedFuture(null);
    private boolean running;
    private boolean again;

    Plan(Watched watched) {
      this.watched = watched;
    }
  }

  /**
   * One of the two is present.
   *
   * @param at when it was learned
   */
  public record Latest(
      Optional<Observation> observation, Optional<RedisUnavailable> failure, Instant at) {}
}
