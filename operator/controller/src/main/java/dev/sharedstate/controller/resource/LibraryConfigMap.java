// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.resource;

import dev.sharedstate.controller.model.DesiredInstance;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code <policy>-rl-library}: what the pod loads by itself, the same as text for people, and the
 * spec it was made from, which the operator goes on with while a later one is rejected.
 */
public final class LibraryConfigMap {
  /** One line for redis-cli's standard input. */
  public static final String LOAD = "load.txt";

  public static final String TEXT = "library.lua";
  public static final String SPEC = "spec.json";
  public static final String GENERATION = "generation";

  private LibraryConfigMap() {}

  public static ConfigMap of(DesiredInstance desired) {
    Map<String, String> data = new TreeMap<>();
    data.put(LOAD, "FUNCTION LOAD " + quote(desired.library().text()) + "\n");
    data.put(TEXT, desired.library().text());
    data.put(SPEC, desired.specJson());
    data.put(GENERATION, Long.toString(desired.owner().generation()));
    return new ConfigMapBuilder()
        .withMetadata(Meta.of(desired, desired.names().library()))
        .withData(data)
        .build();
  }

  /** As redis-cli reads a quoted argument. */
  static String quote(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      switch (b) {
        case '\n' -> quoted.append("\\n");
        case '\r' -> quoted.append("\\r");
        case '\t' -> quoted.append("\\t");
        case '"' -> quoted.append("\\\"");
        case '\\' -> quoted.append("\\\\");
        default -> {
          if (b >= ' ' && b < 0x7f) {
            quoted.append((char) b);
          } else {
            quoted.append(String.format("\\x%02x", b));
          }
        }
      }
    }
    return quoted.append('"').toString();
  }
}
