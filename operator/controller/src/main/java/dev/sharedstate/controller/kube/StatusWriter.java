// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.kube;

import dev.sharedstate.api.v1alpha1.PolicyStatus;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.PrimaryUpdateAndCacheUtils;
import java.net.HttpURLConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes a policy's status: a new object with our fields only, by server-side apply. */
public final class StatusWriter {
  private static final Logger LOG = LoggerFactory.getLogger(StatusWriter.class);

  private StatusWriter() {}

  /**
   * Sends nothing if it is equal. The next pass sees what was written here.
   *
   * @param fresh a policy with nothing in it, which is what will be sent
   */
  public static <P extends CustomResource<?, PolicyStatus>> void write(
      P policy, P fresh, PolicyStatus status, Context<P> context) {
    if (status.equals(policy.getStatus())) {
      return;
    }
    fresh.setMetadata(
        new ObjectMetaBuilder()
            .withName(policy.getMetadata().getName())
            .withNamespace(policy.getMetadata().getNamespace())
            .withUid(policy.getMetadata().getUid()) // never of a later policy of this name
            .build());
    fresh.setStatus(status);
    try {
      PrimaryUpdateAndCacheUtils.ssaPatchStatusAndCacheResource(policy, fresh, context);
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_NOT_FOUND
          && e.getCode() != HttpURLConnection.HTTP_CONFLICT) {
        throw e;
      }
      LOG.atDebug()
          .addKeyValue("policy", policy.getMetadata().getName())
          .log("the policy was deleted meanwhile");
    }
  }
}
