// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.pass;

import dev.sharedstate.controller.model.KindTraits;
import dev.sharedstate.controller.redis.PolicyRef;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.inbound.SimpleInboundEventSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Lets the monitor ask for a pass. */
public final class Wakeups {
  private final Map<String, SimpleInboundEventSource<?>> byKind = new ConcurrentHashMap<>();

  /** A pass over this policy, soon; what arrives while one runs becomes one more. */
  public void wake(PolicyRef policy) {
    SimpleInboundEventSource<?> source = byKind.get(policy.kind());
    if (source != null) { // else its controller is not there yet, and begins with a pass
      source.propagateEvent(new ResourceID(policy.name(), policy.namespace()));
    }
  }

  /** The source of the kind's controller; a new one takes the place of the last. */
  <P extends HasMetadata> SimpleInboundEventSource<P> source(KindTraits kind) {
    SimpleInboundEventSource<P> source = new SimpleInboundEventSource<>("redis-monitor");
    byKind.put(kind.kind(), source);
    return source;
  }
}
