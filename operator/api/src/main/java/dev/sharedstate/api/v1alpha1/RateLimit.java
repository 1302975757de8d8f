// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;

/** One named limit of a policy. Absent fields mean the defaults of {@code PolicyDefaults}. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RateLimit(
    String name,
    Algorithm algorithm,
    Long limit,
    String window,
    Long capacity,
    Boolean countRejected,
    OnUnavailable onUnavailable) {}
