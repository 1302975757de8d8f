// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.resource;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sharedstate.controller.model.Labels;
import dev.sharedstate.functions.Digests;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Map;
import java.util.TreeMap;

/** Hashes of desired objects. */
public final class Hashes {
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS).build();

  private Hashes() {}

  /**
   * Puts the hash of the object into its annotation. A live object with another hash was written
   * from something else: so a field that is no longer sent is seen, and taken away.
   */
  public static <T extends HasMetadata> T stamp(T object) {
    String hash = Digests.sha256(json(object)).substring(0, 16);
    Map<String, String> annotations = new TreeMap<>();
    if (object.getMetadata().getAnnotations() != null) {
      annotations.putAll(object.getMetadata().getAnnotations());
    }
    annotations.put(Labels.DESIRED_HASH, hash);
    object.getMetadata().setAnnotations(annotations);
    return object;
  }

  private static String json(Object object) {
    try {
      return JSON.writeValueAsString(object);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a Kubernetes object that is not JSON", e);
    }
  }
}
