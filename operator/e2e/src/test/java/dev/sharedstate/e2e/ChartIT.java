// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sharedstate.e2e.harness.Chart;
import dev.sharedstate.e2e.harness.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** The chart, rendered by the real helm. */
class ChartIT {
  @Test
  void strictLintIsClean() {
    assertThat(Workspace.helm("lint", "--strict", Workspace.chart().toString()).orFail())
        .contains("0 chart(s) failed");
  }

  @Test
  void scopeNamespacesRendersNoClusterRole() {
    List<JsonNode> objects =
        Chart.objects("watch.scope=namespaces", "watch.namespaces={team-a,team-b}");

    assertThat(objects)
        .extracting(object -> object.path("kind").asText())
        .doesNotContain("ClusterRole", "ClusterRoleBinding");
    assertThat(Chart.ofKind(objects, "Role"))
        .extracting(role -> role.at("/metadata/namespace").asText())
        .containsExactlyInAnyOrder("system", "team-a", "team-b");
    assertThat(Chart.environment(Chart.operator(objects).at("/spec/template/spec/containers/0")))
        .containsEntry("SHAREDSTATE_WATCH_NAMESPACES", "team-a,team-b");
  }

  @Test
  void scopeNamespacesWithoutAListIsTheOwnNamespace() {
    List<JsonNode> objects = Chart.objects("watch.scope=namespaces");

    assertThat(Chart.environment(Chart.operator(objects).at("/spec/template/spec/containers/0")))
        .containsEntry("SHAREDSTATE_WATCH_NAMESPACES", "system");
  }

  @Test
  void rightsAreNarrow() {
    List<JsonNode> rules =
        Chart.objects().stream()
            .filter(object -> object.path("kind").asText().endsWith("Role"))
            .flatMap(role -> StreamSupport.stream(role.path("rules").spliterator(), false))
            .toList();

    assertThat(rules).isNotEmpty().noneMatch(rule -> rule.toString().contains("\"*\""));
    assertThat(rules).noneMatch(rule -> rule.toString().contains("pods/exec"));
    assertThat(rules)
        .filteredOn(rule -> rule.path("resources").toString().contains("secrets"))
        .isNotEmpty()
        .noneMatch(rule -> rule.path("verbs").toString().matches(".*(list|watch|delete).*"));
  }

  @Test
  void everyPodIsRestricted() {
    JsonNode pod = Chart.operator(Chart.objects()).at("/spec/template/spec");

    assertThat(pod.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
    assertThat(pod.at("/securityContext/seccompProfile/type").asText()).isEqualTo("RuntimeDefault");
    assertThat(pod.path("containers")).isNotEmpty();
    for (JsonNode container : pod.path("containers")) {
      JsonNode security = container.path("securityContext");
      assertThat(security.path("allowPrivilegeEscalation").asBoolean(true)).isFalse();
      assertThat(security.path("readOnlyRootFilesystem").asBoolean()).isTrue();
      assertThat(security.at("/capabilities/drop").toString()).isEqualTo("[\"ALL\"]");
    }
  }

  @Test
  void twoRendersAreEqual() {
    String[] everything = {
      "monitoring.serviceMonitor.enabled=true",
      "podDisruptionBudget.enabled=true",
      "replicaCount=2",
      "commonLabels.team=a",
      "commonLabels.area=b"
    };
    assertThat(Chart.render(everything).orFail()).isEqualTo(Chart.render(everything).orFail());
  }

  @Test
  void twoReleasesOfOneNameShareNoClusterScopedObject() {
    Set<String> names = new HashSet<>();
    for (String namespace : List.of("a", "b", "n".repeat(63), "n".repeat(62) + "o")) {
      Chart.parse(Chart.renderRelease("same", namespace, "crds.enabled=false").orFail()).stream()
          .filter(object -> object.path("kind").asText().startsWith("Cluster"))
          .map(object -> object.path("kind").asText() + "/" + object.at("/metadata/name").asText())
          .forEach(name -> assertThat(names.add(name)).as(name + " twice").isTrue());
    }
    assertThat(names).hasSize(16);
  }

  @Test
  void crdsAreTheGeneratedOnesAndKept() throws IOException {
    List<JsonNode> crds = Chart.ofKind(Chart.objects(), "CustomResourceDefinition");
    List<JsonNode> unkept =
        Chart.ofKind(Chart.objects("crds.keep=false"), "CustomResourceDefinition");

    try (Stream<Path> files = Files.list(Workspace.root().resolve("crds"))) {
      List<JsonNode> generated =
          files.filter(f -> f.toString().endsWith("ml")).map(Chart::read).toList();
      assertThat(crds).isNotEmpty().hasSameSizeAs(generated);
      assertThat(crds)
          .extracting(crd -> crd.path("spec"))
          .containsExactlyInAnyOrderElementsOf(
              generated.stream().map(crd -> crd.path("spec")).toList());
    }
    assertThat(crds)
        .allMatch(
            crd ->
                crd.at("/metadata/annotations/helm.sh~1resource-policy").asText().equals("keep"));
    assertThat(unkept).allMatch(crd -> !crd.toString().contains("helm.sh/resource-policy"));
    assertThat(Chart.ofKind(Chart.objects("crds.enabled=false"), "CustomResourceDefinition"))
        .isEmpty();
  }

  @Test
  void theServiceMonitorCarriesTheLabelThatAPrometheusLooksFor() {
    List<JsonNode> monitors =
        Chart.ofKind(
            Chart.objects(
                "monitoring.serviceMonitor.enabled=true",
                "monitoring.additionalLabels.release=kube-prometheus-stack"),
            "ServiceMonitor");

    assertThat(monitors).hasSize(1);
    assertThat(monitors.get(0).at("/metadata/labels/release").asText())
        .isEqualTo("kube-prometheus-stack");
  }
}
