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
 * What an instance's next epoch must know of the ones before. Only the epoch is guarded against
 * being lowered: the times are the operator's to correct, and an instance that grants again must be
 * able to say so.
 *
 * @param epoch the largest epoch that was ever meant for the instance, 1 to {@link #MAX_EPOCH}
 * @param runId the run of the server that the epoch was meant for; null: none yet
 * @param quarantineUntil RFC 3339 in UTC; null: no quarantine
 * @param maxTTL the longest lease that the epoch's library may grant, 10ms to 24h
 * @param earlierGrantsUntil RFC 3339 in UTC; null: no longer lease than maxTTL can live
 * @param fsyncAlways whether all that was granted in the epoch was on the volume before it was
 *     answered; null: no
 * @param toldAt when the epoch was written here, RFC 3339 in UTC, by the operator's clock
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
@ValidationRule(
    value = "self.epoch >= oldSelf.epoch",
    fieldPath = ".epoch",
    message =
        "epoch cannot be lowered: fencing tokens would repeat, and resources would accept a holder"
            + " whose lease has ended; leave it, and do not delete the object to get around this")
@ValidationRule(
    value =
        "self.maxTTL != '' && self.maxTTL.matches('"
            + Durations.PATTERN
            + "') && duration(self.maxTTL) >= duration('10ms')"
            + " && duration(self.maxTTL) <= duration('24h')",
    fieldPath = ".maxTTL",
    message =
        "maxTTL must be from 10ms to 24h, written with h, m, s and ms in this order, such as 500ms,"
            + " 30s or 1h30m")
@SchemaCustomizer(value = SchemaExtras.Property.class, input = "epoch={\"format\": \"int64\"}")
@SchemaCustomizer(
    value = SchemaExtras.Property.class,
    input = "quarantineUntil={\"format\": \"date-time\"}")
@SchemaCustomizer(
    value = SchemaExtras.Property.class,
    input = "earlierGrantsUntil={\"format\": \"date-time\"}")
@SchemaCustomizer(value = SchemaExtras.Property.class, input = "toldAt={\"format\": \"date-time\"}")
public record InstanceEpochSpec(
    @Required
        @Min(1)
        @Max(InstanceEpochSpec.MAX_EPOCH)
        @JsonPropertyDescription(
            "The largest epoch that was ever meant for the instance, 1 to 67108863: the upper part"
                + " of its fencing tokens. Written before it is sent. Cannot be lowered.")
        Long epoch,
    @Pattern("^[0-9a-f]+$")
        @Size(min = 1, max = 40)
        @JsonPropertyDescription(
            "The run of the server that the epoch was last meant for, as the server calls it;"
                + " absent means none yet.")
        String runId,
    @Pattern(InstanceEpochSpec.TIME_PATTERN)
        @Size(max = 30)
        @JsonPropertyDescription(
            "Nothing is granted before this time (RFC 3339, UTC), because leases that were granted"
                + " before may have been lost and still be held; absent means no quarantine.")
        String quarantineUntil,
    @Required
        @Pattern(Durations.PATTERN)
        @Size(min = 2, max = 24)
        @JsonPropertyDescription(
            "The longest lease that the library of this epoch may grant, 10ms to 24h, written as in"
                + " Go with h, m, s and ms in this order: 500ms, 30s, 1h30m.")
        String maxTTL,
    @Pattern(InstanceEpochSpec.TIME_PATTERN)
        @Size(max = 30)
        @JsonPropertyDescription(
            "Until when a lease may still live that an earlier generation with a longer maxTTL"
                + " granted (RFC 3339, UTC); absent means that there is none.")
        String earlierGrantsUntil,
    @JsonPropertyDescription(
            "Whether every lease of this epoch was on the volume before it was granted, so that a"
                + " crash loses none; absent means no.")
        Boolean fsyncAlways,
    @Pattern(InstanceEpochSpec.TIME_PATTERN)
        @Size(max = 30)
        @JsonPropertyDescription(
            "When the epoch was written here (RFC 3339, UTC, by the operator's clock); absent means"
                + " long ago.")
        String toldAt) {

  /** 2^26 - 1: with 27 bits of counter a token is below 2^53. */
  public static final long MAX_EPOCH = 67_108_863L;

  /** RFC 3339 in UTC, with an optional fraction of a second. */
  public static final String TIME_PATTERN =
      "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?Z$";
}
