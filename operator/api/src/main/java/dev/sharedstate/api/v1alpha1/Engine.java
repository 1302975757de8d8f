// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonCreator;

/** The server that runs the instance. */
public enum Engine {
  Redis,
  Valkey;

  /** Null for a value of a newer CRD: an exception would stop the informer for all policies. */
  @JsonCreator
  static Engine of(String name) {
    return EnumNames.find(values(), name);
  }
}
