// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

import dev.sharedstate.api.model.RateLimitEntry;
import dev.sharedstate.api.v1alpha1.Algorithm;
import dev.sharedstate.api.v1alpha1.OnUnavailable;

/** Entries for tests. */
final class Limits {
  static final PolicyIdentity POLICY = new PolicyIdentity("7d0c2f4e-policy", 3);

  private Limits() {}

  static RateLimitEntry window(String name, long limit, long millis) {
    return window(name, limit, millis, false);
  }

  static RateLimitEntry window(String name, long limit, long millis, boolean countRejected) {
    return new RateLimitEntry(
        name, Algorithm.FixedWindow, limit, millis, limit, countRejected, OnUnavailable.Deny);
  }

  static RateLimitEntry bucket(String name, long limit, long millis, long capacity) {
    return new RateLimitEntry(
        name, Algorithm.TokenBucket, limit, millis, capacity, false, OnUnavailable.Deny);
  }
}
