// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.model;

import dev.sharedstate.api.v1alpha1.Engine;
import dev.sharedstate.api.v1alpha1.RateLimit;
import dev.sharedstate.api.v1alpha1.RateLimitPolicySpec;
import dev.sharedstate.api.v1alpha1.RedisSpec;
import java.util.List;

/**
 * What an absent field means. The CRD has no defaults in the spec, so that what a user wrote is
 * what the API server keeps; this class is the one place where they are decided, and a golden test
 * freezes them. Image and resources are not here: they default to the operator's settings.
 */
public final class PolicyDefaults {
  /** {@code spec.redis.engine}. */
  public static final Engine ENGINE = Engine.Redis;

  /** {@code spec.limits[].countRejected}. */
  public static final boolean COUNT_REJECTED = false;

  private PolicyDefaults() {}

  /** The policy's limits with every default filled in, in the order of the spec. */
  public static List<RateLimitEntry> limits(RateLimitPolicySpec spec) {
    return spec.limits().stream().map(PolicyDefaults::limit).toList();
  }

  /** The engine that the policy asks for, or the default. */
  public static Engine engine(RedisSpec redis) {
    return redis == null || redis.engine() == null ? ENGINE : redis.engine();
  }

  static RateLimitEntry limit(RateLimit limit) {
    return new RateLimitEntry(
        limit.name(),
        limit.algorithm(),
        limit.limit(),
        Durations.millis(limit.window()),
        limit.capacity() == null ? limit.limit() : limit.capacity(),
        limit.countRejected() == null ? COUNT_REJECTED : limit.countRejected(),
        limit.onUnavailable());
  }
}
