// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonCreator;

/**
 * What a client does with a call when the limiter cannot answer. Published to clients, not enforced
 * by Redis.
 */
public enum OnUnavailable {
  /** Refuse the call. */
  Deny,
  /** Let the call through. */
  Allow,
  /** Decide by a limit of the client's own process. */
  Local;

  /** Null for a value of a newer CRD: an exception would stop the informer for all policies. */
  @JsonCreator
  static OnUnavailable of(String name) {
    return EnumNames.find(values(), name);
  }
}
