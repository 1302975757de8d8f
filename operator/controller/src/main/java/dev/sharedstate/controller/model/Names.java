// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.model;

/**
 * Names of a RateLimitPolicy's objects. They are contract: a Deployment in the same commit names
 * them.
 */
public record Names(String namespace, String policy) {
  /** The one client of a policy that declares none. */
  public static final String APP = "app";

  public String statefulSet() {
    return policy + "-rl";
  }

  public String pod() {
    return statefulSet() + "-0";
  }

  /** The Service that applications use. */
  public String service() {
    return policy + "-rl";
  }

  /** The headless Service of the StatefulSet. */
  public String nodesService() {
    return policy + "-rl-nodes";
  }

  public String config() {
    return policy + "-rl-config";
  }

  public String library() {
    return policy + "-rl-library";
  }

  public String acl() {
    return policy + "-rl-acl";
  }

  public String clientSecret(String client) {
    return policy + "-rl-" + client;
  }

  /** The host name for applications in any namespace of the cluster. */
  public String host() {
    return service() + "." + namespace + ".svc";
  }
}
