// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.kube;

/**
 * What became of one desired object.
 *
 * @param what kind and name, such as {@code Service orders-rl}
 * @param detail what was wrong with it or with the attempt; empty where there is nothing to say
 */
public record Applied(Outcome outcome, String what, String detail) {
  /** How it ended. */
  public enum Outcome {
    /** Live and as desired; nothing was sent. */
    UNCHANGED,
    /** Was not there, and had not been before. */
    CREATED,
    /** Followed a change of the policy or of the operator. */
    UPDATED,
    /** Somebody had deleted or edited it. */
    RESTORED,
    /** Somebody else's object has this name; it was not touched. */
    CONFLICT,
    /** It is being deleted, or belongs to a deleted policy of the same name: wait. */
    LEAVING,
    /** The API server refused. */
    FAILED
  }

  public boolean is(Outcome other) {
    return outcome == other;
  }
}
