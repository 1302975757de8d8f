// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.e2e.harness;

import dev.sharedstate.api.v1alpha1.RateLimitPolicy;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import java.io.File;
import java.util.UUID;

/** The development cluster. */
public final class Cluster {
  private static final KubernetesClient CLIENT = connect();

  private Cluster() {}

  /** A client with all rights. */
  public static KubernetesClient client() {
    return CLIENT;
  }

  /** All policies; narrow it with {@code inNamespace}. */
  public static MixedOperation<
          RateLimitPolicy, ?, io.fabric8.kubernetes.client.dsl.Resource<RateLimitPolicy>>
      policies() {
    return CLIENT.resources(RateLimitPolicy.class);
  }

  /** A new namespace that admits only pods that are restricted in the sense of Pod Security. */
  public static String newNamespace(String prefix) {
    String name = prefix + "-" + UUID.randomUUID().toString().substring(0, 6);
    CLIENT
        .namespaces()
        .resource(
            new NamespaceBuilder()
                .withNewMetadata()
                .withName(name)
                .addToLabels("pod-security.kubernetes.io/enforce", "restricted")
                .addToLabels("sharedstate.dev/e2e", "true")
                .endMetadata()
                .build())
        .create();
    return name;
  }

  /** Asks for the namespace's end and does not wait for it. */
  public static void deleteNamespace(String name) {
    CLIENT.namespaces().withName(name).withGracePeriod(0).delete();
  }

  private static KubernetesClient connect() {
    return new KubernetesClientBuilder()
        .withConfig(Config.fromKubeconfig(new File(Workspace.kubeconfig().toString())))
        .build();
  }
}
