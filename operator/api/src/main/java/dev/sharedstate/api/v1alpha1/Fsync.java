// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonCreator;

/** When the append-only file is forced onto the volume. */
public enum Fsync {
  /** Before a write is answered. */
  Always,
  /** Once a second, in the background. */
  EverySecond;

  /** Null for a value of a newer CRD: an exception would stop the informer for all policies. */
  @JsonCreator
  static Fsync of(String name) {
    return EnumNames.find(values(), name);
  }
}
