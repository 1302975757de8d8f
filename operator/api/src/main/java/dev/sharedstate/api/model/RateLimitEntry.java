// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.model;

import dev.sharedstate.api.v1alpha1.Algorithm;
import dev.sharedstate.api.v1alpha1.OnUnavailable;

/**
 * One limit with every default filled in: what the compiler, the status and the published contract
 * work from.
 *
 * @param name the entry's name, the first part of every key
 * @param algorithm how calls are counted
 * @param limit calls per window, at least 1
 * @param windowMillis the window in milliseconds, at least 1
 * @param capacity the most calls at once: the bucket's size; equal to {@code limit} for FixedWindow
 * @param countRejected FixedWindow: refused calls count too
 * @param onUnavailable what applications do when Redis cannot answer
 */
public record RateLimitEntry(
    String name,
    Algorithm algorithm,
    long limit,
    long windowMillis,
    long capacity,
    boolean countRejected,
    OnUnavailable onUnavailable) {}
