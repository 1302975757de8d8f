// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.ValidationRule;

/**
 * How an instance keeps its data. That a mode stays is said by {@link PersistenceRules}.
 *
 * @param mode null only where the CRD is newer than the operator
 * @param fsync AppendOnly only; null: the default of the kind
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
@ValidationRule(
    value = "!has(self.fsync) || self.mode == 'AppendOnly'",
    fieldPath = ".fsync",
    reason = "FieldValueForbidden",
    message =
        "redis.persistence.fsync is only for mode AppendOnly: remove it, or set mode to AppendOnly")
public record Persistence(
    @Required
        @JsonPropertyDescription(
            "AppendOnly: every write goes to a file on a volume. Snapshot: all data is written to a"
                + " volume now and then, and at a stop; a crash loses what came after."
                + " None: memory only, a restart starts empty. Cannot be changed once the policy is"
                + " there.")
        PersistenceMode mode,
    @JsonPropertyDescription(
            "AppendOnly only: when a write is forced onto the volume. Always: before it is"
                + " answered, so that no crash loses it. EverySecond: a crash of the node can lose"
                + " about the last two seconds, one of the server alone nothing. May be changed at"
                + " any time; nothing restarts. Default: Always for leases, EverySecond for rate"
                + " limits.")
        Fsync fsync) {}
