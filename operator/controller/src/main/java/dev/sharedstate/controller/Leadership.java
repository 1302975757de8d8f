// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.javaoperatorsdk.operator.api.config.LeaderElectionConfiguration;
import io.javaoperatorsdk.operator.api.config.LeaderElectionConfigurationBuilder;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who works. JOSDK's own exit on a lost lease hangs in a shutdown hook, and without it JOSDK goes
 * on working: so the exit is ours, and it is a halt.
 */
final class Leadership {
  private static final Logger LOG = LoggerFactory.getLogger(Leadership.class);

  private volatile boolean leading;
  private volatile boolean stopping;
  private volatile String lastHolder;

  boolean isLeading() {
    return leading;
  }

  /** Without an election there is nobody else. */
  void alone() {
    leading = true;
  }

  /** From now on a lost lease is what we wanted. */
  void stopping() {
    stopping = true;
  }

  LeaderElectionConfiguration configuration(String namespace, String lease) {
    return LeaderElectionConfigurationBuilder.aLeaderElectionConfiguration(lease)
        .withLeaseNamespace(namespace)
        .withExitOnStopLeading(false)
        .withLeaderCallbacks(new LeaderCallbacks(() -> leading = true, this::lost, this::told))
        .build();
  }

  /**
   * Gives the lease back, so that a standby need not wait until it runs out. The election's own
   * release is a task of an executor that is shut down in the same moment, and gets lost.
   *
   * @param wasLeading whether this operator led until it was asked to stop
   */
  void release(KubernetesClient client, String namespace, String name, boolean wasLeading) {
    if (!wasLeading) {
      return;
    }
    try {
      Lease lease = client.leases().inNamespace(namespace).withName(name).get();
      if (lease != null && Objects.equals(lease.getSpec().getHolderIdentity(), lastHolder)) {
        lease.getSpec().setHolderIdentity("");
        client.resource(lease).lockResourceVersion().update();
      }
    } catch (KubernetesClientException e) {
      LOG.atWarn().log("the lease is not given back, it runs out by itself: {}", e.getMessage());
    }
  }

  private void told(String holder) {
    lastHolder = holder;
    LOG.atInfo().addKeyValue("holder", holder).log("leader");
  }

  private void lost() {
    leading = false;
    if (!stopping) {
      LOG.atError().log("the lease is lost: another operator may be working, this one ends");
      Runtime.getRuntime().halt(1);
    }
  }
}
