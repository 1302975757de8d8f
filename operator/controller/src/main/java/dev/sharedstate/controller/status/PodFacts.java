// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.status;

import java.util.Optional;

/**
 * What Kubernetes says of the pod.
 *
 * @param ready the kubelet says that readiness passes, and it is the pod that is wanted
 * @param reason why it is not ready, a reason of RedisReady; empty if ready
 * @param address where Redis can be tried
 */
public record PodFacts(boolean ready, String reason, String message, Optional<Address> address) {
  /**
   * @param podUid another uid is another server
   */
  public record Address(String podUid, String ip) {}

  static PodFacts waiting(String reason, String message) {
    return new PodFacts(false, reason, message, Optional.empty());
  }
}
