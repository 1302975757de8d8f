// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.crd;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sharedstate.api.v1alpha1.RateLimitPolicy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What can be said of the generated CRD without an API server. */
class CrdTest {
  private static final int MAX_BYTES = 200 * 1024;

  @Test
  void theFilesAreWhatTheClassesSay() throws Exception {
    String generated = CrdWriter.generate(RateLimitPolicy.class);
    assertThat(Yaml.read(CrdFile.path())).isEqualTo(generated);
    assertThat(Yaml.read(CrdFile.chartPath())).isEqualTo(generated);
    assertThat(generated).startsWith("# SPDX-License-Identifier: Apache-2.0\n# Generated");
  }

  @Test
  void itIsSmallEnoughForEveryTool() {
    assertThat(CrdFile.text().getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(MAX_BYTES);
    assertThat(Yaml.parse(CrdFile.text()).toString().length()).isLessThan(MAX_BYTES);
  }

  @Test
  void everyFieldIsDescribed() {
    List<String> bare = new ArrayList<>();
    walk(
        "",
        CrdFile.schema(),
        (path, field) -> {
          if (!path.endsWith("[]") && field.path("description").asText().isBlank()) {
            bare.add(path);
          }
        });
    assertThat(bare).isEmpty();
  }

  @Test
  void everyOptionalFieldOfTheSpecSaysWhatAbsentMeans() {
    List<String> silent = new ArrayList<>();
    walk(
        "spec",
        CrdFile.schema().at("/properties/spec"),
        (path, field) -> {
          Set<String> required = new TreeSet<>();
          field.path("required").forEach(name -> required.add(name.asText()));
          field
              .path("properties")
              .properties()
              .forEach(
                  property -> {
                    String text = property.getValue().path("description").asText();
                    boolean leaf = !property.getValue().has("properties");
                    if (leaf
                        && !required.contains(property.getKey())
                        && !text.matches("(?s).*(Default:|absent means).*")) {
                      silent.add(path + "." + property.getKey());
                    }
                  });
        });
    assertThat(silent).isEmpty();
  }

  @Test
  void everythingIsBounded() {
    List<String> unbounded = new ArrayList<>();
    walk(
        "",
        CrdFile.schema(),
        (path, field) -> {
          Stream<String> needed =
              switch (field.path("type").asText()) {
                case "string" ->
                    field.has("enum") || field.has("format") ? Stream.of() : Stream.of("maxLength");
                case "array" -> Stream.of("maxItems", "x-kubernetes-list-type");
                case "integer" -> Stream.of("minimum", "format");
                case "" -> Stream.of("maxLength", "minimum", "pattern");
                default -> Stream.of();
              };
          needed.filter(keyword -> !field.has(keyword)).forEach(k -> unbounded.add(path + " " + k));
          if (path.startsWith(".spec")
              && field.path("type").asText().equals("integer")
              && !field.has("maximum")) {
            unbounded.add(path + " maximum");
          }
        });
    assertThat(unbounded).isEmpty();
  }

  @Test
  void theSpecHasNoDefaults() {
    List<String> defaults = new ArrayList<>();
    walk(
        "",
        CrdFile.schema(),
        (path, field) -> {
          if (field.has("default")) {
            defaults.add(path + " " + field.get("default"));
          }
        });
    assertThat(defaults).containsExactly(".status {\"observedGeneration\":-1}");
  }

  @Test
  void everyRuleAndBoundHasAFileThatBreaksIt() {
    JsonNode schema = CrdFile.schema();
    List<Constraint> constraints =
        Constraint.of("", schema).stream().filter(c -> !c.where().startsWith(".status")).toList();
    List<String> expected =
        Stream.concat(PolicyFile.invalid().stream(), PolicyFile.edits().stream())
            .flatMap(file -> file.expected().stream())
            .toList();
    assertThat(constraints).hasSizeGreaterThan(40);
    assertThat(constraints)
        .filteredOn(
            c -> expected.stream().noneMatch(said -> c.refusal().matcher("." + said).find()))
        .extracting(Constraint::where)
        .isEmpty();
  }

  @Test
  void everyInvalidFileSaysWhatItExpects() {
    assertThat(PolicyFile.invalid())
        .isNotEmpty()
        .allSatisfy(file -> assertThat(file.expected()).as(file.name()).isNotEmpty());
    assertThat(PolicyFile.valid())
        .isNotEmpty()
        .allSatisfy(file -> assertThat(file.expected()).as(file.name()).isEmpty());
  }

  @Test
  void everyRuleNamesItsFieldAndIsStatic() {
    List<JsonNode> rules = new ArrayList<>();
    walk(
        "",
        CrdFile.schema(),
        (path, field) -> field.path("x-kubernetes-validations").forEach(rules::add));
    assertThat(rules)
        .isNotEmpty()
        .allSatisfy(
            rule -> {
              assertThat(rule.has("messageExpression")).isFalse();
              assertThat(rule.path("message").asText())
                  .matches("(metadata\\.name|limits\\[]\\.[a-zA-Z]+|redis\\.[a-zA-Z.:]+) .+");
            });
  }

  private interface Visitor {
    void visit(String path, JsonNode field);
  }

  private static void walk(String path, JsonNode schema, Visitor visitor) {
    visitor.visit(path, schema);
    schema
        .path("properties")
        .properties()
        .forEach(property -> walk(path + "." + property.getKey(), property.getValue(), visitor));
    if (schema.has("items")) {
      walk(path + "[]", schema.get("items"), visitor);
    }
  }
}
