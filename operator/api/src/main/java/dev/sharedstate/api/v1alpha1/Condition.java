// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * One condition, with the fields of {@code metav1.Condition}.
 *
 * @param status True, False or Unknown
 * @param lastTransitionTime RFC 3339; moves only when {@code status} does
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Condition(
    String type,
    String status,
    Long observedGeneration,
    String lastTransitionTime,
    String reason,
    String message) {}
