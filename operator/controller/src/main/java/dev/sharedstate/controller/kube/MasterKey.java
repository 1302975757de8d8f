// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.kube;

import dev.sharedstate.controller.model.Passwords;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.security.SecureRandom;
import java.util.Base64;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Secret in the operator's own namespace that all passwords are derived from. Created once; it
 * outlives the operator, so that a reinstalled one reaches the instances that run.
 */
public final class MasterKey {
  private static final Logger LOG = LoggerFactory.getLogger(MasterKey.class);
  private static final String DATA_KEY = "master-key";

  private MasterKey() {}

  /**
   * Reads the key, or creates it.
   *
   * @throws IllegalStateException if the Secret is there without a usable key
   */
  public static Passwords load(KubernetesClient client, String namespace, String name) {
    Secret secret = client.secrets().inNamespace(namespace).withName(name).get();
    if (secret == null) {
      secret = create(client, namespace, name);
    }
    String encoded = secret.getData() == null ? null : secret.getData().get(DATA_KEY);
    try {
      return new Passwords(Base64.getDecoder().decode(encoded == null ? "" : encoded));
    } catch (IllegalArgumentException e) {
      throw new IllegalStateException(
          "Secret %s/%s needs %d bytes or more under %s"
              .formatted(namespace, name, Passwords.MIN_KEY_BYTES, DATA_KEY),
          e);
    }
  }

  private static Secret create(KubernetesClient client, String namespace, String name) {
    byte[] key = new byte[Passwords.MIN_KEY_BYTES];
    new SecureRandom().nextBytes(key);
    Secret secret =
        new SecretBuilder()
            .withNewMetadata()
            .withName(name)
            .withNamespace(namespace)
            .addToLabels("app.kubernetes.io/managed-by", "shared-state-operator")
            .endMetadata()
            .withType("Opaque")
            .addToData(DATA_KEY, Base64.getEncoder().encodeToString(key))
            .build();
    try {
      Secret created = client.resource(secret).create();
      LOG.atInfo().addKeyValue("secret", namespace + "/" + name).log("master key created");
      return created;
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_CONFLICT) {
        throw e;
      }
      return client.secrets().inNamespace(namespace).withName(name).get(); // another replica did
    }
  }
}
