// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.model;

/**
 * What the operator's settings allow a policy to ask for.
 *
 * @param minMemoryBytes the smallest memory limit of an instance, in bytes
 * @param imageOverrideAllowed whether {@code spec.redis.image} may be set
 */
public record OperatorLimits(long minMemoryBytes, boolean imageOverrideAllowed) {}
