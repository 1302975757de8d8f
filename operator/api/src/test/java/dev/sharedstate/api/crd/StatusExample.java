// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.crd;

import java.util.LinkedHashMap;
import java.util.Map;

/** Status patches, as an operator applies them to the policy of {@code minimal.yaml}. */
final class StatusExample {
  static final String READY =
      policy(
          """
          {observedGeneration: 1,
           conditions: [
             {type: Ready, status: "True", reason: Enforced, message: All limits are enforced.,
              observedGeneration: 1, lastTransitionTime: "2026-12-01T12:00:00Z"}],
           endpoint: "minimal-rl.default.svc:6379",
           clients: [{name: app, secretName: minimal-rl-app}],
           library: {version: 1.0.0, digest: "sha256:00", generation: 1},
           redis: {version: 8.0.2, runId: "0123", maxmemory: 209715200},
           epoch: 5000000,
           capacity: [{record: FixedWindow, count: 1000000}],
           durability: A restart starts empty.,
           controllerName: shared-state-operator}""");

  /** A status that is refused, and what the refusal contains. */
  static final Map<String, String> WRONG = new LinkedHashMap<>();

  static {
    wrong("observedGeneration: -2", "should be greater than or equal to -1");
    wrong(
        "conditions: [{type: Ready, status: 'True'}]",
        "conditions[0].lastTransitionTime: Required value");
    wrong(condition("status: Yes"), "conditions[0].status: Unsupported value: \"Yes\"");
    wrong(condition("reason: ''"), "conditions[0].reason in body should be at least 1 chars long");
    wrong(condition("reason: Not Ready"), "conditions[0].reason in body should match");
    wrong(condition("lastTransitionTime: now"), "must be of type date-time");
    wrong(condition("message: " + "x".repeat(32769)), "conditions[0].message: Too long");
    wrong("clients: [{name: app}]", "clients[0].secretName: Required value");
    wrong("capacity: [{record: a}]", "capacity[0].count: Required value");
    wrong("redis: {maxmemory: -1}", "redis.maxmemory in body should be greater than or equal to 0");
    wrong("epoch: 0", "epoch in body should be greater than or equal to 1");
    wrong("usedMemory: 1", "usedMemory");
  }

  private StatusExample() {}

  private static void wrong(String status, String expected) {
    WRONG.put(policy("{" + status + "}"), expected);
  }

  private static String condition(String wrong) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("type", "Ready");
    fields.put("status", "'True'");
    fields.put("reason", "Enforced");
    fields.put("message", "''");
    fields.put("lastTransitionTime", "'2026-12-01T12:00:00Z'");
    String[] parts = wrong.split(": ", 2);
    fields.put(parts[0], parts[1].equals("Yes") ? "'Yes'" : parts[1]);
    StringBuilder text = new StringBuilder();
    fields.forEach((name, value) -> text.append(name).append(": ").append(value).append(", "));
    return "conditions: [{" + text + "}]";
  }

  private static String policy(String status) {
    return "apiVersion: sharedstate.dev/v1alpha1\nkind: RateLimitPolicy\n"
        + "metadata: {name: minimal}\nstatus: "
        + status.indent(2).strip()
        + "\n";
  }
}
