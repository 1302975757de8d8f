// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.crd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What the CRDs do on a real API server; one subclass per version of Kubernetes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class CrdContract {
  private static final String CRDS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  private static final String GROUP = "/apis/sharedstate.dev/v1alpha1";
  private static final String POLICIES = path(TestedKind.RATE_LIMITS);

  private final String version;
  private ApiServer server;

  CrdContract(String version) {
    this.version = version;
  }

  @BeforeAll
  void install() throws InterruptedException {
    server = ApiServer.start(version);
    for (TestedKind kind : TestedKind.values()) {
      install(kind);
    }
  }

  private void install(TestedKind kind) throws InterruptedException {
    ApiServer.Answer created = server.post(CRDS, kind.text());
    assertThat(created.ok()).as(created.message()).isTrue();
    JsonNode conditions = created.body().at("/status/conditions");
    for (int i = 0; i < 100 && !isTrue(conditions, "Established"); i++) {
      Thread.sleep(100);
      conditions = server.get(CRDS + "/" + kind.crd()).body().at("/status/conditions");
    }
    assertThat(isTrue(conditions, "Established")).as("%s", conditions).isTrue();
    assertThat(isTrue(conditions, "NonStructuralSchema")).as("%s", conditions).isFalse();
    for (int i = 0; i < 100 && !server.get(path(kind)).ok(); i++) {
      Thread.sleep(100);
    }
  }

  @AfterAll
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  @TestFactory
  Stream<DynamicTest> validFilesAreKeptAsTheyWereSent() {
    return each(TestedKind::valid, this::create);
  }

  private void create(TestedKind kind, ExampleFile file) {
    ApiServer.Answer created = server.post(path(kind), file.text());
    assertThat(created.ok()).as(file.name() + ": " + created.message()).isTrue();
    JsonNode kept = remove(kind, file.tree());
    assertThat(kept.get("spec")).isEqualTo(file.tree().get("spec"));
  }

  @TestFactory
  Stream<DynamicTest> invalidFilesAreRefusedInTheirWords() {
    return each(TestedKind::invalid, this::refuse);
  }

  private void refuse(TestedKind kind, ExampleFile file) {
    ApiServer.Answer answer = server.post(path(kind), file.text());
    if (answer.ok()) {
      remove(kind, file.tree());
    }
    assertThat(answer.code()).as(file.name()).isIn(400, 422);
    assertThat(answer.message())
        .as(file.name())
        .contains(file.expected())
        .doesNotContain("evaluating rule"); // that a rule failed itself, which helps nobody
  }

  @TestFactory
  Stream<DynamicTest> editsAreTakenOrRefusedInTheirWords() {
    return each(TestedKind::edits, this::edit);
  }

  private void edit(TestedKind kind, ExampleFile file) {
    ApiServer.Answer created = server.post(path(kind), file.before().text());
    assertThat(created.ok()).as(file.name() + ": " + created.message()).isTrue();
    ObjectNode after = (ObjectNode) file.after().tree();
    ((ObjectNode) after.get("metadata"))
        .set("resourceVersion", created.body().at("/metadata/resourceVersion"));
    ApiServer.Answer answer = server.put(path(kind) + "/" + file.name(), after.toString());
    remove(kind, created.body());
    if (file.expected().isEmpty()) {
      assertThat(answer.ok()).as(file.name() + ": " + answer.message()).isTrue();
    } else {
      assertThat(answer.code()).as(file.name()).isEqualTo(422);
      assertThat(answer.message()).as(file.name()).contains(file.expected());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"RATE_LIMITS", "LEASES"})
  void aFreshPolicySaysThatNobodyHasLooked(TestedKind kind) {
    ExampleFile file = kind.valid("minimal");
    JsonNode created = server.post(path(kind), file.text()).body();
    JsonNode kept = remove(kind, file.tree());
    assertThat(created.get("status")).isEqualTo(Yaml.parse("{observedGeneration: -1}"));
    assertThat(kept.get("status")).isEqualTo(Yaml.parse("{observedGeneration: -1}"));
  }

  @Test
  void anInvalidEditIsRefusedAndTheOldSpecStays() {
    ExampleFile file = TestedKind.RATE_LIMITS.valid("minimal");
    server.post(POLICIES, file.text());
    ObjectNode edited = (ObjectNode) server.get(POLICIES + "/minimal").body();
    ((ObjectNode) edited.at("/spec/limits/0")).put("window", "8785h");
    ApiServer.Answer answer = server.put(POLICIES + "/minimal", edited.toString());
    JsonNode kept = remove(TestedKind.RATE_LIMITS, file.tree());
    assertThat(answer.code()).isEqualTo(422);
    assertThat(answer.message()).contains("limits[].window must be from 1ms to 8784h");
    assertThat(kept.get("spec")).isEqualTo(file.tree().get("spec"));
  }

  @Test
  void twoManagersOwnOneLimitEach() {
    String limit =
        """
        {apiVersion: sharedstate.dev/v1alpha1, kind: RateLimitPolicy, metadata: {name: shared},
         spec: {limits: [{name: %s, algorithm: FixedWindow, limit: 1, window: 1s, onUnavailable: Deny}]}}
        """;
    server.apply(POLICIES + "/shared", "one", limit.formatted("a"));
    server.apply(POLICIES + "/shared", "two", limit.formatted("b"));
    assertThat(names(server.get(POLICIES + "/shared").body().at("/spec/limits"), "name"))
        .containsExactly("a", "b");
    server.delete(POLICIES + "/shared");
  }

  @Test
  void kubectlShowsTheColumns() {
    ExampleFile file = TestedKind.RATE_LIMITS.valid("minimal");
    server.post(POLICIES, file.text());
    ApiServer.Answer status =
        server.apply(POLICIES + "/minimal/status", "operator", StatusExample.READY);
    JsonNode table = server.table(POLICIES).body();
    remove(TestedKind.RATE_LIMITS, file.tree());

    assertThat(status.ok()).as(status.message()).isTrue();
    JsonNode columns = table.get("columnDefinitions");
    assertThat(names(columns, "name"))
        .containsExactly(
            "Name", "Ready", "Reason", "Endpoint", "Age", "Message", "Version", "MaxMemory");
    assertThat(names(columns, "priority")).containsExactly("0", "0", "0", "0", "0", "1", "1", "1");
    JsonNode cells = table.at("/rows/0/cells");
    assertThat(cells.get(4).asText()).matches("\\d+s");
    ((ArrayNode) cells).remove(4);
    assertThat(cells)
        .isEqualTo(
            Yaml.parse(
                "[minimal, 'True', Enforced, 'minimal-rl.default.svc:6379',"
                    + " All limits are enforced., 8.0.2, 209715200]"));
  }

  @Test
  void aStatusOutOfShapeIsRefused() {
    ExampleFile file = TestedKind.RATE_LIMITS.valid("minimal");
    server.post(POLICIES, file.text());
    List<String> refused = new ArrayList<>();
    StatusExample.WRONG.forEach(
        (text, expected) -> {
          ApiServer.Answer answer = server.apply(POLICIES + "/minimal/status", "operator", text);
          if (answer.ok() || !answer.message().contains(expected)) {
            refused.add(expected + " but got: " + answer.message());
          }
        });
    remove(TestedKind.RATE_LIMITS, file.tree());
    assertThat(refused).isEmpty();
  }

  @Test
  void kubectlShowsHowFarAnInstanceHasCome() {
    ExampleFile file = TestedKind.EPOCHS.valid("full");
    server.post(path(TestedKind.EPOCHS), file.text());
    JsonNode table = server.table(path(TestedKind.EPOCHS)).body();
    remove(TestedKind.EPOCHS, file.tree());
    assertThat(names(table.get("columnDefinitions"), "name"))
        .containsExactly("Name", "Epoch", "Quarantine Until", "Age");
    ArrayNode cells = (ArrayNode) table.at("/rows/0/cells");
    cells.remove(3);
    assertThat(cells).isEqualTo(Yaml.parse("[full, 5000000, '2026-12-01T12:00:30Z']"));
  }

  /** So that an operator that writes by update with a version cannot be overtaken. */
  @Test
  void anEpochOfAnOldVersionIsNotWritten() {
    ExampleFile file = TestedKind.EPOCHS.valid("minimal");
    String one = path(TestedKind.EPOCHS) + "/minimal";
    ObjectNode first = (ObjectNode) server.post(path(TestedKind.EPOCHS), file.text()).body();
    ObjectNode second = first.deepCopy();
    ((ObjectNode) first.get("spec")).put("epoch", 5_000_001);
    ((ObjectNode) second.get("spec")).put("epoch", 5_000_002);
    ApiServer.Answer written = server.put(one, first.toString());
    ApiServer.Answer overtaken = server.put(one, second.toString());
    JsonNode kept = remove(TestedKind.EPOCHS, file.tree());
    assertThat(written.ok()).as(written.message()).isTrue();
    assertThat(overtaken.code()).isEqualTo(409);
    assertThat(kept.at("/spec/epoch").asLong()).isEqualTo(5_000_001);
  }

  @ParameterizedTest
  @CsvSource({
    "RATE_LIMITS, ratelimitpolicy, ssrl",
    "LEASES, leasepolicy, sslease",
    "EPOCHS, instanceepoch, ssepoch"
  })
  void kubectlFindsItByShortNameAndCategory(TestedKind tested, String singular, String shortName) {
    JsonNode kind = null;
    for (JsonNode resource : server.get(GROUP).body().get("resources")) {
      kind = resource.get("name").asText().equals(tested.plural()) ? resource : kind;
    }
    assertThat(kind).isNotNull();
    assertThat(kind.get("kind").asText()).isEqualTo(tested.kind());
    assertThat(kind.get("namespaced").asBoolean()).isTrue();
    assertThat(kind.get("singularName").asText()).isEqualTo(singular);
    assertThat(kind.get("shortNames")).isEqualTo(Yaml.parse("[" + shortName + "]"));
    assertThat(kind.get("categories")).isEqualTo(Yaml.parse("[sharedstate]"));
  }

  @Test
  void kubectlExplainsTheFields() throws InterruptedException {
    String pointer =
        "/components/schemas/dev.sharedstate.v1alpha1.RateLimitPolicy/properties/spec"
            + "/properties/limits/items/properties/window/description";
    JsonNode text = server.get("/openapi/v3" + GROUP).body().at(pointer);
    for (int i = 0; i < 100 && text.isMissingNode(); i++) {
      Thread.sleep(100); // published by a loop of its own
      text = server.get("/openapi/v3" + GROUP).body().at(pointer);
    }
    assertThat(text.asText()).startsWith("Length of the window, 1ms to 8784h");
  }

  private Stream<DynamicTest> each(
      Function<TestedKind, List<ExampleFile>> files, BiConsumer<TestedKind, ExampleFile> test) {
    return Stream.of(TestedKind.values())
        .flatMap(
            kind ->
                files.apply(kind).stream()
                    .map(
                        file ->
                            dynamicTest(
                                kind.plural() + " " + file.name(), () -> test.accept(kind, file))));
  }

  private static String path(TestedKind kind) {
    return GROUP + "/namespaces/default/" + kind.plural();
  }

  /** Reads the object back and deletes it. */
  private JsonNode remove(TestedKind kind, JsonNode object) {
    String path = path(kind) + "/" + object.at("/metadata/name").asText();
    JsonNode kept = server.get(path).body();
    server.delete(path);
    return kept;
  }

  private static boolean isTrue(JsonNode conditions, String type) {
    for (JsonNode condition : conditions) {
      if (condition.path("type").asText().equals(type)) {
        return condition.path("status").asText().equals("True");
      }
    }
    return false;
  }

  private static List<String> names(JsonNode list, String field) {
    List<String> names = new ArrayList<>();
    list.forEach(item -> names.add(item.path(field).asText()));
    return names;
  }
}
