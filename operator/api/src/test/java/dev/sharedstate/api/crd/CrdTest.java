// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.crd;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What can be said of the generated CRDs without an API server. */
class CrdTest {
  private static final int MAX_BYTES = 200 * 1024;

  @ParameterizedTest
  @EnumSource
  void theFilesAreWhatTheClassesSay(TestedKind kind) throws Exception {
    String generated = CrdWriter.generate(kind.type());
    assertThat(Yaml.read(kind.path())).isEqualTo(generated);
    assertThat(Yaml.read(kind.chartPath())).isEqualTo(generated);
    assertThat(generated).startsWith("# SPDX-License-Identifier: Apache-2.0\n# Generated");
  }

  @ParameterizedTest
  @EnumSource
  void itIsSmallEnoughForEveryTool(TestedKind kind) {
    assertThat(kind.text().getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(MAX_BYTES);
    assertThat(Yaml.parse(kind.text()).toString().length()).isLessThan(MAX_BYTES);
  }

  @ParameterizedTest
  @EnumSource
  void everyFieldIsDescribed(TestedKind kind) {
    List<String> bare = new ArrayList<>();
    walk(
        "",
        kind.schema(),
        (path, field) -> {
          if (!path.endsWith("[]") && field.path("description").asText().isBlank()) {
            bare.add(path);
          }
        });
    assertThat(bare).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void everyOptionalFieldOfTheSpecSaysWhatAbsentMeans(TestedKind kind) {
    List<String> silent = new ArrayList<>();
    walk(
        "spec",
        kind.schema().at("/properties/spec"),
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

  @ParameterizedTest
  @EnumSource
  void everythingIsBounded(TestedKind kind) {
    List<String> unbounded = new ArrayList<>();
    walk(
        "",
        kind.schema(),
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

  @ParameterizedTest
  @EnumSource
  void theSpecHasNoDefaults(TestedKind kind) {
    List<String> defaults = new ArrayList<>();
    walk(
        "",
        kind.schema(),
        (path, field) -> {
          if (field.has("default")) {
            defaults.add(path + " " + field.get("default"));
          }
        });
    assertThat(defaults)
        .isEqualTo(
            kind == TestedKind.EPOCHS ? List.of() : List.of(".status {\"observedGeneration\":-1}"));
  }

  /** So the files of rate limits show for all what is refused there. */
  @Test
  void redisStatusAndColumnsAreTheSameForAllPolicies() {
    JsonNode version = TestedKind.RATE_LIMITS.version();
    JsonNode other = TestedKind.LEASES.version();
    for (String part :
        List.of(
            "/schema/openAPIV3Schema/properties/spec/properties/redis",
            "/schema/openAPIV3Schema/properties/status",
            "/schema/openAPIV3Schema/x-kubernetes-validations",
            "/additionalPrinterColumns",
            "/subresources")) {
      assertThat(version.at(part).isMissingNode()).as(part).isFalse();
      assertThat(other.at(part)).as(part).isEqualTo(version.at(part));
    }
  }

  @Test
  void anEpochHasNoStatus() {
    assertThat(TestedKind.EPOCHS.schema().at("/properties/status").isMissingNode()).isTrue();
    assertThat(TestedKind.EPOCHS.version().has("subresources")).isFalse();
  }

  /** Rate limits have files with amounts in many spellings, which are read as the same amount. */
  @ParameterizedTest
  @EnumSource(names = "RATE_LIMITS", mode = EnumSource.Mode.EXCLUDE)
  void whatIsReadIsWrittenTheSame(TestedKind kind) {
    assertThat(kind.valid())
        .allSatisfy(
            file -> {
              Object read = Serialization.unmarshal(file.text(), kind.type());
              assertThat(Yaml.parse(Serialization.asJson(read))).isEqualTo(file.tree());
            });
  }

  @ParameterizedTest
  @EnumSource
  void everyRuleAndBoundHasAFileThatBreaksIt(TestedKind kind) {
    JsonNode schema = kind.schema();
    List<Constraint> constraints =
        Constraint.of("", schema).stream()
            .filter(c -> !c.where().startsWith(".status"))
            .filter(c -> kind == TestedKind.RATE_LIMITS || !c.where().startsWith(".spec.redis"))
            .toList();
    List<String> expected =
        Stream.concat(kind.invalid().stream(), kind.edits().stream())
            .flatMap(file -> file.expected().stream())
            .toList();
    assertThat(constraints).hasSizeGreaterThan(kind == TestedKind.RATE_LIMITS ? 40 : 12);
    assertThat(constraints)
        .filteredOn(
            c -> expected.stream().noneMatch(said -> c.refusal().matcher("." + said).find()))
        .extracting(Constraint::where)
        .isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void everyInvalidFileSaysWhatItExpects(TestedKind kind) {
    assertThat(kind.invalid())
        .isNotEmpty()
        .allSatisfy(file -> assertThat(file.expected()).as(file.name()).isNotEmpty());
    assertThat(kind.valid())
        .isNotEmpty()
        .allSatisfy(file -> assertThat(file.expected()).as(file.name()).isEmpty());
  }

  @ParameterizedTest
  @EnumSource
  void everyRuleNamesItsFieldAndIsStatic(TestedKind kind) {
    List<JsonNode> rules = new ArrayList<>();
    walk(
        "",
        kind.schema(),
        (path, field) -> field.path("x-kubernetes-validations").forEach(rules::add));
    assertThat(rules)
        .isNotEmpty()
        .allSatisfy(
            rule -> {
              assertThat(rule.has("messageExpression")).isFalse();
              assertThat(rule.path("message").asText())
                  .matches(
                      "(metadata\\.name|(limits|leases)\\[]\\.[a-zA-Z]+|redis\\.[a-zA-Z.:]+|epoch|maxTTL) .+");
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
