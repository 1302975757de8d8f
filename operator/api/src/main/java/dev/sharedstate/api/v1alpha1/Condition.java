// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.sharedstate.api.crd.SchemaExtras;
import io.fabric8.crdv2.generator.v1.SchemaCustomizer;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/**
 * One condition, with the fields and bounds of {@code metav1.Condition}.
 *
 * @param type the condition's name, such as Ready
 * @param status True, False or Unknown
 * @param observedGeneration the generation that the condition speaks of
 * @param lastTransitionTime RFC 3339; moves only when {@code status} does
 * @param reason one CamelCase word, never null or empty
 * @param message a sentence for people, at most 32,768 characters; never null
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
@SchemaCustomizer(
    value = SchemaExtras.Property.class,
    input = "status={\"enum\": [\"True\", \"False\", \"Unknown\"]}")
@SchemaCustomizer(
    value = SchemaExtras.Property.class,
    input = "lastTransitionTime={\"format\": \"date-time\"}")
@SchemaCustomizer(
    value = SchemaExtras.Property.class,
    input = "observedGeneration={\"format\": \"int64\"}")
public record Condition(
    @Required
        @Pattern("^[A-Za-z][A-Za-z0-9]*$")
        @Size(max = 64)
        @JsonPropertyDescription(
            "Accepted, RedisReady, Programmed, Ready (all of them), MemoryPressure; Reconciling and"
                + " Stalled only while they apply.")
        String type,
    @Required @JsonPropertyDescription("True, False or Unknown.") String status,
    @Min(0)
        @JsonPropertyDescription(
            "The metadata.generation that this condition speaks of. Older than the object's: out of"
                + " date.")
        Long observedGeneration,
    @Required @JsonPropertyDescription("When status last changed (RFC 3339).")
        String lastTransitionTime,
    @Required
        @Pattern("^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$")
        @Size(min = 1, max = 1024)
        @JsonPropertyDescription("Why, as one word for programs.")
        String reason,
    @Required
        @Size(max = 32768)
        @JsonPropertyDescription("Why, as a sentence for people; may be empty.")
        String message) {}
