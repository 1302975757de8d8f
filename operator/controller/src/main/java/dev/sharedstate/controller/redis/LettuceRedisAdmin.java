// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.redis;

import dev.sharedstate.api.model.RateLimitEntry;
import dev.sharedstate.functions.Library;
import dev.sharedstate.functions.PolicyIdentity;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** The administration through Lettuce. */
public final class LettuceRedisAdmin implements RedisAdmin, InstanceProbe, AutoCloseable {

  public LettuceRedisAdmin(RedisSettings settings, RedisAdminListener listener) {
    throw new IllegalStateException("being written");
  }

  @Override
  public Observation observe(InstanceAddress instance) {
    throw new IllegalStateException("being written");
  }

  @Override
  public Map<String, String> libraryTexts(InstanceAddress instance) {
    throw new IllegalStateException("being written");
  }

  @Override
  public Map<String, String> configure(InstanceAddress instance, Map<String, String> parameters) {
    throw new IllegalStateException("being written");
  }

  @Override
  public Pushed push(
      InstanceAddress instance,
      PolicyIdentity policy,
      List<RateLimitEntry> limits,
      Library library,
      long maxmemory) {
    throw new IllegalStateException("being written");
  }

  @Override
  public CompletionStage<Probed> probe(InstanceAddress instance) {
    throw new IllegalStateException("being written");
  }

  @Override
  public void onDrop(Consumer<String> dropped) {
    throw new IllegalStateException("being written");
  }

  @Override
  public void forget(String policyUid) {
    throw new IllegalStateException("being written");
  }

  @Override
  public void close() {}
}
