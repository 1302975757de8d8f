// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.model;

/**
 * Why a policy cannot be served, found by the operator because the API server cannot see it.
 *
 * @param reason CamelCase, the reason of {@code Accepted=False}
 * @param field the path of the field at fault, such as {@code spec.redis.resources.limits.memory}
 * @param message one sentence that says what to write instead
 */
public record PolicyProblem(String reason, String field, String message) {}
