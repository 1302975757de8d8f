// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.kube;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Whether a live object already is what we would send: every field of ours is there with our value.
 * What the API server fills in and what others add beside it does not count; where the API treats a
 * map or list as one value, that value has to be ours entirely.
 */
public final class SubsetMatcher {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Maps that are one value. */
  private static final Set<String> ATOMIC_MAPS =
      Set.of("/spec/selector", "/spec/template/spec/nodeSelector");

  /** What tells the elements of a list apart; other lists are one value. */
  private static final Map<String, List<String>> MERGE_KEYS =
      Map.of(
          "containers", List.of("name"),
          "volumes", List.of("name"),
          "volumeMounts", List.of("mountPath"),
          "env", List.of("name"),
          "imagePullSecrets", List.of("name"),
          "ownerReferences", List.of("uid"),
          "ports", List.of("name", "port", "containerPort", "protocol"));

  /** Maps and fields whose values are amounts: 1Gi is 1024Mi. */
  private static final Set<String> QUANTITIES = Set.of("requests", "limits", "sizeLimit");

  private SubsetMatcher() {}

  /** True if sending {@code desired} would change nothing. */
  public static boolean matches(Object desired, Object live) {
    return difference(desired, live).isEmpty();
  }

  /** The path of the first field that differs. */
  public static Optional<String> difference(Object desired, Object live) {
    return compare("", JSON.valueToTree(desired), JSON.valueToTree(live));
  }

  private static Optional<String> compare(String path, JsonNode desired, JsonNode live) {
    if (live == null || live.isNull() || live.isMissingNode()) {
      return Optional.of(path);
    }
    if (desired.isObject() && live.isObject()) {
      return object(path, desired, live);
    }
    if (desired.isArray() && live.isArray()) {
      return array(path, desired, live);
    }
    return same(path, desired, live) ? Optional.empty() : Optional.of(path);
  }

  private static Optional<String> object(String path, JsonNode desired, JsonNode live) {
    if (ATOMIC_MAPS.contains(path) && desired.size() != live.size()) {
      return Optional.of(path);
    }
    for (Map.Entry<String, JsonNode> field : desired.properties()) {
      Optional<String> difference =
          compare(path + "/" + field.getKey(), field.getValue(), live.get(field.getKey()));
      if (difference.isPresent()) {
        return difference;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> array(String path, JsonNode desired, JsonNode live) {
    List<String> keys = MERGE_KEYS.get(path.substring(path.lastIndexOf('/') + 1));
    if (keys == null) {
      if (desired.size() != live.size()) {
        return Optional.of(path);
      }
      for (int i = 0; i < desired.size(); i++) {
        Optional<String> difference = compare(path + "/" + i, desired.get(i), live.get(i));
        if (difference.isPresent()) {
          return difference;
        }
      }
      return Optional.empty();
    }
    for (JsonNode element : desired) {
      Optional<JsonNode> partner = partner(keys, element, live);
      String elementPath = path + "/" + element.path(keys.get(0)).asText();
      Optional<String> difference =
          partner.isPresent()
              ? compare(elementPath, element, partner.get())
              : Optional.of(elementPath);
      if (difference.isPresent()) {
        return difference;
      }
    }
    return Optional.empty();
  }

  private static Optional<JsonNode> partner(List<String> keys, JsonNode element, JsonNode live) {
    for (JsonNode candidate : live) {
      if (keys.stream()
          .filter(element::has)
          .allMatch(key -> element.get(key).equals(candidate.get(key)))) {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }

  private static boolean same(String path, JsonNode desired, JsonNode live) {
    if (desired.equals(live) || desired.isNumber() && desired.asText().equals(live.asText())) {
      return true;
    }
    return isQuantity(path) && sameAmount(desired, live);
  }

  private static boolean isQuantity(String path) {
    String[] parts = path.split("/");
    return QUANTITIES.contains(parts[parts.length - 1])
        || parts.length > 1 && QUANTITIES.contains(parts[parts.length - 2]);
  }

  private static boolean sameAmount(JsonNode desired, JsonNode live) {
    try {
      return amount(desired).compareTo(amount(live)) == 0;
    } catch (IllegalArgumentException noAmount) {
      return false;
    }
  }

  private static BigDecimal amount(JsonNode node) {
    return Quantity.parse(node.asText()).getNumericalAmount();
  }
}
