// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.sharedstate.api.model.Durations;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;

/**
 * One named kind of lease of a policy. Absent fields mean the defaults of {@code PolicyDefaults}.
 * Times are durations of {@link Durations}. What a client does when Redis cannot answer is not
 * asked: a lease that cannot be got is not got.
 *
 * @param name {@link #NAME_PATTERN}, the first part of every key
 * @param ttl how long a lease lasts if the caller does not say, 10ms to 24h
 * @param minTTL the shortest that a caller may ask for, 10ms to ttl; null: 1s, or ttl if shorter
 * @param maxTTL the longest that a caller may ask for, ttl to 24h; null: ttl
 * @param maxLifetime how long after the grant renewals end, maxTTL to 8784h; null: never
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
@ValidationRule(
    value = NameRules.ENTRY,
    fieldPath = ".name",
    message = "leases[].name" + NameRules.ENTRY_MESSAGE)
@ValidationRule(
    value =
        "self.ttl != '' && self.ttl.matches('"
            + Durations.PATTERN
            + "') && duration(self.ttl) >= duration('10ms') && duration(self.ttl) <= duration('24h')",
    fieldPath = ".ttl",
    message =
        "leases[].ttl must be from 10ms to 24h, written with h, m, s and ms in this order, such as"
            + " 500ms, 30s or 1h30m")
@ValidationRule(
    value =
        "!has(self.minTTL) || self.minTTL != '' && self.minTTL.matches('"
            + Durations.PATTERN
            + "') && duration(self.minTTL) >= duration('10ms') && ("
            + Lease.NO_TTL
            + " || duration(self.minTTL) <= duration(self.ttl))",
    fieldPath = ".minTTL",
    message =
        "leases[].minTTL must be from 10ms to ttl, written as 500ms, 30s or 1h30m: lower it, raise"
            + " ttl, or remove it for 1s (or ttl, if that is shorter)")
@ValidationRule(
    value =
        "!has(self.maxTTL) || self.maxTTL != '' && self.maxTTL.matches('"
            + Durations.PATTERN
            + "') && duration(self.maxTTL) <= duration('24h') && ("
            + Lease.NO_TTL
            + " || duration(self.maxTTL) >= duration(self.ttl))",
    fieldPath = ".maxTTL",
    message =
        "leases[].maxTTL must be from ttl to 24h, written as 500ms, 30s or 1h30m: raise it, lower"
            + " ttl, or remove it for ttl")
@ValidationRule(
    value =
        "!has(self.maxLifetime) || self.maxLifetime != '' && self.maxLifetime.matches('"
            + Durations.PATTERN
            + "') && duration(self.maxLifetime) <= duration('8784h') && ("
            + Lease.NO_LONGEST
            + " || duration(self.maxLifetime) >= duration("
            + Lease.LONGEST
            + "))",
    fieldPath = ".maxLifetime",
    message =
        "leases[].maxLifetime must be from maxTTL (ttl where that is absent) to 8784h (366 days),"
            + " written as 30s, 1h30m or 24h: raise it, lower the other, or remove it for renewals"
            + " without end")
public record Lease(
    @Required
        @Pattern(Lease.NAME_PATTERN)
        @Size(max = 40)
        @JsonPropertyDescription(
            "Name of the lease, the first part of every key: <name>:<subject>. Lower-case letters,"
                + " digits and _, at most 40. Another name is another lease: a holder of the old"
                + " one does not keep others from the new one.")
        String name,
    @Required
        @Pattern(Durations.PATTERN)
        @Size(min = 2, max = 24)
        @JsonPropertyDescription(
            "How long a lease lasts without a renewal if the caller does not say, 10ms to 24h,"
                + " written as in Go with h, m, s and ms in this order: 500ms, 30s, 1h30m. A holder"
                + " that dies blocks its key for so long. An edit holds for grants and renewals"
                + " from then on.")
        String ttl,
    @Pattern(Durations.PATTERN)
        @Size(min = 2, max = 24)
        @JsonPropertyDescription(
            "The shortest time that a caller may ask for, 10ms to `ttl`. Default: 1s, or `ttl` if"
                + " that is shorter.")
        String minTTL,
    @Pattern(Durations.PATTERN)
        @Size(min = 2, max = 24)
        @JsonPropertyDescription(
            "The longest time that a caller may ask for, `ttl` to 24h. After a loss of data nothing"
                + " is granted for so long, so that no lease is given twice: keep it short."
                + " Default: `ttl`.")
        String maxTTL,
    @Pattern(Durations.PATTERN)
        @Size(min = 2, max = 24)
        @JsonPropertyDescription(
            "How long after the grant renewals end, whoever asks, `maxTTL` to 8784h (366 days): a"
                + " holder that hangs but renews loses the lease then. Default: renewals have no"
                + " end.")
        String maxLifetime) {

  /** What the API server accepts as a name. */
  public static final String NAME_PATTERN = NameRules.ENTRY_PATTERN;

  /** A ttl that is none is told by its own rule. (The pattern accepts the empty text.) */
  static final String NO_TTL = "self.ttl == '' || !self.ttl.matches('" + Durations.PATTERN + "')";

  /** The longest time that a caller may ask for, written or not. */
  static final String LONGEST = "(has(self.maxTTL) ? self.maxTTL : self.ttl)";

  /** One that is none is told by its own rule. */
  static final String NO_LONGEST =
      LONGEST + " == '' || !" + LONGEST + ".matches('" + Durations.PATTERN + "')";
}
