// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.model;

import dev.sharedstate.api.v1alpha1.Engine;
import dev.sharedstate.api.v1alpha1.Fsync;
import dev.sharedstate.api.v1alpha1.Lease;
import dev.sharedstate.api.v1alpha1.LeasePolicySpec;
import dev.sharedstate.api.v1alpha1.PersistenceMode;
import dev.sharedstate.api.v1alpha1.RateLimit;
import dev.sharedstate.api.v1alpha1.RateLimitPolicySpec;
import dev.sharedstate.api.v1alpha1.RedisSpec;
import dev.sharedstate.api.v1alpha1.Storage;
import dev.sharedstate.api.v1alpha1.WhenDeleted;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Optional;

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

  /** {@code spec.leases[].minTTL} of a lease whose ttl is not shorter. */
  public static final long MIN_TTL_MILLIS = 1000;

  /** {@code spec.leases[].maxLifetime}: renewals have no end. */
  public static final long NO_MAX_LIFETIME = 0;

  /** {@code spec.redis.persistence} of a RateLimitPolicy. */
  public static final Durability.Default RATE_LIMITS =
      new Durability.Default(PersistenceMode.None, Fsync.EverySecond);

  /** {@code spec.redis.persistence} of a LeasePolicy. */
  public static final Durability.Default LEASES =
      new Durability.Default(PersistenceMode.AppendOnly, Fsync.Always);

  /** {@code spec.redis.storage.size}; {@code PersistenceRules} says the same in CEL. */
  static final Quantity STORAGE_SIZE = new Quantity("1", "Gi");

  private static final Storage NO_STORAGE = new Storage(null, null, null, null);

  private PolicyDefaults() {}

  /** The policy's limits with every default filled in, in the order of the spec. */
  public static List<RateLimitEntry> limits(RateLimitPolicySpec spec) {
    return spec.limits().stream().map(PolicyDefaults::limit).toList();
  }

  /** The policy's leases with every default filled in, in the order of the spec. */
  public static List<LeaseEntry> leases(LeasePolicySpec spec) {
    return spec.leases().stream().map(PolicyDefaults::lease).toList();
  }

  /** The engine that the policy asks for, or the default. */
  public static Engine engine(RedisSpec redis) {
    return redis == null || redis.engine() == null ? ENGINE : redis.engine();
  }

  /**
   * How the instance keeps its data.
   *
   * @param redis null: everything by the defaults
   */
  public static Durability durability(RedisSpec redis, Durability.Default kind) {
    boolean written = redis != null && redis.persistence() != null;
    PersistenceMode mode = written ? redis.persistence().mode() : kind.mode();
    Fsync fsync = written ? redis.persistence().fsync() : null;
    return new Durability(
        mode,
        fsync == null ? kind.fsync() : fsync,
        mode == PersistenceMode.None ? Optional.empty() : Optional.of(volume(redis)));
  }

  private static Durability.Volume volume(RedisSpec redis) {
    Storage storage = redis == null || redis.storage() == null ? NO_STORAGE : redis.storage();
    return new Durability.Volume(
        storage.size() == null ? STORAGE_SIZE : storage.size(),
        Optional.ofNullable(storage.storageClassName()),
        storage.whenDeleted() == null ? WhenDeleted.Retain : storage.whenDeleted(),
        Boolean.TRUE.equals(storage.adopt()));
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

  static LeaseEntry lease(Lease lease) {
    long ttl = Durations.millis(lease.ttl());
    return new LeaseEntry(
        lease.name(),
        ttl,
        lease.minTTL() == null ? Math.min(MIN_TTL_MILLIS, ttl) : Durations.millis(lease.minTTL()),
        lease.maxTTL() == null ? ttl : Durations.millis(lease.maxTTL()),
        lease.maxLifetime() == null ? NO_MAX_LIFETIME : Durations.millis(lease.maxLifetime()));
  }
}
