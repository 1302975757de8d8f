// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.e2e.harness;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.readiness.Readiness;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A release of the chart, installed with helm as a user would. */
public final class Operator {
  private static final Duration START = Duration.ofMinutes(3);
  private static final Pattern SAMPLE = Pattern.compile("(\\w+)(?:\\{(.*)})? (\\S+)");

  private final String release;
  private final String namespace;

  private Operator(String release, String namespace) {
    this.release = release;
    this.namespace = namespace;
  }

  /** Installs the chart and waits until the operator is ready. */
  public static Operator install(String release, String namespace, String... set) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "upgrade",
                "--install",
                release,
                Workspace.chart().toString(),
                "--namespace",
                namespace,
                "--values",
                Workspace.root().resolve("dev/values.yaml").toString(),
                "--set",
                "fullnameOverride=" + release,
                // The CRD is kept when a release goes, and belongs to whichever was the last.
                "--take-ownership",
                "--wait",
                "--timeout",
                "3m"));
    for (String value : set) {
      Collections.addAll(arguments, "--set", value);
    }
    Command.Result result = Workspace.helm(arguments.toArray(String[]::new));
    Operator operator = new Operator(release, namespace);
    if (result.exitCode() != 0) {
      throw new AssertionError(result.output() + operator.describe());
    }
    return operator;
  }

  public String release() {
    return release;
  }

  public String namespace() {
    return namespace;
  }

  /** The user that the API server knows the operator as. */
  public String user() {
    return "system:serviceaccount:" + namespace + ":" + release;
  }

  /** Sets the number of replicas and waits until exactly so many run and are started. */
  public void scale(int replicas) {
    client().apps().deployments().inNamespace(namespace).withName(release).scale(replicas);
    await()
        .atMost(START)
        .pollInterval(Duration.ofMillis(200))
        .failFast("a crash: " + describe(), this::crashed)
        .until(
            () ->
                pods().size() == replicas
                    && pods().stream().filter(Readiness::isPodReady).count() == replicas);
  }

  /** The operator's pods, those that are ending included. */
  public List<Pod> pods() {
    return client()
        .pods()
        .inNamespace(namespace)
        .withLabel("app.kubernetes.io/instance", release)
        .list()
        .getItems();
  }

  /** Everything that all pods of the release have logged since they started. */
  public String log() {
    StringBuilder log = new StringBuilder();
    for (Pod pod : pods()) {
      log.append(
          client().pods().inNamespace(namespace).withName(pod.getMetadata().getName()).getLog());
    }
    return log.toString();
  }

  /** {@code /metrics} of a pod, through the API server. */
  public String metrics(Pod pod) {
    return Workspace.kubectl(
            "get",
            "--raw",
            "/api/v1/namespaces/"
                + namespace
                + "/pods/"
                + pod.getMetadata().getName()
                + ":8080/proxy/metrics")
        .orFail();
  }

  /** {@code /metrics} of the only pod. */
  public String metrics() {
    return metrics(pods().get(0));
  }

  /**
   * The sum of a family's series that carry all of these labels.
   *
   * @return NaN if there is no such series
   */
  public double metric(String family, Map<String, String> labels) {
    double sum = Double.NaN;
    for (String line : metrics().split("\n")) {
      Matcher sample = SAMPLE.matcher(line);
      if (sample.matches()
          && sample.group(1).equals(family)
          && hasLabels(sample.group(2), labels)) {
        sum = (Double.isNaN(sum) ? 0 : sum) + Double.parseDouble(sample.group(3));
      }
    }
    return sum;
  }

  /** The key that passwords are derived from. */
  public byte[] masterKey() {
    Map<String, String> data =
        client()
            .secrets()
            .inNamespace(namespace)
            .withName("shared-state-operator-master")
            .require()
            .getData();
    return Base64.getDecoder()
        .decode(data.values().iterator().next().getBytes(StandardCharsets.US_ASCII));
  }

  public void uninstall() {
    Workspace.helm("uninstall", release, "--namespace", namespace, "--wait").orFail();
  }

  private String describe() {
    return Workspace.kubectl("-n", namespace, "describe", "pods").output()
        + Workspace.kubectl("-n", namespace, "logs", "deployment/" + release, "--tail=60").output();
  }

  private boolean crashed() {
    return pods().stream()
        .flatMap(pod -> pod.getStatus().getContainerStatuses().stream())
        .anyMatch(container -> container.getRestartCount() > 0);
  }

  private static boolean hasLabels(String text, Map<String, String> labels) {
    return labels.entrySet().stream()
        .allMatch(
            label ->
                text != null && text.contains(label.getKey() + "=\"" + label.getValue() + "\""));
  }

  private static KubernetesClient client() {
    return Cluster.client();
  }
}
