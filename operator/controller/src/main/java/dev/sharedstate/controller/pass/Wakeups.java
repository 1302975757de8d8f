// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.pass;

import dev.sharedstate.api.v1alpha1.RateLimitPolicy;
import dev.sharedstate.controller.redis.PolicyRef;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.inbound.SimpleInboundEventSource;

/** Lets the monitor ask for a pass. */
public final class Wakeups {
  private final SimpleInboundEventSource<RateLimitPolicy> source =
      new SimpleInboundEventSource<>("redis-monitor");

  /** A pass over this policy, soon; what arrives while one runs becomes one more. */
  public void wake(PolicyRef policy) {
    source.propagateEvent(new ResourceID(policy.name(), policy.namespace()));
  }

  SimpleInboundEventSource<RateLimitPolicy> source() {
    return source;
  }
}
