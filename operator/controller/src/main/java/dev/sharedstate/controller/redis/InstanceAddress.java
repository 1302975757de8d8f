// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.redis;

/**
 * Where and as whom one instance is reached.
 *
 * @param policyUid the policy that owns it: connections, circuits and counters are kept by this
 * @param podUid the pod that answers there: another uid is another server, and ends the old
 *     connection
 * @param host the pod's IP
 * @param functions what the functions of its library begin with, such as {@code rl}
 */
public record InstanceAddress(
    String policyUid,
    String podUid,
    String host,
    int port,
    String username,
    String password,
    String functions) {
  @Override
  public String toString() { // never the password
    return username + "@" + host + ":" + port;
  }
}
