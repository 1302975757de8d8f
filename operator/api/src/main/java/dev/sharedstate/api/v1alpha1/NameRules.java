// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.v1alpha1;

/** What holds for the name of every policy, and of an entry in its list. */
final class NameRules {
  static final String SHORT = "size(self.metadata.name) <= 40";
  static final String SHORT_MESSAGE =
      "metadata.name must be at most 40 characters: the names of the policy's objects are made"
          + " from it";

  static final String HOST = "self.metadata.name.matches('^[a-z]([-a-z0-9]*[a-z0-9])?$')";
  static final String HOST_MESSAGE =
      "metadata.name must start with a lower-case letter, contain only a-z, 0-9 and -, and not"
          + " end with -: it becomes a host name";

  /** What the API server accepts as the name of an entry. */
  static final String ENTRY_PATTERN = "^[a-z][a-z0-9_]{0,39}$";

  static final String ENTRY = "self.name.matches('" + ENTRY_PATTERN + "')";

  /** Goes on after the field's path. */
  static final String ENTRY_MESSAGE =
      " must start with a lower-case letter and contain only a-z, 0-9 and _ (no dashes), at most 40"
          + " characters";

  private NameRules() {}
}
