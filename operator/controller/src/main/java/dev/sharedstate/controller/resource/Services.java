// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.resource;

import dev.sharedstate.controller.model.DesiredInstance;
import dev.sharedstate.controller.model.Labels;
import dev.sharedstate.controller.model.Names;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.ServicePortBuilder;

/** The two Services of a policy. */
public final class Services {
  private Services() {}

  /** For applications: ready pods only. */
  public static Service clients(DesiredInstance desired) {
    return new ServiceBuilder()
        .withMetadata(Meta.of(desired, desired.names().service()))
        .withNewSpec()
        .withType("ClusterIP")
        .withSelector(Labels.selector(desired.names()))
        .withPorts(redis())
        .endSpec()
        .build();
  }

  /** Headless, for the StatefulSet and for people: pods that are not ready yet too. */
  public static Service nodes(DesiredInstance desired) {
    return new ServiceBuilder()
        .withMetadata(Meta.of(desired, desired.names().nodesService()))
        .withNewSpec()
        .withType("ClusterIP")
        .withClusterIP("None")
        .withPublishNotReadyAddresses(true)
        .withSelector(Labels.selector(desired.names()))
        .withPorts(redis())
        .endSpec()
        .build();
  }

  private static ServicePort redis() {
    return new ServicePortBuilder()
        .withName("redis")
        .withPort(Names.PORT)
        .withProtocol("TCP")
        .withTargetPort(new IntOrString("redis"))
        .build();
  }
}
