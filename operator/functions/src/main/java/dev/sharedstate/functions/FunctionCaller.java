// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

import java.util.List;

/**
 * Calls one function of a loaded library. The self-test and the tests run through it, so that
 * neither knows a Redis client.
 */
@FunctionalInterface
public interface FunctionCaller {
  /**
   * FCALL of {@code function}.
   *
   * @return the flat array: each element a {@code String} or a {@code Long}
   * @throws FunctionError for an error reply
   */
  List<Object> call(String function, List<String> keys, List<String> args);

  /** An error reply of the server. */
  final class FunctionError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public FunctionError(String reply, Throwable cause) {
      super(reply, cause);
    }

    /** The first word of the reply, such as {@code BADARG}. */
    public String code() {
      return getMessage().split(" ", 2)[0];
    }
  }
}
