// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.sharedstate.api.crd.SchemaExtras;
import io.fabric8.crdv2.generator.v1.SchemaCustomizer;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Quantity;

/** Requests and limits of the Redis container. {@code maxmemory} follows from the memory limit. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
@ValidationRule(
    value =
        "!has(self.requests) || !has(self.requests.memory)"
            + " || has(self.limits) && has(self.limits.memory)",
    fieldPath = ".requests.memory",
    message =
        "redis.resources.requests.memory needs redis.resources.limits.memory beside it: add the"
            + " limit, or remove the request")
@ValidationRule(
    value =
        "!has(self.requests) || !has(self.requests.memory)"
            + " || !has(self.limits) || !has(self.limits.memory)"
            + " || !isQuantity(string(self.requests.memory))"
            + " || !isQuantity(string(self.limits.memory))"
            + " || quantity(string(self.requests.memory))"
            + ".compareTo(quantity(string(self.limits.memory))) <= 0",
    fieldPath = ".requests.memory",
    message =
        "redis.resources.requests.memory must not exceed redis.resources.limits.memory: lower the"
            + " request or raise the limit")
@ValidationRule(
    value =
        "!has(self.requests) || !has(self.requests.cpu)"
            + " || !has(self.limits) || !has(self.limits.cpu)"
            + " || !isQuantity(string(self.requests.cpu))"
            + " || !isQuantity(string(self.limits.cpu))"
            + " || quantity(string(self.requests.cpu))"
            + ".compareTo(quantity(string(self.limits.cpu))) <= 0",
    fieldPath = ".requests.cpu",
    message =
        "redis.resources.requests.cpu must not exceed redis.resources.limits.cpu: lower the"
            + " request, or raise or remove the limit")
public record Resources(
    @JsonPropertyDescription("What the scheduler sets aside for the container.") Amounts requests,
    @JsonPropertyDescription("What the container may use at most.") Amounts limits) {

  /** Bytes, at most 15 digits, with an optional unit; the upper bound is in the rule. */
  static final String MEMORY_PATTERN = "^[0-9]{1,15}([.][0-9]{1,3})?(k|M|G|T|Ki|Mi|Gi|Ti)?$";

  /** Cores, or thousandths of a core with m; below 10,000 cores. */
  static final String CPU_PATTERN = "^([0-9]{1,4}([.][0-9]{1,3})?|[0-9]{1,7}m)$";

  /**
   * An amount per resource.
   *
   * @param cpu cores
   * @param memory bytes
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @ValidationRule(
      value = "!has(self.cpu) || string(self.cpu).matches('" + CPU_PATTERN + "')",
      fieldPath = ".cpu",
      message = "redis.resources: cpu must be cores below 10000, such as 500m, \"1.5\" or 2")
  @ValidationRule(
      value =
          "!has(self.memory) || string(self.memory).matches('"
              + MEMORY_PATTERN
              + "') && quantity(string(self.memory)).compareTo(quantity('1Ti')) <= 0",
      fieldPath = ".memory",
      message = "redis.resources: memory must be a size of at most 1Ti, such as 256Mi or 1Gi")
  @SchemaCustomizer(
      value = SchemaExtras.Property.class,
      input = "cpu={\"pattern\": \"" + CPU_PATTERN + "\", \"maxLength\": 16, \"minimum\": 0}")
  @SchemaCustomizer(
      value = SchemaExtras.Property.class,
      input = "memory={\"pattern\": \"" + MEMORY_PATTERN + "\", \"maxLength\": 24, \"minimum\": 0}")
  public record Amounts(
      @JsonPropertyDescription(
              "CPU in cores, 0 to below 10000, such as 500m, \"1.5\" or 2. As a limit, absent means"
                  + " none; as a request, the operator's default.")
          Quantity cpu,
      @JsonPropertyDescription(
              "Memory in bytes with an optional unit, 0 to 1Ti, such as 256Mi. The limit decides"
                  + " Redis' maxmemory; one below the operator's floor (64Mi) is Accepted=False,"
                  + " reason MemoryTooSmall. As a request, absent means the operator's default, at"
                  + " most the limit.")
          Quantity memory) {}
}
