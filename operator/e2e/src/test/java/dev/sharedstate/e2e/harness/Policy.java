// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.e2e.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sharedstate.api.v1alpha1.Condition;
import dev.sharedstate.api.v1alpha1.RateLimitPolicy;
import dev.sharedstate.controller.kind.RateLimits;
import dev.sharedstate.controller.model.Names;
import dev.sharedstate.controller.model.Owner;
import dev.sharedstate.controller.model.Passwords;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.awaitility.core.ConditionFactory;

/** A policy on the cluster, and what a test asks of it. */
public final class Policy {
  public static final Duration SOON = Duration.ofSeconds(60);
  private static final String RESOURCE = "ratelimitpolicies.sharedstate.dev/";

  private final String namespace;
  private final String name;
  private final Names names;

  public Policy(String namespace, String name) {
    this.namespace = namespace;
    this.name = name;
    this.names = new Names(RateLimits.TRAITS, namespace, name);
  }

  /** One fixed window named {@code login}, refused calls counted. */
  public static String fixedWindow(int limit, String window) {
    return """
        limits:
        - {name: login, algorithm: FixedWindow, limit: %d, window: %s, countRejected: true, onUnavailable: Deny}
        """
        .formatted(limit, window);
  }

  /** The {@code redis} part of a spec with its own memory limit, small so that many fit. */
  public static String memory(String limit) {
    return "redis: {resources: {requests: {cpu: 10m, memory: 64Mi}, limits: {memory: %s}}}\n"
        .formatted(limit);
  }

  public Names names() {
    return names;
  }

  public String name() {
    return name;
  }

  /** {@code kubectl apply}; {@code spec} is YAML that begins in the first column. */
  public Command.Result tryApply(String spec) {
    String manifest =
        """
        apiVersion: sharedstate.dev/v1alpha1
        kind: RateLimitPolicy
        metadata:
          name: %s
          namespace: %s
        spec:
        """
                .formatted(name, namespace)
            + spec.indent(2);
    return Workspace.kubectlWithInput(manifest, "apply", "-f", "-");
  }

  /** Applies a spec that must be admitted. */
  public Policy apply(String spec) {
    tryApply(spec).orFail();
    return this;
  }

  /** {@code kubectl wait --for=condition=Ready}. */
  public Policy awaitReady() {
    Command.Result result =
        Workspace.kubectl(
            "-n", namespace, "wait", "--for=condition=Ready", RESOURCE + name, "--timeout=90s");
    if (result.exitCode() != 0) {
      throw new AssertionError(result.output() + conditions() + "\n" + describe());
    }
    // Ready says that the instance serves; the node's routes to a new Service may be a moment late.
    waiting("a route to the Service").until(this::isReachable);
    return this;
  }

  private boolean isReachable() {
    connect().close();
    return true;
  }

  public Resource<RateLimitPolicy> resource() {
    return Cluster.policies().inNamespace(namespace).withName(name);
  }

  /** The condition, if the status has it and it speaks of the current generation. */
  public Optional<Condition> condition(String type) {
    RateLimitPolicy policy = resource().get();
    if (policy == null
        || policy.getStatus() == null
        || policy.getStatus().conditions() == null
        || !policy.getMetadata().getGeneration().equals(policy.getStatus().observedGeneration())) {
      return Optional.empty();
    }
    return policy.getStatus().conditions().stream()
        .filter(condition -> condition.type().equals(type))
        .findFirst();
  }

  /** {@code True/Valid} and the like; empty while there is none. */
  public String state(String type) {
    return condition(type).map(c -> c.status() + "/" + c.reason()).orElse("");
  }

  /** Waits until a condition is as said, such as {@code Accepted} and {@code False/Invalid}. */
  public Condition awaitState(String type, String state) {
    waiting(type + " of " + name + " is " + state)
        .untilAsserted(() -> assertThat(state(type)).as(this::conditions).isEqualTo(state));
    return condition(type).orElseThrow();
  }

