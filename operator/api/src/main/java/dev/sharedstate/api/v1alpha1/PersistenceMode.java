// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Whether and how an instance keeps its data on a volume. */
public enum PersistenceMode {
  /** Every write goes to a file on a volume. */
  AppendOnly,
  /** All data is written to a volume now and then. */
  Snapshot,
  /** Memory only; there is no volume. */
  None;

  /** Null for a value of a newer CRD: an exception would stop the informer for all policies. */
  @JsonCreator
  static PersistenceMode of(String name) {
    return EnumNames.find(values(), name);
  }
}
