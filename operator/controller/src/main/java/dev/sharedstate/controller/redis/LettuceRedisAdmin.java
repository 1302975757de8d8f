// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.redis;

import dev.sharedstate.controller.model.Trial;
import dev.sharedstate.controller.redis.RedisAdminListener.Operation;
import dev.sharedstate.functions.Library;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * The administration through Lettuce: one connection and one circuit per policy, a few I/O threads
 * for all of them. Nothing is ever sent twice: a lost connection is not re-made below a command.
 */
public final class LettuceRedisAdmin implements RedisAdmin, InstanceProbe, AutoCloseable {
  private final RedisSettings settings;
  private final RedisAdminListener listener;
  private final Connector connector;
  private final Map<String, Instance> instances = new ConcurrentHashMap<>();
  private final List<Consumer<String>> onDrop = new CopyOnWriteArrayList<>();

  public LettuceRedisAdmin(RedisSettings settings, RedisAdminListener listener) {
    this.settings = settings;
    this.listener = listener;
    this.connector = new Connector(settings);
  }

  @Override
  public Observation observe(InstanceAddress address) {
    Instance instance = instance(address);
    return instance.await(observe(instance));
  }

  private CompletableFuture<Observation> observe(Instance instance) {
    Observing observing = new Observing(instance.address(), settings.parameters());
    CompletableFuture<Observation> seen = instance.send(Operation.OBSERVE, observing::send);
    String uid = instance.address().policyUid();
    return seen.thenApply(
        observation -> {
          if (instances.get(uid) == instance) { // not of an address that was left meanwhile
            listener.observed(uid, observation);
          }
          return observation;
        });
  }

  @Override
  public Map<String, String> libraryTexts(InstanceAddress address) {
    return instance(address)
        .ask(Operation.OBSERVE, redis -> Answer.of(Wire.functionList(redis, true)))
        .orRefused(address, "FUNCTION LIST");
  }

  @Override
  public Map<String, String> configure(InstanceAddress address, Map<String, String> parameters) {
    if (parameters.isEmpty()) {
      return Map.of();
    }
    Instance instance = instance(address);
    instance.writeBegins();
    try {
      return instance.ask(
          Operation.CONFIGURE,
          redis -> {
            var set = Answer.of(Wire.configSet(redis, parameters));
            var read = Answer.of(Wire.configGet(redis, parameters.keySet()));
            return set.thenCombine(
                read,
                (done, values) -> {
                  done.orRefused(address, "CONFIG SET");
                  return values.orRefused(address, "CONFIG GET");
                });
          });
    } finally {
      instance.writeEnds();
    }
  }

  @Override
  public Map<String, List<String>> users(InstanceAddress address) {
    return instance(address)
        .ask(Operation.OBSERVE, redis -> Answer.of(Wire.aclList(redis)))
        .orRefused(address, "ACL LIST");
  }

  @Override
  public void setUser(InstanceAddress address, String name, List<String> rules) {
    instance(address)
        .ask(Operation.CONFIGURE, redis -> Answer.of(Wire.aclSetUser(redis, name, rules)))
        .orRefused(address, "ACL SETUSER " + name);
  }

  @Override
  public Pushed push(InstanceAddress address, Library library, Trial trial, long maxmemory) {
    Instance instance = instance(address);
    instance.writeBegins();
    try {
      Consumer<Pushed> swapped = pushed -> listener.pushed(address.policyUid(), pushed);
      return new LibraryPush(instance, library, trial, swapped, settings).run(maxmemory);
    } finally {
      instance.writeEnds();
    }
  }

  @Override
  public Saved save(InstanceAddress address, boolean begun) {
    long patience = settings.commandTimeout().multipliedBy(LibraryPush.COMMAND_TIMEOUTS).toMillis();
    return new SnapshotSave(instance(address), patience).run(begun);
  }

  @Override
  public long use(InstanceAddress address) {
    return instance(address).writeMark();
  }

  @Override
  public CompletionStage<Probed> probe(String policyUid) {
    Instance instance = instances.get(policyUid);
    if (instance == null) {
      return CompletableFuture.failedFuture(
          new RedisUnavailable(RedisUnavailable.Cause.UNREACHABLE, "no address is known", null));
    }
    long before = instance.writeMark();
    return observe(instance)
        .thenApply(
            observation -> new Probed(observation, before == instance.writeMark() ? before : -1));
  }

  @Override
  public void onDrop(Consumer<String> dropped) {
    onDrop.add(dropped);
  }

  @Override
  public void forget(String policyUid) {
    Instance gone = instances.remove(policyUid);
    if (gone != null) {
      gone.close();
    }
  }

  /** The one of this address; another address ends the connection of the old one. */
  private Instance instance(InstanceAddress address) {
    return instances.compute(
        address.policyUid(),
        (uid, existing) -> {
          if (existing != null) {
            if (existing.address().equals(address)) {
              return existing;
            }
            existing.close();
          }
          return new Instance(
              address,
              () -> connector.connect(address),
              new Circuit(settings.firstBackoff(), settings.lastBackoff(), System::nanoTime),
              listener,
              () -> onDrop.forEach(told -> told.accept(uid)),
              connector.patienceMillis());
        });
  }

  @Override
  public void close() {
    instances.values().forEach(Instance::close);
    instances.clear();
    connector.close();
  }
}