  /** A wait that asks often, with a deadline of a minute. */
  public ConditionFactory waiting(String what) {
    return await(what).atMost(SOON).pollInterval(Duration.ofMillis(100)).ignoreExceptions();
  }

  /** All conditions as text, for messages. */
  public String conditions() {
    RateLimitPolicy policy = resource().get();
    return policy == null || policy.getStatus() == null
        ? "no status"
        : String.valueOf(policy.getStatus().conditions());
  }

  /** A connection as the application's user, by what its Secret says. */
  public Redis connect() {
    return connectTo(serviceAddress());
  }

  /** The same at another address, such as the pod's own. */
  public Redis connectTo(String address) {
    Map<String, String> secret = secret(names.clientSecret(Names.APP));
    return new Redis(
        address,
        Integer.parseInt(secret.get("port")),
        secret.get("username"),
        secret.get("password"));
  }

  /** A connection as the operator's own user, straight to the pod. */
  public Redis connectAsOperator(Operator operator) {
    String password =
        new Passwords(operator.masterKey()).of(Owner.of(resource().require()), "_operator", 0);
    return new Redis(pod().getStatus().getPodIP(), 6379, "_operator", password);
  }

  /**
   * A connection of somebody with all rights: for what is done by hand. The operator's own user may
   * do little, but it may make users.
   */
  public Redis connectAsAdministrator(Operator operator) {
    try (Redis redis = connectAsOperator(operator)) {
      redis.call("ACL", "SETUSER", "e2e", "on", ">e2e", "~*", "+@all");
    }
    return new Redis(pod().getStatus().getPodIP(), 6379, "e2e", "e2e");
  }

  /** The decoded entries of a Secret. */
  public Map<String, String> secret(String secret) {
    return client()
        .secrets()
        .inNamespace(namespace)
        .withName(secret)
        .require()
        .getData()
        .entrySet()
        .stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey,
                entry ->
                    new String(
                        Base64.getDecoder().decode(entry.getValue()), StandardCharsets.UTF_8)));
  }

  public Pod pod() {
    return client().pods().inNamespace(namespace).withName(names.pod()).require();
  }

  /** What tells one run of the Redis process from another. */
  public String run() {
    Pod pod = pod();
    return pod.getMetadata().getUid()
        + "/"
        + pod.getStatus().getContainerStatuses().get(0).getRestartCount();
  }

  public String serviceAddress() {
    return client()
        .services()
        .inNamespace(namespace)
        .withName(names.service())
        .require()
        .getSpec()
        .getClusterIP();
  }

  /** How often an Event of this reason was told about the policy. */
  public int events(String reason) {
    return events().stream()
        .filter(event -> event.getReason().equals(reason))
        .mapToInt(event -> event.getCount() == null ? 1 : event.getCount())
        .sum();
  }

  /** All Events about the policy. */
  public List<Event> events() {
    return client().v1().events().inNamespace(namespace).list().getItems().stream()
        .filter(event -> "RateLimitPolicy".equals(event.getInvolvedObject().getKind()))
        .filter(event -> name.equals(event.getInvolvedObject().getName()))
        .toList();
  }

  /** Deletes the policy and waits for the API server's word, not for the objects' end. */
  public void delete() {
    Workspace.kubectl("-n", namespace, "delete", RESOURCE + name).orFail();
  }

  private String describe() {
    return Workspace.kubectl("-n", namespace, "get", "pods", "-o", "wide").output()
        + Workspace.kubectl(
                "-n",
                namespace,
                "get",
                "events",
                "--field-selector=involvedObject.name=" + name,
                "-o",
                "custom-columns=AT:.lastTimestamp,REASON:.reason,MESSAGE:.message")
            .output()
        + Workspace.kubectl("-n", namespace, "logs", names.pod(), "--tail=10").output();
  }

  private static KubernetesClient client() {
    return Cluster.client();
  }
}
