// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.model;

/**
 * One kind of lease with every default filled in: what the compiler, the status and the published
 * contract work from. Times are milliseconds.
 *
 * @param name the entry's name, the first part of every key
 * @param ttlMillis how long a lease lasts if the caller does not say, minTtlMillis to maxTtlMillis
 * @param minTtlMillis the shortest that a caller may ask for, at least 10
 * @param maxTtlMillis the longest that a caller may ask for, at most 24 hours
 * @param maxLifetimeMillis how long after the grant renewals end, at least maxTtlMillis and at most
 *     366 days; 0: they have no end
 */
public record LeaseEntry(
    String name, long ttlMillis, long minTtlMillis, long maxTtlMillis, long maxLifetimeMillis) {}
