// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.status;

/**
 * A condition without its times.
 *
 * @param status True, False or Unknown
 */
record Verdict(String status, String reason, String message) {
  static Verdict yes(String reason, String message) {
    return new Verdict("True", reason, message);
  }

  static Verdict no(String reason, String message) {
    return new Verdict("False", reason, message);
  }

  static Verdict unknown(String reason, String message) {
    return new Verdict("Unknown", reason, message);
  }

  boolean isTrue() {
    return "True".equals(status);
  }
}
