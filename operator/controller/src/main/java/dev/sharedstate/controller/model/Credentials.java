// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.model;

/**
 * The passwords of one instance.
 *
 * @param operator of the user {@code _operator}
 * @param app of the user {@code app}
 */
public record Credentials(String operator, String app) {
  /** The operator's own user in each instance. */
  public static final String OPERATOR = "_operator";

  public static Credentials of(Passwords passwords, Owner owner) {
    return new Credentials(passwords.of(owner, OPERATOR, 0), passwords.of(owner, Names.APP, 0));
  }

  @Override
  public String toString() { // never the passwords
    return "credentials";
  }
}
