// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.model;

import dev.sharedstate.api.v1alpha1.RedisSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What CEL cannot say about {@code spec.redis}, which is the same for all kinds. */
public final class RedisValidator {
  private static final long MEBI = 1L << 20;

  /**
   * A file that is written anew lies beside the old one, which may have grown to twice the data:
   * with the data in less than half of the memory limit, twice the limit holds all of it.
   */
  private static final int STORAGE_PER_MEMORY = 2;

  private RedisValidator() {}

  /**
   * The problems in the order of the spec.
   *
   * @param redis null: everything by the defaults
   */
  public static List<PolicyProblem> problems(
      RedisSpec redis, Durability.Default kind, OperatorLimits operator) {
    List<PolicyProblem> problems = new ArrayList<>();
    if (redis == null) {
      return problems;
    }
    if (redis.image() != null && !operator.imageOverrideAllowed()) {
      problems.add(
          new PolicyProblem(
              PolicyProblem.IMAGE_NOT_ALLOWED,
              "spec.redis.image",
              "is set, and the operator's settings forbid other images than its own: remove it"));
    }
    Optional<Quantity> memory = memoryLimit(redis);
    memory
        .filter(limit -> Quantities.bytes(limit) < operator.minMemoryBytes())
        .ifPresent(
            limit ->
                problems.add(
                    new PolicyProblem(
                        PolicyProblem.MEMORY_TOO_SMALL,
                        "spec.redis.resources.limits.memory",
                        "is "
                            + limit
                            + ": write "
                            + mebi(operator.minMemoryBytes())
                            + " or more")));
    if (redis.persistence() != null && redis.persistence().mode() == null) {
      problems.add(PolicyProblem.notSupported("spec.redis.persistence.mode"));
      return problems;
    }
    memory.ifPresent(limit -> storage(redis, kind, limit, problems));
    return problems;
  }

  private static void storage(
      RedisSpec redis, Durability.Default kind, Quantity memory, List<PolicyProblem> problems) {
    long needed = STORAGE_PER_MEMORY * Quantities.bytes(memory);
    PolicyDefaults.durability(redis, kind)
        .volume()
        .map(Durability.Volume::size)
        .filter(size -> Quantities.bytes(size) < needed)
        .ifPresent(
            size ->
                problems.add(
                    new PolicyProblem(
                        PolicyProblem.STORAGE_TOO_SMALL,
                        "spec.redis.storage.size",
                        "is %s, less than twice the memory limit of %s, which a file and its successor need: for a new policy write %s or more, for one that has its volume lower spec.redis.resources.limits.memory"
                            .formatted(size, memory, mebi(needed)))));
  }

  private static Optional<Quantity> memoryLimit(RedisSpec redis) {
    return redis.resources() == null || redis.resources().limits() == null
        ? Optional.empty()
        : Optional.ofNullable(redis.resources().limits().memory());
  }

  private static String mebi(long bytes) {
    return (bytes + MEBI - 1) / MEBI + "Mi";
  }
}
