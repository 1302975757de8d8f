// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.testing;

import io.fabric8.kubeapitest.KubeAPIServer;
import io.fabric8.kubeapitest.KubeAPIServerConfigBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * One real API server with its etcd for all tests of this JVM, with the CRDs, and an audit log of
 * every write. There are no controllers: see {@link TestKubelet}.
 */
public final class ApiServer {
  private static final String VERSION = "1.34.3";
  private static final String POLICY =
      """
      apiVersion: audit.k8s.io/v1
      kind: Policy
      omitStages: [RequestReceived]
      rules:
      - level: Metadata
      """;
  private static ApiServer shared;

  private final KubeAPIServer server;
  private final Path audit;

  private ApiServer(KubeAPIServer server, Path audit) {
    this.server = server;
    this.audit = audit;
  }

  /** Started with the first call; it ends with the JVM. */
  public static synchronized ApiServer shared() {
    if (shared == null) {
      shared = start();
      Runtime.getRuntime().addShutdownHook(new Thread(shared.server::stop));
      try (KubernetesClient admin = shared.client("admin")) {
        crds().forEach(crd -> admin.resource(crd).serverSideApply());
      }
    }
    return shared;
  }

  private static ApiServer start() {
    Path folder = folder();
    if (!Files.exists(folder.resolve("k8s/" + VERSION + "-linux-amd64/kube-apiserver"))) {
      throw new AssertionError(
          "no kube-apiserver " + VERSION + " in " + folder + "; run: make tools");
    }
    try {
      Path directory = Files.createTempDirectory("sharedstate-audit");
      Path policy = Files.writeString(directory.resolve("policy.yaml"), POLICY);
      Path audit = directory.resolve("audit.log");
      KubeAPIServer server =
          new KubeAPIServer(
              KubeAPIServerConfigBuilder.anAPIServerConfig()
                  .withOfflineMode(true)
                  .withTestDir(folder.toString())
                  .withApiServerVersion(VERSION)
                  .withApiServerFlag("--audit-policy-file", policy.toString())
                  .withApiServerFlag("--audit-log-path", audit.toString())
                  .build());
      server.start();
      return new ApiServer(server, audit);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A client that the audit log tells apart by its user agent. */
  public KubernetesClient client(String userAgent) {
    Config config = Config.fromKubeconfig(server.getKubeConfigYaml());
    config.setUserAgent(userAgent);
    config.setHttp2Disable(true);
    return new KubernetesClientBuilder()
        .withConfig(config)
        .withHttpClientFactory(new JdkHttpClientFactory())
        .build();
  }

  /** For another process. */
  public String kubeconfig() {
    return server.getKubeConfigYaml();
  }

  /** Audit lines of a user agent that are no reads. */
  public List<String> writes(String userAgent) {
    try (Stream<String> lines = Files.lines(audit)) {
      return lines
          .filter(line -> line.contains("\"userAgent\":\"" + userAgent + "\""))
          .filter(line -> !line.matches(".*\"verb\":\"(get|list|watch)\".*"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path folder() {
    String given = System.getenv("SHAREDSTATE_APISERVERS");
    return given != null
        ? Path.of(given)
        : Path.of(System.getProperty("user.home"), ".cache/dev-cluster/apiservers");
  }

  private static List<CustomResourceDefinition> crds() {
    Path crds = Path.of(System.getProperty("user.dir")).resolve("../../crds");
    if (!Files.isDirectory(crds)) {
      crds = Path.of("crds");
    }
    try (Stream<Path> files = Files.list(crds)) {
      return files
          .filter(file -> file.toString().endsWith(".yml") || file.toString().endsWith(".yaml"))
          .map(ApiServer::crd)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static CustomResourceDefinition crd(Path file) {
    try {
      return Serialization.unmarshal(Files.readString(file), CustomResourceDefinition.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
