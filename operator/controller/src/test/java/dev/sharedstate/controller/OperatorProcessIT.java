// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sharedstate.controller.testing.ApiServer;
import dev.sharedstate.controller.testing.World;
import dev.sharedstate.functions.testing.RedisEngine;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The operator as a process: election, signals, probes, exit codes. */
class OperatorProcessIT {
  private static World world;
  @TempDir private static Path directory;

  @BeforeAll
  static void start() {
    world = new World("process", RedisEngine.REDIS_8_0);
  }

  @AfterAll
  static void stop() {
    world.close();
  }

  private static Process run(String identity, int port, Map<String, String> more)
      throws IOException {
    Path kubeconfig =
        Files.writeString(directory.resolve("kubeconfig"), ApiServer.shared().kubeconfig());
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                "dev.sharedstate.controller.OperatorMain")
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve(identity + ".log").toFile());
    Map<String, String> environment = builder.environment();
    environment.put("KUBECONFIG", kubeconfig.toString());
    environment.put("HOSTNAME", identity);
    environment.put("SHAREDSTATE_NAMESPACE", "process");
    environment.put("SHAREDSTATE_WATCH_NAMESPACES", "process");
    environment.put("SHAREDSTATE_REDIS_IMAGE", "redis:8.0");
    environment.put("SHAREDSTATE_VALKEY_IMAGE", "valkey:8.1");
    environment.put("SHAREDSTATE_PROBE_INTERVAL", "1s");
    environment.put("SHAREDSTATE_HTTP_PORT", Integer.toString(port));
    environment.putAll(more);
    return builder.start();
  }

  private static String log(String identity) throws IOException {
    return Files.readString(directory.resolve(identity + ".log"));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private static int get(int port, String path) {
    try {
      return HttpClient.newHttpClient()
          .send(
              HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build(),
              HttpResponse.BodyHandlers.ofString())
          .statusCode();
    } catch (IOException e) {
      return 0; // not up yet
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 0;
    }
  }

  private static String holder() {
    Lease lease =
        world.client().leases().inNamespace("process").withName("shared-state-operator").get();
    return lease == null || lease.getSpec().getHolderIdentity() == null
        ? ""
        : lease.getSpec().getHolderIdentity();
  }

  @Test
  void theNextLeaderTakesOverAndALostLeaseEndsTheProcess() throws Exception {
    int port = freePort();
    Process first = run("first", port, Map.of());
    try {
      World.waiting("the first leads")
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(() -> assertThat(holder()).as(log("first")).isEqualTo("first"));
      World.waiting("its probes")
          .untilAsserted(() -> assertThat(get(port, "/readyz")).isEqualTo(200));
      assertThat(get(port, "/healthz")).isEqualTo(200);
      assertThat(get(port, "/metrics")).isEqualTo(200);
      world.apply(
          "led",
          "limits: [{name: a, algorithm: FixedWindow, limit: 1, window: 1m, onUnavailable: Deny}]");
      world.awaitReady("led");

      first.destroy(); // SIGTERM
      assertThat(first.waitFor(20, TimeUnit.SECONDS)).as(log("first")).isTrue();
      assertThat(log("first")).contains("stopped").doesNotContain("the lease is lost");
    } finally {
      first.destroyForcibly();
    }

    int next = freePort();
    Process second = run("second", next, Map.of());
    try {
      World.waiting("the second leads")
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(() -> assertThat(holder()).as(log("second")).isEqualTo("second"));
      World.waiting("the lease is stolen between two of its renewals")
          .ignoreException(KubernetesClientException.class)
          .untilAsserted(this::stealLease);
      assertThat(second.waitFor(60, TimeUnit.SECONDS)).as(log("second")).isTrue();
      assertThat(second.exitValue()).isEqualTo(1);
      assertThat(log("second")).contains("the lease is lost");
    } finally {
      second.destroyForcibly();
    }
  }

  private void stealLease() {
    world
        .client()
        .leases()
        .inNamespace("process")
        .withName("shared-state-operator")
        .edit(
            lease -> {
              lease.getSpec().setHolderIdentity("thief");
              lease.getSpec().setRenewTime(java.time.ZonedDateTime.now().plusMinutes(5));
              return lease;
            });
  }

  @Test
  void aWrongEnvironmentIsSaidAndExits() throws Exception {
    Process wrong = run("wrong", freePort(), Map.of("SHAREDSTATE_RESYNC_PERIOD", "never"));
    assertThat(wrong.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(wrong.exitValue()).isEqualTo(2);
    assertThat(log("wrong")).contains("SHAREDSTATE_RESYNC_PERIOD=never");
  }
}
