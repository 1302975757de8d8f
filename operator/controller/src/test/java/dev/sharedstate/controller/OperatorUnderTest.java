// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller;

import dev.sharedstate.controller.config.OperatorConfig;
import dev.sharedstate.controller.config.RedisDefaults;
import dev.sharedstate.controller.testing.ApiServer;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/** The operator as its process runs it, in this JVM and for one namespace. */
final class OperatorUnderTest implements AutoCloseable {
  private final String userAgent;
  private final KubernetesClient client;
  private final RunningOperator operator;

  OperatorUnderTest(String namespace) {
    this(namespace, "test-operator", Duration.ofMinutes(10));
  }

  OperatorUnderTest(String namespace, String controllerName, Duration resync) {
    this.userAgent = controllerName + "-" + namespace + "-" + System.nanoTime();
    this.client = ApiServer.shared().client(userAgent);
    OperatorConfig config =
        new OperatorConfig(
            namespace,
            Set.of(namespace),
            controllerName,
            "shared-state-operator-master",
            new OperatorConfig.LeaderElection(false, "unused"),
            new RedisDefaults(
                new RedisDefaults.Images("redis:8.0", "valkey:8.1", true),
                "IfNotPresent",
                List.of(),
                new Quantity("50", "m"),
                new Quantity("128", "Mi"),
                new Quantity("128", "Mi"),
                OptionalLong.of(999)),
            new OperatorConfig.Timing(resync, Duration.ofMillis(500), 0));
    try {
      this.operator = RunningOperator.start(config, client);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes to the API server so far, as audit lines. */
  List<String> writes() {
    return ApiServer.shared().writes(userAgent);
  }

  Set<String> remembered() {
    return operator.passes().remembered();
  }

  String metrics() {
    try {
      return HttpClient.newHttpClient()
          .send(
              HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + operator.port() + "/metrics"))
                  .build(),
              HttpResponse.BodyHandlers.ofString())
          .body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  @Override
  public void close() {
    operator.close();
    client.close();
  }
}
