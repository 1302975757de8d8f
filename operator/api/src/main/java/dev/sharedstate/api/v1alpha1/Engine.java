// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.v1alpha1;

/** The server that runs the instance. */
public enum Engine {
  Redis,
  Valkey
}
