// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.crd;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubeapitest.KubeAPIServer;
import io.fabric8.kubeapitest.KubeAPIServerConfigBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A real API server with its etcd, spoken to as kubectl does: the files' own text is sent. */
final class ApiServer implements AutoCloseable {
  private static final String YAML = "application/yaml";
  private static final String STRICT = "fieldValidation=Strict";

  private final KubeAPIServer server;
  private final KubernetesClient client;
  private final Thread atExit;

  private ApiServer(KubeAPIServer server) {
    this.server = server;
    this.atExit = new Thread(server::stop); // an interrupted build leaves no processes behind
    Runtime.getRuntime().addShutdownHook(atExit);
    Config config = Config.fromKubeconfig(server.getKubeConfigYaml());
    config.setRequestRetryBackoffLimit(0); // a refusal may come as 500: it is the answer
    this.client = new KubernetesClientBuilder().withConfig(config).build();
  }

  /**
   * Starts an API server, which takes about seven seconds.
   *
   * @throws AssertionError if this version is not on the machine
   */
  static ApiServer start(String version) {
    Path folder = folder();
    if (!Files.exists(folder.resolve("k8s/" + version + "-linux-amd64/kube-apiserver"))) {
      throw new AssertionError(
          "no kube-apiserver " + version + " in " + folder + "; run: make tools");
    }
    KubeAPIServer server =
        new KubeAPIServer(
            KubeAPIServerConfigBuilder.anAPIServerConfig()
                .withOfflineMode(true)
                .withTestDir(folder.toString())
                .withApiServerVersion(version)
                .build());
    server.start();
    return new ApiServer(server);
  }

  private static Path folder() {
    String given = System.getenv("SHAREDSTATE_APISERVERS");
    return given != null
        ? Path.of(given)
        : Path.of(System.getProperty("user.home"), ".cache/dev-cluster/apiservers");
  }

  /**
   * An answer.
   *
   * @param body the object, or the Status that says why not
   */
  record Answer(int code, JsonNode body) {
    boolean ok() {
      return code / 100 == 2;
    }

    /** The message; up to 1.34 a broken rule shows the word object where the value should be. */
    String message() {
      return body.path("message")
          .asText()
          .replace("Invalid value: \"object\": ", "Invalid value: ");
    }
  }

  Answer post(String path, String text) {
    return send(request(path, STRICT).post(YAML, text));
  }

  Answer put(String path, String text) {
    return send(request(path, STRICT).put(YAML, text));
  }

  Answer get(String path) {
    return send(request(path, ""));
  }

  Answer table(String path) {
    return send(request(path, "").header("Accept", "application/json;as=Table;v=v1;g=meta.k8s.io"));
  }

  Answer delete(String path) {
    return send(request(path, "").delete("application/json", "{}"));
  }

  /** A server-side apply. */
  Answer apply(String path, String manager, String text) {
    return send(
        request(path, STRICT + "&force=true&fieldManager=" + manager)
            .method("PATCH", "application/apply-patch+yaml", text));
  }

  private HttpRequest.Builder request(String path, String query) {
    return client
        .getHttpClient()
        .newHttpRequestBuilder()
        .uri(client.getMasterUrl().toString().replaceAll("/$", "") + path + "?" + query);
  }

  private Answer send(HttpRequest.Builder request) {
    try {
      HttpResponse<String> response =
          client.getHttpClient().sendAsync(request.build(), String.class).get(30, TimeUnit.SECONDS);
      return new Answer(response.code(), Yaml.parse(response.body()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (java.util.concurrent.ExecutionException | TimeoutException e) {
      throw new IllegalStateException("no answer from the API server", e);
    }
  }

  @Override
  public void close() {
    Runtime.getRuntime().removeShutdownHook(atExit);
    client.close();
    server.stop();
  }
}
