// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.redis;

/**
 * Which policy. Two policies of one name that lived one after the other differ by {@code uid}, and
 * everything that is kept at run time is kept by it.
 */
public record PolicyRef(String kind, String namespace, String name, String uid) {
  /** Same kind, namespace and name, whatever the uid. */
  public boolean isNamesakeOf(PolicyRef other) {
    return kind.equals(other.kind) && namespace.equals(other.namespace) && name.equals(other.name);
  }

  @Override
  public String toString() {
    return kind + " " + namespace + "/" + name;
  }
}
