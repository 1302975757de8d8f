// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.kube;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sharedstate.api.v1alpha1.PolicyStatus;
import dev.sharedstate.controller.model.PolicyKind;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the CRD that the API server serves knows every field that this operator uses. An API
 * server drops what its CRD does not know without a word: better not to start. Read from the
 * published schema, which everybody may read: no permission on CRDs is needed.
 */
public final class CrdCheck {
  private static final Logger LOG = LoggerFactory.getLogger(CrdCheck.class);
  private static final String PATH = "/openapi/v3/apis/sharedstate.dev/v1alpha1";
  private static final String SCHEMAS = "dev.sharedstate.v1alpha1.";

  private CrdCheck() {}

  /**
   * Waits for the CRD: a chart installs it at the same time, and it is published a little later.
   *
   * @throws IllegalStateException with what to do, if it is missing or too old after that time
   */
  public static void await(KubernetesClient client, List<PolicyKind<?>> kinds, Duration patience) {
    long end = System.nanoTime() + patience.toNanos();
    String problem = problem(client.raw(PATH), kinds);
    while (!problem.isEmpty()) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException(problem);
      }
      LOG.atInfo().log("waiting for the CRD: {}", problem);
      try {
        Thread.sleep(1000);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(problem, e);
      }
      problem = problem(client.raw(PATH), kinds);
    }
  }

  /** What is wrong with the published schema, as a sentence with the remedy; empty if nothing. */
  static String problem(String openApi, List<PolicyKind<?>> kinds) {
    JsonNode schemas;
    try {
      schemas =
          new ObjectMapper()
              .readTree(openApi == null ? "{}" : openApi)
              .path("components")
              .path("schemas");
    } catch (JsonProcessingException e) {
      return "the API server's schema cannot be read: " + e.getOriginalMessage();
    }
    return kinds.stream()
        .map(kind -> problem(schemas, kind))
        .filter(problem -> !problem.isEmpty())
        .findFirst()
        .orElse("");
  }

  private static String problem(JsonNode schemas, PolicyKind<?> kind) {
    String crd = HasMetadata.getFullResourceName(kind.resourceType());
    JsonNode schema = schemas.path(SCHEMAS + kind.traits().kind());
    if (schema.isMissingNode()) {
      return "the CRD " + crd + " is not installed: apply the files of crds/";
    }
    List<String> missing = new ArrayList<>();
    fields(kind.specType(), schema.path("properties").path("spec"), "spec", missing);
    fields(PolicyStatus.class, schema.path("properties").path("status"), "status", missing);
    return missing.isEmpty()
        ? ""
        : "the CRD "
            + crd
            + " is older than this operator (it lacks "
            + String.join(", ", missing)
            + "): apply the files of crds/ of this version";
  }

  /** Our records all the way down; what is below a field that is missing is not asked for. */
  private static void fields(Type type, JsonNode schema, String path, List<String> missing) {
    if (type instanceof ParameterizedType list && list.getRawType() == List.class) {
      fields(list.getActualTypeArguments()[0], schema.path("items"), path + "[]", missing);
    } else if (type instanceof Class<?> record && record.isRecord()) {
      for (RecordComponent component : record.getRecordComponents()) {
        String field = path + "." + component.getName();
        if (schema.path("properties").has(component.getName())) {
          JsonNode found = schema.path("properties").path(component.getName());
          fields(component.getGenericType(), found, field, missing);
        } else {
          missing.add(field);
        }
      }
    }
  }
}
