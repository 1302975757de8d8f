// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sharedstate.api.v1alpha1.RedisSpec;
import dev.sharedstate.api.v1alpha1.Resources;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The operator's own settings, against any kind; what concerns volumes is in DurabilityTest. */
class RedisValidatorTest {
  private static final OperatorLimits OPERATOR = new OperatorLimits(64L << 20, true);

  @Test
  void anImageOfOnesOwnMayBeForbidden() {
    RedisSpec redis = new RedisSpec(null, "redis:8.0", null);
    assertThat(problems(redis, OPERATOR)).isEmpty();
    assertThat(problems(redis, new OperatorLimits(64L << 20, false)))
        .containsExactly(
            new PolicyProblem(
                "ImageNotAllowed",
                "spec.redis.image",
                "is set, and the operator's settings forbid other images than its own: remove it"));
    assertThat(problems(new RedisSpec(null, null, null), new OperatorLimits(64L << 20, false)))
        .isEmpty();
  }

  @Test
  void memoryBelowTheFloor() {
    assertThat(problems(memory("64Mi"), OPERATOR)).isEmpty();
    assertThat(problems(memory("65535Ki"), OPERATOR))
        .containsExactly(
            new PolicyProblem(
                "MemoryTooSmall",
                "spec.redis.resources.limits.memory",
                "is 65535Ki: write 64Mi or more"));
    assertThat(problems(memory("64M"), new OperatorLimits((64L << 20) + 1, true)))
        .extracting(PolicyProblem::message)
        .containsExactly("is 64M: write 65Mi or more");
  }

  @Test
  void memoryThatIsNotSetIsTheOperatorsOwn() {
    assertThat(problems(new RedisSpec(null, null, new Resources(null, null)), OPERATOR)).isEmpty();
    assertThat(
            problems(
                new RedisSpec(null, null, new Resources(null, new Resources.Amounts(null, null))),
                OPERATOR))
        .isEmpty();
  }

  private static RedisSpec memory(String limit) {
    return new RedisSpec(
        null, null, new Resources(null, new Resources.Amounts(null, Quantity.parse(limit))));
  }

  private static List<PolicyProblem> problems(RedisSpec redis, OperatorLimits operator) {
    return RedisValidator.problems(redis, PolicyDefaults.RATE_LIMITS, operator);
  }
}
