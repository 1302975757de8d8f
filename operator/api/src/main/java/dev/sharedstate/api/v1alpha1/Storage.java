// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.sharedstate.api.crd.SchemaExtras;
import io.fabric8.crdv2.generator.v1.SchemaCustomizer;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Quantity;

/**
 * The volume of an instance. That size and class stay is said by {@link PersistenceRules}.
 *
 * @param size null: 1Gi
 * @param storageClassName null: the cluster's default; empty: none
 * @param whenDeleted null: Retain
 * @param adopt null: false
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
@ValidationRule(
    value =
        "!has(self.size) || string(self.size).matches('"
            + Resources.MEMORY_PATTERN
            + "') && quantity(string(self.size)).compareTo(quantity('128Mi')) >= 0"
            + " && quantity(string(self.size)).compareTo(quantity('16Ti')) <= 0",
    fieldPath = ".size",
    message = "redis.storage.size must be from 128Mi to 16Ti, such as 1Gi or 20Gi")
@ValidationRule(
    value =
        "!has(self.storageClassName) || self.storageClassName.matches('"
            + Storage.CLASS_PATTERN
            + "')",
    fieldPath = ".storageClassName",
    message =
        "redis.storage.storageClassName must be the name of a StorageClass, or empty for a volume"
            + " that was made by hand; remove it to use the cluster's default")
@SchemaCustomizer(
    value = SchemaExtras.Property.class,
    input =
        "size={\"pattern\": \""
            + Resources.MEMORY_PATTERN
            + "\", \"maxLength\": 24, \"minimum\": 0}")
public record Storage(
    @JsonPropertyDescription(
            "Size of the volume, 128Mi to 16Ti, and at least twice the memory limit (else"
                + " Accepted=False, reason StorageTooSmall). Cannot be changed once the policy is"
                + " there. Default: 1Gi.")
        Quantity size,
    @Pattern(Storage.CLASS_PATTERN)
        @Size(max = 253)
        @JsonPropertyDescription(
            "StorageClass of the volume; empty: none, for a volume that was made by hand. Cannot be"
                + " changed once the policy is there. Default: the cluster's default class.")
        String storageClassName,
    @JsonPropertyDescription(
            "What becomes of the volume when the policy is deleted. Retain: its claim stays, and a"
                + " policy of the same name may adopt it. Delete: it goes with the policy, and also"
                + " when somebody deletes the StatefulSet. Default: Retain.")
        WhenDeleted whenDeleted,
    @JsonPropertyDescription(
            "Whether the policy takes over a claim that an earlier policy of the same kind,"
                + " namespace and name left behind, with its data. Without it such a claim is left"
                + " alone (Accepted=False, reason VolumeKept). Default: false.")
        Boolean adopt) {

  /** A DNS subdomain, or nothing. */
  public static final String CLASS_PATTERN = "^([a-z0-9]([-.a-z0-9]*[a-z0-9])?)?$";
}
