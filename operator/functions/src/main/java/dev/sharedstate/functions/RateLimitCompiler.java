// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

import dev.sharedstate.api.model.RateLimitEntry;
import java.util.List;

/**
 * Turns the limits of a policy into the text of its function library. Pure: the same input gives
 * the same text.
 */
public final class RateLimitCompiler {
  private RateLimitCompiler() {}

  /** The library that applications call. */
  public static Library compile(PolicyIdentity policy, List<RateLimitEntry> limits) {
    throw new IllegalStateException("written by the functions work");
  }

  /**
   * The same code under names of its own ({@code selftest_rl_…}) and on keys of its own ({@code
   * __selftest.<entry>:…}), to be tried before the real one goes live.
   */
  public static Library compileForSelfTest(PolicyIdentity policy, List<RateLimitEntry> limits) {
    throw new IllegalStateException("written by the functions work");
  }

  /**
   * Calls every function of a library that {@link #compileForSelfTest} made and compares the
   * answers with what the limits promise.
   *
   * @throws SelfTestFailure with the entry and the answer that was wrong
   */
  public static void selfTest(FunctionCaller caller, List<RateLimitEntry> limits) {
    throw new IllegalStateException("written by the functions work");
  }
}
