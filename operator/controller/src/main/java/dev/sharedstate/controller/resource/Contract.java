// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.resource;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
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
    contract.put("entries", desired.program().contract());
    try {
      return JSON.writeValueAsString(contract);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("maps of text and numbers", e);
    }
  }

  private static Map<String, Object> timeouts() {
    Map<String, Object> timeouts = new LinkedHashMap<>();
    timeouts.put("connectMillis", 1000);
    timeouts.put("commandMillis", 500);
    return timeouts;
  }
}
