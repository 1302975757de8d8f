// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.sharedstate.api.crd.SchemaExtras;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.crdv2.generator.v1.SchemaCustomizer;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Categories;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;

/** Rate limits that one dedicated Redis instance enforces. */
@Group(RateLimitPolicy.GROUP)
@Version(RateLimitPolicy.VERSION)
@Kind("RateLimitPolicy")
@Plural("ratelimitpolicies")
@Singular("ratelimitpolicy")
@ShortNames("ssrl")
@Categories("sharedstate")
@ValidationRule(value = NameRules.SHORT, message = NameRules.SHORT_MESSAGE)
@ValidationRule(value = NameRules.HOST, message = NameRules.HOST_MESSAGE)
@AdditionalPrinterColumn(
    name = "Ready",
    jsonPath = ".status.conditions[?(@.type==\"Ready\")].status",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Reason",
    jsonPath = ".status.conditions[?(@.type==\"Ready\")].reason",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Endpoint",
    jsonPath = ".status.endpoint",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Age",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
@AdditionalPrinterColumn(
    name = "Message",
    jsonPath = ".status.conditions[?(@.type==\"Ready\")].message",
    type = AdditionalPrinterColumn.Type.STRING,
    priority = 1)
@AdditionalPrinterColumn(
    name = "Version",
    jsonPath = ".status.redis.version",
    type = AdditionalPrinterColumn.Type.STRING,
    priority = 1)
@AdditionalPrinterColumn(
    name = "MaxMemory",
    jsonPath = ".status.redis.maxmemory",
    type = AdditionalPrinterColumn.Type.INTEGER,
    priority = 1)
@SchemaCustomizer(
    value = SchemaExtras.Description.class,
    input =
        "RateLimitPolicy declares rate limits. The operator runs one Redis (or Valkey) instance for"
            + " it that never evicts, loads the limits as a function library, and publishes a"
            + " Secret <name>-rl-app to connect with.")
@SchemaCustomizer(
    value = SchemaExtras.Property.class,
    input = "status={\"default\": {\"observedGeneration\": -1}}")
public class RateLimitPolicy extends CustomResource<RateLimitPolicySpec, PolicyStatus>
    implements Namespaced {
  public static final String GROUP = "sharedstate.dev";
  public static final String VERSION = "v1alpha1";
  private static final long serialVersionUID = 1L;

  @Override
  protected RateLimitPolicySpec initSpec() {
    return null; // a record has no empty instance
  }

  @Override
  protected PolicyStatus initStatus() {
    return null; // absent until the first pass
  }

  @Required
  @JsonPropertyDescription("What is wanted.")
  @Override
  public RateLimitPolicySpec getSpec() {
    return super.getSpec();
  }

  @JsonPropertyDescription(
      "What is true, written by the operator. Nothing in it moves by itself: no used memory, no"
          + " counts (those are metrics).")
  @Override
  public PolicyStatus getStatus() {
    return super.getStatus();
  }
}
