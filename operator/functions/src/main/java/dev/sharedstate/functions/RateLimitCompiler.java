// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

import dev.sharedstate.api.model.RateLimitEntry;
import dev.sharedstate.api.v1alpha1.Algorithm;
import java.util.List;

/**
 * Turns the limits of a policy into the text of its function library. Pure: the same input gives
 * the same text.
 */
public final class RateLimitCompiler {
  /** Of the Lua code; {@code rl_info} answers it. */
  public static final String VERSION = "0.1.0";

  /** Of the records in the keys; {@code rl_info} answers it. */
  public static final long LAYOUT = 1;

  /** The library that applications call. */
  public static final String LIBRARY_NAME = "sharedstate_rl";

  /** The library of the self-test. */
  public static final String SELF_TEST_LIBRARY_NAME = "sharedstate_rl_selftest";

  static final String SELF_TEST_FUNCTIONS = "selftest_rl_";
  static final String SELF_TEST_KEYS = "__selftest.";

  private static final String FUNCTIONS = "rl_";

  private static final LibraryCompiler<RateLimitEntry> COMPILER = new Compiler();

  private RateLimitCompiler() {}

  /** The compiler as what is common to those of all kinds. */
  public static LibraryCompiler<RateLimitEntry> compiler() {
    return COMPILER;
  }

  /**
   * The library that applications call.
   *
   * @throws IllegalArgumentException if a number cannot be held exactly (validation finds it first)
   */
  public static Library compile(PolicyIdentity policy, List<RateLimitEntry> limits) {
    return compile(policy, limits, new LibraryText.Names(LIBRARY_NAME, FUNCTIONS, "", false));
  }

  /**
   * The same code under names of its own ({@code selftest_rl_…}) and on keys of its own ({@code
   * __selftest.<entry>:…}), to be tried before the real one goes live.
   */
  public static Library compileForSelfTest(PolicyIdentity policy, List<RateLimitEntry> limits) {
    return compile(
        policy,
        limits,
        new LibraryText.Names(SELF_TEST_LIBRARY_NAME, SELF_TEST_FUNCTIONS, SELF_TEST_KEYS, false));
  }

  /**
   * A library for the tests of applications: {@code rl_advance ms} moves its clock, for as long as
   * it stays loaded. {@code rl_info} tells, so that no operator takes it for the real one.
   */
  public static Library compileWithTestClock(PolicyIdentity policy, List<RateLimitEntry> limits) {
    return compile(policy, limits, new LibraryText.Names(LIBRARY_NAME, FUNCTIONS, "", true));
  }

  /**
   * Calls every function of a library that {@link #compileForSelfTest} made and compares the
   * answers with what the limits promise.
   *
   * @throws SelfTestFailure with the entry and the answer that was wrong
   */
  public static void selfTest(FunctionCaller caller, List<RateLimitEntry> limits) {
    new RateLimitSelfTest(caller, limits).run();
  }

  /** The digest of a library's text, with the digest in it blanked; {@link Library#digest()}. */
  static String digest(String text) {
    return LibraryText.digest(text);
  }

  private static Library compile(
      PolicyIdentity policy, List<RateLimitEntry> limits, LibraryText.Names names) {
    LibraryText text = new LibraryText("ratelimit.lua", VERSION, LAYOUT, names);
    for (RateLimitEntry limit : limits) {
      text.with(limit.algorithm() == Algorithm.FixedWindow ? "fixed" : "bucket");
    }
    return text.build(
        policy,
        limits.stream().map(RateLimitEntry::name).toList(),
        limits.stream().map(limit -> LuaEntry.of(limit, names.keys())).toList());
  }

  private static final class Compiler implements LibraryCompiler<RateLimitEntry> {
    @Override
    public Library compile(PolicyIdentity policy, List<RateLimitEntry> limits) {
      return RateLimitCompiler.compile(policy, limits);
    }

    @Override
    public Library compileForSelfTest(PolicyIdentity policy, List<RateLimitEntry> limits) {
      return RateLimitCompiler.compileForSelfTest(policy, limits);
    }

    @Override
    public Library compileWithTestClock(PolicyIdentity policy, List<RateLimitEntry> limits) {
      return RateLimitCompiler.compileWithTestClock(policy, limits);
    }

    @Override
    public void selfTest(FunctionCaller caller, List<RateLimitEntry> limits) {
      RateLimitCompiler.selfTest(caller, limits);
    }
  }
}
