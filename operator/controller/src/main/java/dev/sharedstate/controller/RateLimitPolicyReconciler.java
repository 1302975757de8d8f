// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller;

import dev.sharedstate.api.v1alpha1.RateLimitPolicy;
import dev.sharedstate.api.v1alpha1.RateLimitPolicySpec;
import dev.sharedstate.controller.kind.RateLimits;
import dev.sharedstate.controller.pass.PassFactory;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;

/** From a RateLimitPolicy to enforced limits. */
@ControllerConfiguration(name = "ratelimitpolicy", generationAwareEventProcessing = false)
public final class RateLimitPolicyReconciler
    extends PolicyReconciler<RateLimitPolicy, RateLimitPolicySpec> {

  public RateLimitPolicyReconciler(PassFactory passes) {
    super(passes, new RateLimits(), RateLimitPolicy::new);
  }
}
