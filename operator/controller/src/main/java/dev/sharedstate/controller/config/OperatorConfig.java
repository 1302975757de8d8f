// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.config;

import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * The operator's settings, read once from the environment.
 *
 * <table>
 * <caption>Variables</caption>
 * <tr><th>name<th>default<th>meaning
 * <tr><td>SHAREDSTATE_NAMESPACE<td>required<td>the operator's own namespace
 * <tr><td>SHAREDSTATE_WATCH_NAMESPACES<td>empty<td>comma list; empty = all namespaces
 * <tr><td>SHAREDSTATE_CONTROLLER_NAME<td>shared-state-operator<td>written to status.controllerName;
 * policies that carry another name are left alone
 * <tr><td>SHAREDSTATE_MASTER_KEY_SECRET<td>shared-state-operator-master<td>Secret in the own
 * namespace that all passwords are derived from; created if missing
 * <tr><td>SHAREDSTATE_LEADER_ELECTION<td>true<td>true or false
 * <tr><td>SHAREDSTATE_LEASE_NAME<td>shared-state-operator<td>name of the Lease in the own namespace
 * <tr><td>SHAREDSTATE_REDIS_IMAGE<td>required<td>image of engine Redis
 * <tr><td>SHAREDSTATE_VALKEY_IMAGE<td>required<td>image of engine Valkey
 * <tr><td>SHAREDSTATE_ALLOW_IMAGE_OVERRIDE<td>true<td>whether spec.redis.image is honoured
 * <tr><td>SHAREDSTATE_REDIS_IMAGE_PULL_POLICY<td>IfNotPresent<td>Always, IfNotPresent or Never
 * <tr><td>SHAREDSTATE_IMAGE_PULL_SECRETS<td>empty<td>comma list of Secret names
 * <tr><td>SHAREDSTATE_REDIS_CPU_REQUEST<td>50m<td>quantity
 * <tr><td>SHAREDSTATE_REDIS_MEMORY_REQUEST<td>128Mi<td>quantity
 * <tr><td>SHAREDSTATE_REDIS_MEMORY_LIMIT<td>128Mi<td>quantity, at least 64Mi
 * <tr><td>SHAREDSTATE_RESYNC_PERIOD<td>10m<td>every policy is looked at again after this time
 * <tr><td>SHAREDSTATE_PROBE_INTERVAL<td>5s<td>how often each instance is observed
 * <tr><td>SHAREDSTATE_HTTP_PORT<td>8080<td>/healthz, /readyz, /metrics
 * <tr><td>SHAREDSTATE_RUN_AS_USER<td>999<td>uid and gid of the Redis pods; empty = the platform
 * assigns them (OpenShift)
 * <tr><td>SHAREDSTATE_LOG_FORMAT<td>json<td>json or text (read by logback.xml)
 * <tr><td>SHAREDSTATE_LOG_LEVEL<td>info<td>trace, debug, info, warn or error (read by logback.xml)
 * </table>
 *
 * @param namespace the operator's own
 * @param watchNamespaces empty = all
 */
public record OperatorConfig(
    String namespace,
    Set<String> watchNamespaces,
    String controllerName,
    String masterKeySecret,
    LeaderElection leaderElection,
    RedisDefaults redis,
    Timing timing) {

  /** Whether only the holder of the Lease works. */
  public record LeaderElection(boolean enabled, String leaseName) {}

  /** Periods, and the port of the operator's own HTTP server. */
  public record Timing(Duration resyncPeriod, Duration probeInterval, int httpPort) {}

  /**
   * Reads and checks all of it.
   *
   * @throws ConfigError that lists every wrong variable
   */
  public static OperatorConfig from(Map<String, String> environment) {
    return new EnvironmentReader(environment).read();
  }
}
