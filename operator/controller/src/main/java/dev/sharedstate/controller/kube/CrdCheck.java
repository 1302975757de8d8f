// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.kube;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sharedstate.api.v1alpha1.PolicyStatus;
import dev.sharedstate.api.v1alpha1.RateLimit;
import dev.sharedstate.api.v1alpha1.RateLimitPolicySpec;
import dev.sharedstate.api.v1alpha1.RedisSpec;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.lang.reflect.RecordComponent;
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
  private static final String SCHEMA = "dev.sharedstate.v1alpha1.RateLimitPolicy";

  private CrdCheck() {}

  /**
   * Waits for the CRD: a chart installs it at the same time, and it is published a little later.
   *
   * @throws IllegalStateException with what to do, if it is missing or too old after that time
   */
  public static void await(KubernetesClient client, Duration patience) {
    long end = System.nanoTime() + patience.toNanos();
    String problem = problem(client.raw(PATH));
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
      problem = problem(client.raw(PATH));
    }
  }

  /** What is wrong with the published schema, as a sentence with the remedy; empty if nothing. */
  static String problem(String openApi) {
    if (openApi == null) {
      return "the CRD ratelimitpolicies.sharedstate.dev is not installed: apply the files of crds/";
    }
    JsonNode properties;
    try {
      properties =
          new ObjectMapper()
              .readTree(openApi)
              .path("components")
              .path("schemas")
              .path(SCHEMA)
              .path("properties");
    } catch (JsonProcessingException e) {
      return "the API server's schema cannot be read: " + e.getOriginalMessage();
    }
    JsonNode spec = properties.path("spec").path("properties");
    List<String> missing = new ArrayList<>();
    fields(RateLimitPolicySpec.class, spec, "spec", missing);
    fields(
        RateLimit.class,
        spec.path("limits").path("items").path("properties"),
        "spec.limits[]",
        missing);
    fields(RedisSpec.class, spec.path("redis").path("properties"), "spec.redis", missing);
    fields(PolicyStatus.class, properties.path("status").path("properties"), "status", missing);
    return missing.isEmpty()
        ? ""
        : "the CRD ratelimitpolicies.sharedstate.dev is older than this operator (it lacks "
            + String.join(", ", missing)
            + "): apply the files of crds/ of this version";
  }

  private static void fields(
      Class<?> type, JsonNode properties, String path, List<String> missing) {
    for (RecordComponent component : type.getRecordComponents()) {
      if (!properties.has(component.getName())) {
        missing.add(path + "." + component.getName());
      }
    }
  }
}
