// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

/** New code did not answer as its policy promises, so it must not go live. */
public final class SelfTestFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public SelfTestFailure(String message) {
    super(message);
  }
}
