// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.redis;

import dev.sharedstate.controller.redis.Observation.DiskFigures;
import dev.sharedstate.controller.redis.Observation.ServerFigures;
import java.util.HashMap;
import java.util.Map;

/** The reply of INFO, read alike from Redis 7.0 and 8.0 and Valkey 8.1. */
final class InfoText {
  private final Map<String, String> fields = new HashMap<>();

  InfoText(String text) {
    for (String line : text.split("\r?\n")) {
      int colon = line.indexOf(':');
      if (colon > 0 && line.charAt(0) != '#') {
        fields.put(line.substring(0, colon), line.substring(colon + 1));
      }
    }
  }

  /** Valkey says {@code redis_version:7.2.4} for old clients; its own is another field. */
  String version() {
    return fields.getOrDefault("valkey_version", fields.getOrDefault("redis_version", ""));
  }

  /** {@code redis} or {@code valkey}. */
  String engine() {
    return fields.containsKey("valkey_version") ? "valkey" : "redis";
  }

  String runId() {
    return fields.getOrDefault("run_id", "");
  }

  long number(String field) {
    return parse(fields.get(field));
  }

  ServerFigures figures() {
    return new ServerFigures(
        number("used_memory"),
        number("used_memory_rss"),
        number("maxmemory"),
        number("evicted_keys"),
        number("expired_keys"),
        inner("errorstat_OOM", "count"),
        number("connected_clients"),
        number("rejected_connections"),
        keys(),
        number("uptime_in_seconds"));
  }

  DiskFigures disk() {
    return new DiskFigures(
        isOk("aof_last_write_status"),
        isOk("aof_last_bgrewrite_status"),
        number("aof_rewrite_in_progress") + number("aof_rewrite_scheduled") > 0,
        isOk("rdb_last_bgsave_status"),
        number("rdb_bgsave_in_progress") > 0,
        number("rdb_changes_since_last_save"));
  }

  private boolean isOk(String field) {
    return fields.getOrDefault(field, "ok").equals("ok");
  }

  private long keys() {
    return fields.keySet().stream()
        .filter(name -> name.matches("db\\d+"))
        .mapToLong(name -> inner(name, "keys"))
        .sum();
  }

  /** The number behind {@code name=} in a field such as {@code keys=3,expires=3}. */
  private long inner(String field, String name) {
    for (String part : fields.getOrDefault(field, "").split(",")) {
      if (part.startsWith(name + "=")) {
        return parse(part.substring(name.length() + 1));
      }
    }
    return 0;
  }

  /** A field that an engine does not have, or fills with words, counts as 0. */
  private static long parse(String value) {
    return value != null && value.matches("\\d{1,18}") ? Long.parseLong(value) : 0;
  }
}
