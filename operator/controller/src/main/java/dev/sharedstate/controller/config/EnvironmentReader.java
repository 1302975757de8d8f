// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.config;

import dev.sharedstate.api.model.Durations;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.function.Function;

/** Collects the problems of all variables before it gives up. */
final class EnvironmentReader {
  private static final String PREFIX = "SHAREDSTATE_";
  private static final String NAME = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
  private static final String DOTTED_NAME = "[a-z0-9]([-a-z0-9.]*[a-z0-9])?";
  private static final BigDecimal SMALLEST_MEMORY = BigDecimal.valueOf(64L << 20);

  private final Map<String, String> environment;
  private final List<String> problems = new ArrayList<>();

  EnvironmentReader(Map<String, String> environment) {
    this.environment = environment;
  }

  OperatorConfig read() {
    OperatorConfig config =
        new OperatorConfig(
            name("NAMESPACE", null, NAME),
            new TreeSet<>(names("WATCH_NAMESPACES", NAME)),
            text("CONTROLLER_NAME", "shared-state-operator"),
            name("MASTER_KEY_SECRET", "shared-state-operator-master", DOTTED_NAME),
            new OperatorConfig.LeaderElection(
                bool("LEADER_ELECTION", "true"),
                name("LEASE_NAME", "shared-state-operator", DOTTED_NAME)),
            redis(),
            new OperatorConfig.Timing(
                duration("RESYNC_PERIOD", "10m", Duration.ofSeconds(10), Duration.ofHours(24)),
                duration("PROBE_INTERVAL", "5s", Duration.ofSeconds(1), Duration.ofMinutes(10)),
                port("HTTP_PORT", "8080")));
    if (!problems.isEmpty()) {
      throw new ConfigError(problems);
    }
    return config;
  }

  private RedisDefaults redis() {
    RedisDefaults defaults =
        new RedisDefaults(
            new RedisDefaults.Images(
                text("REDIS_IMAGE", null),
                text("VALKEY_IMAGE", null),
                bool("ALLOW_IMAGE_OVERRIDE", "true")),
            oneOf("REDIS_IMAGE_PULL_POLICY", "IfNotPresent", "Always", "IfNotPresent", "Never"),
            names("IMAGE_PULL_SECRETS", DOTTED_NAME),
            quantity("REDIS_CPU_REQUEST", "50m"),
            quantity("REDIS_MEMORY_REQUEST", "128Mi"),
            quantity("REDIS_MEMORY_LIMIT", "128Mi"),
            runAsUser());
    if (defaults.memoryLimit() != null
        && defaults.memoryLimit().getNumericalAmount().compareTo(SMALLEST_MEMORY) < 0) {
      problem("REDIS_MEMORY_LIMIT", defaults.memoryLimit().toString(), "must be at least 64Mi");
    }
    return defaults;
  }

  private String raw(String key, String fallback) {
    String value = environment.get(PREFIX + key);
    if (value != null && !value.isBlank()) {
      return value.trim();
    }
    if (fallback == null) {
      problems.add(PREFIX + key + " is not set");
    }
    return fallback;
  }

  private String text(String key, String fallback) {
    return raw(key, fallback);
  }

  private String name(String key, String fallback, String pattern) {
    String value = raw(key, fallback);
    if (value != null && !value.matches(pattern)) {
      problem(key, value, "is not a Kubernetes name");
    }
    return value;
  }

  private List<String> names(String key, String pattern) {
    String value = raw(key, "");
    List<String> names =
        Arrays.stream(value.split(",")).map(String::trim).filter(n -> !n.isEmpty()).toList();
    names.stream()
        .filter(n -> !n.matches(pattern))
        .forEach(n -> problem(key, n, "is not a Kubernetes name"));
    return names;
  }

  private boolean bool(String key, String fallback) {
    return Boolean.parseBoolean(oneOf(key, fallback, "true", "false"));
  }

  private String oneOf(String key, String fallback, String... allowed) {
    String value = raw(key, fallback);
    if (!List.of(allowed).contains(value)) {
      problem(key, value, "must be one of " + String.join(", ", allowed));
    }
    return value;
  }

  private Duration duration(String key, String fallback, Duration min, Duration max) {
    Duration value = parse(key, fallback, "is not a duration such as 10m", this::millis);
    if (value != null && (value.compareTo(min) < 0 || value.compareTo(max) > 0)) {
      problem(key, raw(key, fallback), "must be from " + text(min) + " to " + text(max));
    }
    return value;
  }

  private Duration millis(String text) {
    return Duration.ofMillis(Durations.millis(text));
  }

  private static String text(Duration duration) {
    return duration.toString().substring(2).toLowerCase(java.util.Locale.ROOT);
  }

  private Quantity quantity(String key, String fallback) {
    return parse(
        key,
        fallback,
        "is not a quantity such as 128Mi",
        text -> {
          Quantity quantity = Quantity.parse(text);
          if (quantity.getNumericalAmount().signum() <= 0) {
            throw new IllegalArgumentException(text);
          }
          return quantity;
        });
  }

  private int port(String key, String fallback) {
    Integer port =
        parse(
            key,
            fallback,
            "is not a port from 1 to 65535",
            text -> {
              int number = Integer.parseInt(text);
              if (number < 1 || number > 65535) {
                throw new IllegalArgumentException(text);
              }
              return number;
            });
    return port == null ? 0 : port;
  }

  /** Set but empty means: none; not set means the default. */
  private OptionalLong runAsUser() {
    if ("".equals(environment.get(PREFIX + "RUN_AS_USER"))) {
      return OptionalLong.empty();
    }
    Long uid =
        parse(
            "RUN_AS_USER",
            "999",
            "is not a uid above 0",
            text -> {
              long number = Long.parseLong(text);
              if (number < 1 || number > Integer.MAX_VALUE) {
                throw new IllegalArgumentException(text);
              }
              return number;
            });
    return uid == null ? OptionalLong.empty() : OptionalLong.of(uid);
  }

  private <T> T parse(String key, String fallback, String complaint, Function<String, T> parser) {
    String value = raw(key, fallback);
    try {
      return value == null ? null : parser.apply(value);
    } catch (IllegalArgumentException | ArithmeticException e) {
      problem(key, value, complaint);
      return null;
    }
  }

  private void problem(String key, String value, String complaint) {
    problems.add(PREFIX + key + "=" + value + " " + complaint);
  }
}
