// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.resource;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sharedstate.api.model.RateLimitEntry;
import dev.sharedstate.api.v1alpha1.Algorithm;
import dev.sharedstate.controller.model.DesiredInstance;
import java.util.LinkedHashMap;
import java.util.Map;

/** The published contract: what a client may want to know of its policy, every default filled. */
final class Contract {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** How long a client should wait before it follows onUnavailable. */
  private static final Map<String, Object> TIMEOUTS = timeouts();

  private Contract() {}

  static String json(DesiredInstance desired) {
    Map<String, Object> contract = new LinkedHashMap<>();
    contract.put("kind", desired.owner().kind());
    contract.put("namespace", desired.owner().namespace());
    contract.put("name", desired.owner().name());
    contract.put("generation", desired.owner().generation());
    contract.put("timeouts", TIMEOUTS);
    contract.put("entries", desired.entries().stream().map(Contract::entry).toList());
    try {
      return JSON.writeValueAsString(contract);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("maps of text and numbers", e);
    }
  }

  private static Map<String, Object> entry(RateLimitEntry entry) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("name", entry.name());
    map.put("algorithm", entry.algorithm().name());
    map.put("limit", entry.limit());
    map.put("windowMillis", entry.windowMillis());
    if (entry.algorithm() == Algorithm.TokenBucket) {
      map.put("capacity", entry.capacity());
    } else {
      map.put("countRejected", entry.countRejected());
    }
    map.put("onUnavailable", entry.onUnavailable().name());
    return map;
  }

  private static Map<String, Object> timeouts() {
    Map<String, Object> timeouts = new LinkedHashMap<>();
    timeouts.put("connectMillis", 1000);
    timeouts.put("commandMillis", 500);
    return timeouts;
  }
}
