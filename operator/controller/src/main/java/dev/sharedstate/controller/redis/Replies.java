// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.redis;

import dev.sharedstate.controller.redis.Observation.LibraryInfo;
import dev.sharedstate.controller.redis.Observation.LibraryStats;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the flat arrays of the libraries. What has another shape was not written by us: it is
 * answered as absent, so that a pass replaces the library.
 */
final class Replies {
  private static final int INFO_FIELDS = 9;

  private Replies() {}

  /** {@code [name, uid, generation, version, digest, layout, load_id, epoch, test clock]}. */
  static Optional<LibraryInfo> info(List<Object> reply) {
    if (reply == null || reply.size() < INFO_FIELDS) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new LibraryInfo(
              text(reply.get(0)),
              text(reply.get(1)),
              number(reply.get(2)),
              text(reply.get(3)),
              text(reply.get(4)),
              number(reply.get(5)),
              text(reply.get(6)),
              number(reply.get(7)),
              number(reply.get(8)) != 0));
    } catch (NumberFormatException notOurs) {
      return Optional.empty();
    }
  }

  /** {@code [load_id, name, value, name, value, …]}. */
  static Optional<LibraryStats> stats(List<Object> reply) {
    if (reply == null || reply.size() % 2 == 0 || text(reply.get(0)).isEmpty()) {
      return Optional.empty();
    }
    Map<String, Long> counters = new LinkedHashMap<>();
    try {
      for (int i = 1; i < reply.size(); i += 2) {
        counters.put(text(reply.get(i)), number(reply.get(i + 1)));
      }
    } catch (NumberFormatException notOurs) {
      return Optional.empty();
    }
    return Optional.of(new LibraryStats(text(reply.get(0)), Map.copyOf(counters)));
  }

  /** Name to text of FUNCTION LIST; the text is empty without WITHCODE. */
  static Map<String, String> libraries(List<Object> reply) {
    Map<String, String> libraries = new LinkedHashMap<>();
    for (Object library : reply) {
      List<?> pairs = (List<?>) library;
      String name = "";
      String code = "";
      for (int i = 0; i + 1 < pairs.size(); i += 2) {
        switch (text(pairs.get(i))) {
          case "library_name" -> name = text(pairs.get(i + 1));
          case "library_code" -> code = text(pairs.get(i + 1));
          default -> {} // engine, functions
        }
      }
      libraries.put(name, code);
    }
    return libraries;
  }

  private static String text(Object element) {
    return element == null ? "" : element.toString();
  }

  private static long number(Object element) {
    return element instanceof Long number ? number : Long.parseLong(text(element));
  }
}
