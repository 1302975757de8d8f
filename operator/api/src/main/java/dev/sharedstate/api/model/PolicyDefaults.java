// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.model;

import dev.sharedstate.api.v1alpha1.RateLimit;
import dev.sharedstate.api.v1alpha1.RateLimitPolicySpec;
import java.util.List;

/**
 * What an absent field means. The CRD has no defaults below a list entry, so that what a user wrote
 * is what the API server keeps; this class is the one place where they are decided, and a golden
 * test freezes them.
 */
public final class PolicyDefaults {
  private PolicyDefaults() {}

  /** The policy's limits with every default filled in, in the order of the spec. */
  public static List<RateLimitEntry> limits(RateLimitPolicySpec spec) {
    return spec.limits().stream().map(PolicyDefaults::limit).toList();
  }

  private static RateLimitEntry limit(RateLimit limit) {
    return new RateLimitEntry(
        limit.name(),
        limit.algorithm(),
        limit.limit(),
        Durations.millis(limit.window()),
        limit.capacity() == null ? limit.limit() : limit.capacity(),
        Boolean.TRUE.equals(limit.countRejected()),
        limit.onUnavailable());
  }
}
