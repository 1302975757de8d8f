// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.redis;

/** No answer that could be trusted. The message names the address and never a password. */
public final class RedisUnavailable extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What went wrong. */
  public enum Cause {
    /** Nothing listens there or the route is cut. */
    UNREACHABLE,
    /** Connected, but no answer within the command timeout. */
    TIMEOUT,
    /** The server refused the operator's login. */
    AUTHENTICATION,
    /** The server is still reading its data. */
    LOADING,
    /** An answer that the operator did not expect. */
    REFUSED
  }

  private final Cause cause;

  public RedisUnavailable(Cause cause, String message, Throwable reason) {
    super(message, reason);
    this.cause = cause;
  }

  public Cause reason() {
    return cause;
  }
}
