// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.resource;

import dev.sharedstate.controller.model.Credentials;
import dev.sharedstate.controller.model.DesiredInstance;
import dev.sharedstate.controller.model.Names;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;

/** The two Secrets of a policy. */
public final class Secrets {
  private Secrets() {}

  /** {@code <policy>-rl-acl}: the users with hashes, mounted into the pod. */
  public static Secret acl(DesiredInstance desired, Credentials credentials) {
    return secret(
        desired,
        desired.names().acl(),
        "Opaque",
        Map.of("users.acl", Acl.file(desired, credentials)));
  }

  /** {@code <policy>-rl-app}: what an application binds to (servicebinding.io). */
  public static Secret client(DesiredInstance desired, Credentials credentials) {
    String host = desired.names().host();
    Map<String, String> data = new TreeMap<>();
    data.put("type", "redis");
    data.put("provider", "sharedstate.dev");
    data.put("host", host);
    data.put("port", Integer.toString(Names.PORT));
    data.put("username", Names.APP);
    data.put("password", credentials.app());
    data.put(
        "uri", "redis://" + Names.APP + ":" + credentials.app() + "@" + host + ":" + Names.PORT);
    data.put("key-prefix", "");
    data.put("policy", Contract.json(desired));
    return secret(
        desired, desired.names().clientSecret(Names.APP), "servicebinding.io/redis", data);
  }

  private static Secret secret(
      DesiredInstance desired, String name, String type, Map<String, String> data) {
    Map<String, String> encoded = new TreeMap<>();
    data.forEach(
        (key, value) ->
            encoded.put(
                key, Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8))));
    return new SecretBuilder()
        .withMetadata(Meta.of(desired, name))
        .withType(type)
        .withData(encoded)
        .build();
  }
}
