// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller;

import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.javaoperatorsdk.operator.api.config.LeaderElectionConfiguration;
import io.javaoperatorsdk.operator.api.config.LeaderElectionConfigurationBuilder;
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
        .withLeaderCallbacks(
            new LeaderCallbacks(
                () -> leading = true,
                this::lost,
                holder -> LOG.atInfo().addKeyValue("holder", holder).log("leader")))
        .build();
  }

  private void lost() {
    leading = false;
    if (!stopping) {
      LOG.atError().log("the lease is lost: another operator may be working, this one ends");
      Runtime.getRuntime().halt(1);
    }
  }
}
