// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonCreator;

/** How a limit counts calls over time. */
public enum Algorithm {
  /** At most {@code limit} calls in a window that starts with the first call. */
  FixedWindow,
  /** A bucket of {@code capacity} tokens, refilled evenly with {@code limit} tokens per window. */
  TokenBucket;

  /** Null for a value of a newer CRD: an exception would stop the informer for all policies. */
  @JsonCreator
  static Algorithm of(String name) {
    return EnumNames.find(values(), name);
  }
}
