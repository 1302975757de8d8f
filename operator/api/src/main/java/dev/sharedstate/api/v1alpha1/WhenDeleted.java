// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonCreator;

/** What becomes of the volume when its policy is deleted. */
public enum WhenDeleted {
  /** It stays, and a later policy may adopt it. */
  Retain,
  /** It goes with the policy. */
  Delete;

  /** Null for a value of a newer CRD: an exception would stop the informer for all policies. */
  @JsonCreator
  static WhenDeleted of(String name) {
    return EnumNames.find(values(), name);
  }
}
