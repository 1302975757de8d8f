// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.model;

/** Names of a policy's objects. They are contract: a Deployment in the same commit names them. */
public record Names(KindTraits kind, String namespace, String policy) {
  /** Where Redis listens. */
  public static final int PORT = 6379;

  /** The one client of a policy that declares none. */
  public static final String APP = "app";

  /** What all names begin with; no other policy's objects do. */
  public String objects() {
    return policy + "-" + kind.suffix();
  }

  public String statefulSet() {
    return objects();
  }

  public String pod() {
    return statefulSet() + "-0";
  }

  /** The Service that applications use. */
  public String service() {
    return objects();
  }

  /** The headless Service of the StatefulSet. */
  public String nodesService() {
    return objects() + "-nodes";
  }

  public String config() {
    return objects() + "-config";
  }

  public String library() {
    return objects() + "-library";
  }

  public String acl() {
    return objects() + "-acl";
  }

  public String clientSecret(String client) {
    return objects() + "-" + client;
  }

  /** The host name for applications in any namespace of the cluster. */
  public String host() {
    return service() + "." + namespace + ".svc";
  }
}
