// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.crd;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * One thing that a schema refuses.
 *
 * @param where the path and the keyword
 * @param refusal what the API server says then
 */
record Constraint(String where, Pattern refusal) {

  /** All constraints of the schema below a field. */
  static List<Constraint> of(String field, JsonNode schema) {
    List<Constraint> found = new ArrayList<>();
    collect(field, Pattern.quote(field), schema, found);
    return found;
  }

  private static void collect(String field, String path, JsonNode schema, List<Constraint> found) {
    schema
        .properties()
        .forEach(
            entry -> {
              String refusal = refusal(entry.getKey(), entry.getValue());
              if (refusal != null) {
                found.add(
                    new Constraint(field + " " + entry.getKey(), Pattern.compile(path + refusal)));
              }
            });
    schema
        .path("required")
        .forEach(
            name ->
                found.add(
                    new Constraint(
                        field + " required " + name.asText(),
                        Pattern.compile(path + "\\." + name.asText() + ": Required value"))));
    schema.path("x-kubernetes-validations").forEach(rule -> found.add(rule(field, path, rule)));
    schema
        .path("properties")
        .properties()
        .forEach(
            property ->
                collect(
                    field + "." + property.getKey(),
                    path + "\\." + property.getKey(),
                    property.getValue(),
                    found));
    if (schema.has("items")) {
      collect(field + "[]", path + "\\[\\d+\\]", schema.get("items"), found);
    }
  }

  /** A rule of the root has no path; every other one names the field and then its message. */
  private static Constraint rule(String field, String path, JsonNode rule) {
    String at = field.isEmpty() ? "" : path + Pattern.quote(rule.path("fieldPath").asText()) + ".*";
    return new Constraint(
        field + " rule " + rule.path("rule").asText(),
        Pattern.compile(at + Pattern.quote(rule.path("message").asText()) + "$"));
  }

  private static String refusal(String keyword, JsonNode value) {
    String said = Pattern.quote(value.asText());
    return switch (keyword) {
      case "enum" -> ": Unsupported value";
      case "minimum" -> " in body should be greater than or equal to " + said;
      case "maximum" -> " in body should be less than or equal to ";
      case "minLength" -> " in body should be at least " + said + " chars long";
      case "maxLength" -> ": Too long: may not be";
      case "pattern" -> " in body should match '" + said + "'";
      case "minItems" -> " in body should have at least " + said + " items";
      case "maxItems" -> ": Too many: \\d+: must have at most " + said + " items";
      case "x-kubernetes-list-map-keys" -> "\\[\\d+\\]: Duplicate value";
      default -> null;
    };
  }
}
