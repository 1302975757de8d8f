// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.e2e.harness;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The chart as {@code helm template} renders it, without a cluster. */
public final class Chart {
  public static final String RELEASE = "r1";
  public static final String NAMESPACE = "system";

  /** What helm is told that the cluster is: a helm built from source takes it for 1.20. */
  public static final String KUBE_VERSION = "1.34.0";

  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  private Chart() {}

  /** Renders with these values; {@code set} as in {@code --set}. */
  public static Command.Result render(String... set) {
    return renderRelease(RELEASE, NAMESPACE, set);
  }

  /** The same for another release. */
  public static Command.Result renderRelease(String release, String namespace, String... set) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "template",
                release,
                Workspace.chart().toString(),
                "--namespace",
                namespace,
                "--kube-version",
                KUBE_VERSION));
    for (String value : set) {
      Collections.addAll(arguments, "--set", value);
    }
    return Workspace.helm(arguments.toArray(String[]::new));
  }

  /** All rendered objects. */
  public static List<JsonNode> objects(String... set) {
    return parse(render(set).orFail());
  }

  /** The objects of one kind. */
  public static List<JsonNode> ofKind(List<JsonNode> objects, String kind) {
    return objects.stream().filter(object -> object.path("kind").asText().equals(kind)).toList();
  }

  /** The documents of a YAML stream, empty ones left out. */
  public static List<JsonNode> parse(String yaml) {
    try {
      List<JsonNode> documents = new ArrayList<>();
      YAML.readerFor(JsonNode.class)
          .<JsonNode>readValues(yaml)
          .forEachRemaining(
              document -> {
                if (document.isObject()) {
                  documents.add(document);
                }
              });
      return documents;
    } catch (IOException e) {
      throw new UncheckedIOException(yaml, e);
    }
  }

  /** The operator's Deployment. */
  public static JsonNode operator(List<JsonNode> objects) {
    List<JsonNode> deployments = ofKind(objects, "Deployment");
    assertThat(deployments).hasSize(1);
    return deployments.get(0);
  }

  /** A container's variables; those without a value of their own are empty. */
  public static Map<String, String> environment(JsonNode container) {
    Map<String, String> environment = new HashMap<>();
    for (JsonNode variable : container.path("env")) {
      environment.put(variable.path("name").asText(), variable.path("value").asText());
    }
    return environment;
  }

  /** The only document of a YAML file. */
  public static JsonNode read(Path file) {
    try {
      return parse(Files.readString(file)).get(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
