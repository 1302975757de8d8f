// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sharedstate.controller.config.OperatorConfig;
import dev.sharedstate.e2e.harness.Chart;
import dev.sharedstate.e2e.harness.Command;
import dev.sharedstate.e2e.harness.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What may be written into the chart's values, and what the operator makes of it. */
class ChartValuesIT {
  @ParameterizedTest
  @CsvSource({
    "replicas=2, replicas",
    "log.levl=debug, levl",
    "log.level=loud, log",
    "watch.scope=namespace, scope",
    "config.resyncPeriod=10 minutes, resyncPeriod",
    "redis.resources.limits.memory=lots, memory",
    "metrics.port=80, port",
    "image.digest=latest, digest",
  })
  void aWrongValueIsRefusedByName(String value, String named) {
    Command.Result result = Chart.render(value);

    assertThat(result.exitCode()).isNotZero();
    assertThat(result.output()).contains("schema").contains(named);
  }

  @ParameterizedTest
  @CsvSource({
    "'replicaCount=2,leaderElection.enabled=false', leaderElection.enabled",
    "'serviceAccount.create=false', serviceAccount.name",
    "'podDisruptionBudget.enabled=true,podDisruptionBudget.minAvailable=1', podDisruptionBudget.minAvailable",
    "'monitoring.serviceMonitor.enabled=true,metrics.service.enabled=false', metrics.service.enabled",
  })
  void valuesThatDoNotFitTogetherAreRefused(String values, String named) {
    Command.Result result = Chart.render(values);

    assertThat(result.exitCode()).isNotZero();
    assertThat(result.output()).contains(named);
  }

  @Test
  void anUmbrellaChartMaySetGlobalAndEnabled(@TempDir Path umbrella) throws IOException {
    Files.writeString(
        umbrella.resolve("Chart.yaml"),
        """
        apiVersion: v2
        name: umbrella
        version: 1.0.0
        dependencies:
        - {name: shared-state-operator, version: 0.1.0, condition: shared-state-operator.enabled}
        """);
    Files.writeString(
        umbrella.resolve("values.yaml"),
        """
        global: {imageRegistry: mirror.example, somebodyElses: {key: 1}}
        shared-state-operator: {enabled: true}
        """);
    copy(Workspace.chart(), umbrella.resolve("charts/shared-state-operator"));

    List<JsonNode> objects =
        Chart.parse(
            Workspace.helm(
                    "template", "u", umbrella.toString(), "--kube-version", Chart.KUBE_VERSION)
                .orFail());

    JsonNode container = Chart.operator(objects).at("/spec/template/spec/containers/0");
    assertThat(container.at("/image").asText()).startsWith("mirror.example/");
    assertThat(Chart.environment(container).get("SHAREDSTATE_REDIS_IMAGE"))
        .startsWith("mirror.example/");
    assertThat(
            Workspace.helm(
                    "template",
                    "u",
                    umbrella.toString(),
                    "--kube-version",
                    Chart.KUBE_VERSION,
                    "--set",
                    "shared-state-operator.enabled=false")
                .orFail())
        .doesNotContain("kind: Deployment");
  }

  @Test
  void theOperatorUnderstandsWhatTheChartSets() {
    for (String[] values :
        List.of(
            new String[0],
            new String[] {"watch.scope=namespaces", "watch.namespaces={a,b}"},
            new String[] {"openshift.adaptSecurityContext=force", "imagePullSecrets={x,y}"})) {
      Map<String, String> environment =
          Chart.environment(
              Chart.operator(Chart.objects(values)).at("/spec/template/spec/containers/0"));
      environment.put("SHAREDSTATE_NAMESPACE", "system"); // from the downward API

      OperatorConfig config = OperatorConfig.from(environment);

      assertThat(config.redis().images().redis()).isEqualTo("docker.io/library/redis:8.0");
      assertThat(config.controllerName()).isEqualTo("system/r1-shared-state-operator");
    }
  }

  @Test
  void theChartsDefaultsAreTheOperatorsDefaults() {
    Map<String, String> charts =
        Chart.environment(Chart.operator(Chart.objects()).at("/spec/template/spec/containers/0"));
    charts.put("SHAREDSTATE_NAMESPACE", "system");
    Map<String, String> least = new HashMap<>();
    for (String required : List.of("NAMESPACE", "REDIS_IMAGE", "VALKEY_IMAGE")) {
      least.put("SHAREDSTATE_" + required, charts.get("SHAREDSTATE_" + required));
    }

    OperatorConfig chart = OperatorConfig.from(charts);
    OperatorConfig operator = OperatorConfig.from(least);

    assertThat(chart.redis()).isEqualTo(operator.redis());
    assertThat(chart.timing()).isEqualTo(operator.timing());
    assertThat(chart.masterKeySecret()).isEqualTo(operator.masterKeySecret());
  }

  @Test
  void theReadmeNamesEveryValue() throws IOException {
    String readme = Files.readString(Workspace.chart().resolve("README.md"));
    JsonNode values = Chart.read(Workspace.chart().resolve("values.yaml"));

    assertThat(leaves("", values))
        .isNotEmpty()
        .allMatch(leaf -> readme.contains("`" + leaf + "` | `"));
  }

  private static List<String> leaves(String path, JsonNode node) {
    if (!node.isObject() || node.isEmpty()) {
      return List.of(path);
    }
    List<String> leaves = new ArrayList<>();
    node.properties()
        .forEach(
            field ->
                leaves.addAll(
                    leaves(
                        path.isEmpty() ? field.getKey() : path + "." + field.getKey(),
                        field.getValue())));
    return leaves;
  }

  @Test
  void onOpenShiftNoUidIsFixed() {
    JsonNode container =
        Chart.operator(Chart.objects("openshift.adaptSecurityContext=force"))
            .at("/spec/template/spec/containers/0");

    assertThat(Chart.environment(container)).containsEntry("SHAREDSTATE_RUN_AS_USER", "");
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path target = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else {
          Files.copy(file, target);
        }
      }
    }
  }
}
