// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.sharedstate.api.crd.SchemaExtras;
import io.fabric8.crdv2.generator.v1.SchemaCustomizer;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;

/**
 * What a LeasePolicy asks for.
 *
 * @param leases 1 to 64, each name once
 * @param redis null: everything by the operator's defaults
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
@ValidationRule(
    value = PersistenceRules.SAME_MODE_OR_APPEND_ONLY,
    fieldPath = ".redis.persistence.mode",
    message = PersistenceRules.MODE_STAYS)
@ValidationRule(
    value = PersistenceRules.STORAGE_WITH_MODE_OR_APPEND_ONLY,
    fieldPath = ".redis.storage",
    reason = "FieldValueForbidden",
    message = PersistenceRules.NO_VOLUME)
@ValidationRule(
    value = PersistenceRules.SAME_SIZE,
    fieldPath = ".redis.storage.size",
    message = PersistenceRules.SIZE_STAYS)
@ValidationRule(
    value = PersistenceRules.SAME_CLASS,
    fieldPath = ".redis.storage.storageClassName",
    message = PersistenceRules.CLASS_STAYS)
@SchemaCustomizer(
    value = SchemaExtras.Property.class,
    input =
        """
        leases={"x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"]}""")
public record LeasePolicySpec(
    @Required
        @Size(min = 1, max = 64)
        @JsonPropertyDescription(
            "The leases of this policy, 1 to 64, each name once. Each is a family of locks with the"
                + " same times: one per key.")
        List<Lease> leases,
    @JsonPropertyDescription(
            "The policy's own Redis or Valkey instance. Absent fields take the operator's"
                + " defaults.")
        RedisSpec redis) {}
