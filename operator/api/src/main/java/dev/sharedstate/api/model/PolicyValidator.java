// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.model;

import dev.sharedstate.api.v1alpha1.LeasePolicySpec;
import dev.sharedstate.api.v1alpha1.RateLimitPolicySpec;
import java.util.ArrayList;
import java.util.List;

/**
 * What CEL cannot say about a policy that the API server has accepted: arithmetic beyond its
 * integers, what only a newer CRD knows, and the operator's own settings.
 */
public final class PolicyValidator {
  private PolicyValidator() {}

  /** The problems in the order of the spec; empty if the policy can be served. */
  public static List<PolicyProblem> problems(RateLimitPolicySpec spec, OperatorLimits operator) {
    List<PolicyProblem> problems = new ArrayList<>(RateLimitValidator.problems(spec.limits()));
    problems.addAll(RedisValidator.problems(spec.redis(), PolicyDefaults.RATE_LIMITS, operator));
    return List.copyOf(problems);
  }

  /** The problems in the order of the spec; empty if the policy can be served. */
  public static List<PolicyProblem> problems(LeasePolicySpec spec, OperatorLimits operator) {
    List<PolicyProblem> problems = new ArrayList<>(LeaseValidator.problems(spec.leases()));
    problems.addAll(RedisValidator.problems(spec.redis(), PolicyDefaults.LEASES, operator));
    return List.copyOf(problems);
  }
}
