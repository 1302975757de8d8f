// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.v1alpha1;

/** How a limit counts calls over time. */
public enum Algorithm {
  /** At most {@code limit} calls in a window that starts with the first call. */
  FixedWindow,
  /** A bucket of {@code capacity} tokens, refilled evenly with {@code limit} tokens per window. */
  TokenBucket
}
