// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.model;

import dev.sharedstate.api.model.Durability;
import dev.sharedstate.api.model.OperatorLimits;
import dev.sharedstate.api.model.PolicyProblem;
import dev.sharedstate.api.v1alpha1.RedisSpec;
import dev.sharedstate.functions.PolicyIdentity;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;

/**
 * All that is particular to one kind of policy; the rest of the operator is the same for every
 * kind. Pure.
 *
 * @param <S> the spec of the kind
 */
public interface PolicyKind<S> {
  KindTraits traits();

  Class<? extends HasMetadata> resourceType();

  Class<S> specType();

  /** {@code spec.redis}, or null where the policy leaves it to the defaults. */
  RedisSpec redis(S spec);

  /** How an instance keeps its data where the policy does not say. */
  Durability.Default persistence();

  /** What the API server could not see, in the order of the spec; empty if it can be served. */
  List<PolicyProblem> problems(S spec, OperatorLimits operator);

  /** What the instance is to run for a spec without problems. */
  Program program(PolicyIdentity policy, S spec);

  /** What the counters of the library mean, for the metrics. */
  List<CounterMeaning> counters();
}
