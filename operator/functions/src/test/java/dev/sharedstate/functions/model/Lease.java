// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions.model;

/**
 * One grant and what became of it. A live one that has reached its deadline is expired, whether
 * anybody has seen it or not.
 *
 * @param text the holder, or why it was revoked
 */
public record Lease(
    long fence,
    String grant,
    String text,
    long acquired,
    long deadline,
    long renewals,
    State state) {
  /** How it ended. */
  public enum State {
    LIVE,
    RELEASED,
    REVOKED
  }

  boolean liveAt(long now) {
    return state == State.LIVE && now < deadline;
  }

  Lease renewedTo(long later) {
    return new Lease(fence, grant, text, acquired, later, renewals + 1, state);
  }

  Lease ended(State as, String why) {
    return new Lease(fence, grant, why, acquired, deadline, renewals, as);
  }

  /** The epoch in which the fence was issued. */
  long epoch() {
    return fence >> 27;
  }
}
