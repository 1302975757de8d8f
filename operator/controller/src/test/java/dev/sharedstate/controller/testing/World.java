// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sharedstate.api.v1alpha1.Condition;
import dev.sharedstate.api.v1alpha1.RateLimitPolicy;
import dev.sharedstate.controller.kube.MasterKey;
import dev.sharedstate.controller.model.Owner;
import dev.sharedstate.controller.model.Passwords;
import dev.sharedstate.functions.testing.RedisEngine;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.ArrayOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** A namespace with its kubelet, and what a user does there. */
public final class World implements AutoCloseable {
  private final KubernetesClient client = ApiServer.shared().client("user");
  private final String namespace;
  private final TestKubelet kubelet;

  public World(String namespace, RedisEngine engine) {
    this.namespace = namespace;
    client
        .resource(
            new NamespaceBuilder().withNewMetadata().withName(namespace).endMetadata().build())
        .create();
    client
        .resource(
            new ServiceAccountBuilder()
                .withNewMetadata()
                .withName("default")
                .withNamespace(namespace)
                .endMetadata()
                .build())
        .serverSideApply();
    this.kubelet = new TestKubelet(ApiServer.shared().client("kubelet"), namespace, engine);
  }

  public KubernetesClient client() {
    return client;
  }

  public TestKubelet kubelet() {
    return kubelet;
  }

  public String namespace() {
    return namespace;
  }

  /** A policy of this spec, as YAML. */
  public RateLimitPolicy apply(String name, String spec) {
    return client
        .resource(
            Serialization.unmarshal(
                """
                apiVersion: sharedstate.dev/v1alpha1
                kind: RateLimitPolicy
                metadata:
                  name: %s
                  namespace: %s
                spec:
                %s
                """
                    .formatted(name, namespace, spec.indent(2)),
                RateLimitPolicy.class))
        .forceConflicts()
        .serverSideApply();
  }

  public RateLimitPolicy policy(String name) {
    return client.resources(RateLimitPolicy.class).inNamespace(namespace).withName(name).get();
  }

  public Optional<Condition> condition(String policy, String type) {
    RateLimitPolicy live = policy(policy);
    return live == null || live.getStatus() == null || live.getStatus().conditions() == null
        ? Optional.empty()
        : live.getStatus().conditions().stream().filter(c -> c.type().equals(type)).findFirst();
  }

  public static ConditionFactory waiting(String what) {
    return Awaitility.await(what)
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofMillis(50))
        .ignoreExceptionsInstanceOf(RedisException.class); // the library is away for a moment
  }

  /** Waits until there is one Event with this reason, and makes sure that it stays one. */
  public Event awaitOneEvent(String policy, String reason) {
    waiting("an Event " + reason + " on " + policy)
        .untilAsserted(() -> assertThat(events(policy, reason)).isNotEmpty());
    assertThat(events(policy, reason)).as(reason).hasSize(1);
    return events(policy, reason).get(0);
  }

  /** Asks for a pass, Secrets included, as a user does. */
  public void askForPass(String policy, String value) {
    client
        .resources(RateLimitPolicy.class)
        .inNamespace(namespace)
        .withName(policy)
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            "{\"metadata\":{\"annotations\":{\"sharedstate.dev/reconcile-at\":\""
                + value
                + "\"}}}");
  }

  /** Waits until a condition of the policy's present generation is {@code status/reason}. */
  public Condition await(String policy, String type, String statusAndReason) {
    waiting(policy + " " + type + "=" + statusAndReason)
        .untilAsserted(
            () -> {
              Condition condition = condition(policy, type).orElse(null);
              assertThat(condition).as("%s of %s", type, policy).isNotNull();
              assertThat(condition.status() + "/" + condition.reason())
                  .as(condition.message())
                  .isEqualTo(statusAndReason);
              assertThat(policy(policy).getStatus().observedGeneration())
                  .isEqualTo(policy(policy).getMetadata().getGeneration());
            });
    return condition(policy, type).orElseThrow();
  }

  public void awaitReady(String policy) {
    await(policy, "Ready", "True/Enforced");
  }

  public String secret(String name, String key) {
    Secret secret = client.secrets().inNamespace(namespace).withName(name).require();
    return new String(
        Base64.getDecoder().decode(secret.getData().get(key)), StandardCharsets.UTF_8);
  }

  /** Events with a reason on a policy. */
  public List<Event> events(String policy, String reason) {
    return client.v1().events().inNamespace(namespace).list().getItems().stream()
        .filter(event -> event.getInvolvedObject().getName().equals(policy))
        .filter(event -> event.getReason().equals(reason))
        .toList();
  }

  /** One command as the application's user, straight to the pod. */
  public List<Object> asApp(String policy, String command, String... args) {
    return call(policy, "app", secret(policy + "-rl-app", "password"), command, args);
  }

  /** One command as any user. */
  public List<Object> call(
      String policy, String user, String password, String command, String... args) {
    RedisClient redis = RedisClient.create();
    try (StatefulRedisConnection<String, String> connection =
        redis.connect(
            RedisURI.builder()
                .withHost(kubelet.container(policy + "-rl-0").address())
                .withPort(6379)
                .withAuthentication(user, password)
                .withTimeout(Duration.ofSeconds(5))
                .build())) {
      CommandArgs<String, String> all = new CommandArgs<>(StringCodec.UTF8);
      Arrays.stream(args).forEach(all::add);
      return connection
          .sync()
          .dispatch(CommandType.valueOf(command), new ArrayOutput<>(StringCodec.UTF8), all);
    } finally {
      redis.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    }
  }

  /** One command with all rights, as somebody who tampers by hand. */
  public List<Object> byHand(String policy, String command, String... args) {
    Passwords passwords = MasterKey.load(client, namespace, "shared-state-operator-master");
    String operator = passwords.of(Owner.of(policy(policy)), "_operator", 0);
    call(policy, "_operator", operator, "ACL", "SETUSER", "by-hand", "on", ">x", "~*", "+@all");
    return call(policy, "by-hand", "x", command, args);
  }

  /** rl_take on one key. */
  public List<Object> take(String policy, String key) {
    return asApp(policy, "FCALL", "rl_take", "1", key);
  }

  @Override
  public void close() {
    client.resources(RateLimitPolicy.class).inNamespace(namespace).delete();
    kubelet.close();
    client.close();
  }
}
