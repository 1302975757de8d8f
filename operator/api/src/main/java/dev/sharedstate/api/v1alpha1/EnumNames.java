// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.v1alpha1;

import java.util.Arrays;

/** Reads enums by name. */
final class EnumNames {
  private EnumNames() {}

  /** The constant of that name, or null. */
  static <E extends Enum<E>> E find(E[] values, String name) {
    return Arrays.stream(values)
        .filter(value -> value.name().equals(name))
        .findFirst()
        .orElse(null);
  }
}
