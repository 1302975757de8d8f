// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.metrics;

import dev.sharedstate.controller.model.CounterMeaning;
import io.prometheus.client.Collector.MetricFamilySamples;
import io.prometheus.client.Collector.MetricFamilySamples.Sample;
import io.prometheus.client.Collector.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The families of a policy's series, filled anew for each scrape. */
final class PolicyFamilies {
  static final List<String> STATUSES = List.of("True", "False", "Unknown");

  private final List<Family> all = new ArrayList<>();

  final Family decisions =
      counter(
          "decisions",
          "Decisions of the library by entry: allowed, rejected, or withheld because another key"
              + " of the same call was refused.",
          "entry",
          "outcome");
  final Family rejections =
      counter(
          "rejections",
          "Rejected decisions by entry: limit (come back later) or never (the cost exceeds the"
              + " capacity).",
          "entry",
          "reason");
  final Family timeouts =
      counter(
          "timeouts",
          "Operations of the operator that an instance did not answer in time.",
          "source",
          "operation");
  final Family condition =
      gauge("policy_condition", "1 for the status that a condition has.", "type", "status");
  final Family generation =
      gauge("policy_generation", "Generation of the policy in the API server.");
  final Family appliedGeneration =
      gauge("policy_applied_generation", "Generation whose library was read back from Redis.");
  final Family pushes = counter("library_pushes", "Pushes of a function library.", "result");
  final Family libraryDrifts =
      counter(
          "library_drift", "How often another library was found than the operator had put there.");
  final Family configDrifts =
      counter(
          "redis_config_drift",
          "How often a live parameter was found changed by somebody else.",
          "parameter");
  final Family restarts =
      counter("redis_restarts", "Restarts of the Redis server that the operator has noticed.");
  final Family up =
      gauge("redis_up", "1 if the operator's last question to the instance was answered.");
  final Family memoryUsed =
      gauge("redis_memory_used_bytes", "used_memory at the last answer of the instance.");
  final Family memoryMax =
      gauge("redis_memory_max_bytes", "maxmemory at the last answer; 0 would be unlimited.");
  final Family memoryRss =
      gauge("redis_memory_rss_bytes", "used_memory_rss at the last answer of the instance.");
  final Family evicted =
      counter("redis_evicted_keys", "Keys that Redis evicted before their time; must stay 0.");
  final Family expired = counter("redis_expired_keys", "Keys that expired at their time.");
  final Family oom =
      counter("redis_oom_rejections", "Commands that Redis refused because memory was full.");
  final Family keys = gauge("redis_keys", "Keys at the last answer of the instance.");
  final Family clients =
      gauge("redis_connected_clients", "Client connections at the last answer of the instance.");
  final Family rejectedConnections =
      counter("redis_rejected_connections", "Connections that Redis refused for maxclients.");

  /** The family that counts decisions of libraries in this sense. */
  Family decided(CounterMeaning.Family family) {
    return switch (family) {
      case DECISION -> decisions;
      case REJECTION -> rejections;
    };
  }

  List<MetricFamilySamples> build() {
    return all.stream().map(Family::build).toList();
  }

  static String label(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private Family counter(String name, String help, String... labels) {
    return family("sharedstate_" + name + "_total", Type.COUNTER, help, labels);
  }

  private Family gauge(String name, String help, String... labels) {
    return family("sharedstate_" + name, Type.GAUGE, help, labels);
  }

  private Family family(String name, Type type, String help, String... labels) {
    List<String> names = new ArrayList<>(List.of("kind", "policy_namespace", "policy"));
    names.addAll(List.of(labels));
    Family family = new Family(name, type, help, List.copyOf(names));
    all.add(family);
    return family;
  }

  /** One family and the samples of this scrape. */
  static final class Family {
    private final String name;
    private final Type type;
    private final String help;
    private final List<String> labelNames;
    private final List<Sample> samples = new ArrayList<>();

    Family(String name, Type type, String help, List<String> labelNames) {
      this.name = name;
      this.type = type;
      this.help = help;
      this.labelNames = labelNames;
    }

    void add(List<String> policy, double value, String... further) {
      List<String> values = new ArrayList<>(policy);
      values.addAll(List.of(further));
      samples.add(new Sample(name, labelNames, values, value));
    }

    MetricFamilySamples build() {
      return new MetricFamilySamples(name, type, help, samples);
    }
  }
}
