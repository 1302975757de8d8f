// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.sharedstate.api.crd.SchemaExtras;
import dev.sharedstate.api.model.Durations;
import io.fabric8.crdv2.generator.v1.SchemaCustomizer;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;

/**
 * One named limit of a policy. Absent fields mean the defaults of {@code PolicyDefaults}.
 *
 * @param name {@link #NAME_PATTERN}, the first part of every key
 * @param limit calls per window, 1 to {@link #MAX_CALLS}
 * @param window a duration of {@link Durations}, 1ms to 8784h
 * @param capacity TokenBucket only: the most calls at once, 1 to {@link #MAX_CALLS}; null: limit
 * @param countRejected FixedWindow only: refused calls count too; null: false
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
@ValidationRule(
    value = "!has(self.capacity) || self.algorithm == 'TokenBucket'",
    fieldPath = ".capacity",
    reason = "FieldValueForbidden",
    message =
        "limits[].capacity is only for algorithm TokenBucket: remove it, or set algorithm to"
            + " TokenBucket")
@ValidationRule(
    value = "!has(self.countRejected) || self.algorithm == 'FixedWindow'",
    fieldPath = ".countRejected",
    reason = "FieldValueForbidden",
    message =
        "limits[].countRejected is only for algorithm FixedWindow: remove it, or set algorithm to"
            + " FixedWindow")
@ValidationRule(
    value = NameRules.ENTRY,
    fieldPath = ".name",
    message = "limits[].name" + NameRules.ENTRY_MESSAGE)
@ValidationRule(
    value =
        "self.window != '' && self.window.matches('"
            + Durations.PATTERN
            + "') && duration(self.window) >= duration('1ms')"
            + " && duration(self.window) <= duration('8784h')",
    fieldPath = ".window",
    message =
        "limits[].window must be from 1ms to 8784h (366 days), written with h, m, s and ms in this"
            + " order, such as 250ms, 30s, 1h30m or 24h")
@SchemaCustomizer(value = SchemaExtras.Property.class, input = "limit={\"format\": \"int64\"}")
@SchemaCustomizer(value = SchemaExtras.Property.class, input = "capacity={\"format\": \"int64\"}")
public record RateLimit(
    @Required
        @Pattern(RateLimit.NAME_PATTERN)
        @Size(max = 40)
        @JsonPropertyDescription(
            "Name of the limit, the first part of every key: <name>:<subject>. Lower-case letters,"
                + " digits and _, at most 40. Another name is another limit: what was counted does"
                + " not move.")
        String name,
    @Required
        @JsonPropertyDescription(
            "How calls are counted. FixedWindow: at most `limit` calls in a window that starts with"
                + " a subject's first call. TokenBucket: `capacity` tokens, refilled evenly with"
                + " `limit` tokens per `window`.")
        Algorithm algorithm,
    @Required
        @Min(1)
        @Max(RateLimit.MAX_CALLS)
        @JsonPropertyDescription(
            "Calls (or cost units) per window and subject, 1 to 1000000000000. An edit keeps what"
                + " was consumed.")
        Long limit,
    @Required
        @Pattern(Durations.PATTERN)
        @Size(min = 2, max = 24)
        @JsonPropertyDescription(
            "Length of the window, 1ms to 8784h (366 days), written as in Go with h, m, s and ms in"
                + " this order: 250ms, 30s, 1h30m, 24h.")
        String window,
    @Min(1)
        @Max(RateLimit.MAX_CALLS)
        @JsonPropertyDescription(
            "TokenBucket only: size of the bucket, the most calls at once, 1 to 1000000000000."
                + " Default: `limit`. A single call that costs more is answered NEVER.")
        Long capacity,
    @JsonPropertyDescription(
            "FixedWindow only: refused calls count too, so that a caller who goes on calling uses"
                + " up the window. Default: false.")
        Boolean countRejected,
    @Required
        @JsonPropertyDescription(
            "What applications do with a call when Redis cannot answer: Deny it, Allow it, or"
                + " decide by a Local limit of their own process. Published in the Secret, not"
                + " enforced by Redis. There is no default: the author chooses.")
        OnUnavailable onUnavailable) {

  /** What the API server accepts as a name. */
  public static final String NAME_PATTERN = NameRules.ENTRY_PATTERN;

  /** The largest limit and capacity: more than a million calls per second over a week. */
  public static final long MAX_CALLS = 1_000_000_000_000L;
}
