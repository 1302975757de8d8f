// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

import dev.sharedstate.api.model.RateLimitEntry;
import dev.sharedstate.api.v1alpha1.Algorithm;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

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

  private RateLimitCompiler() {}

  /**
   * The library that applications call.
   *
   * @throws IllegalArgumentException if a number cannot be held exactly (validation finds it first)
   */
  public static Library compile(PolicyIdentity policy, List<RateLimitEntry> limits) {
    return compile(policy, limits, new Names(LIBRARY_NAME, FUNCTIONS, ""), false);
  }

  /**
   * The same code under names of its own ({@code selftest_rl_…}) and on keys of its own ({@code
   * __selftest.<entry>:…}), to be tried before the real one goes live.
   */
  public static Library compileForSelfTest(PolicyIdentity policy, List<RateLimitEntry> limits) {
    Names names = new Names(SELF_TEST_LIBRARY_NAME, SELF_TEST_FUNCTIONS, SELF_TEST_KEYS);
    return compile(policy, limits, names, false);
  }

  /**
   * A library for the tests of applications: {@code rl_advance ms} moves its clock, for as long as
   * it stays loaded. {@code rl_info} tells, so that no operator takes it for the real one.
   */
  public static Library compileWithTestClock(PolicyIdentity policy, List<RateLimitEntry> limits) {
    return compile(policy, limits, new Names(LIBRARY_NAME, FUNCTIONS, ""), true);
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
    return Digests.sha256(text.replaceFirst("local DIGEST = '[0-9a-f]*'", "local DIGEST = ''"));
  }

  private static Library compile(
      PolicyIdentity policy, List<RateLimitEntry> limits, Names names, boolean testClock) {
    Set<String> flags = new TreeSet<>();
    if (testClock) {
      flags.add("test-clock");
    }
    for (RateLimitEntry limit : limits) {
      flags.add(limit.algorithm() == Algorithm.FixedWindow ? "fixed" : "bucket");
    }
    Map<String, String> values = new HashMap<>();
    values.put("UID", Lua.quote(policy.uid()));
    values.put("GENERATION", Long.toString(policy.generation()));
    values.put("LIBRARY", names.library());
    values.put("FUNCTIONS", names.functions());
    values.put("VERSION", VERSION);
    values.put("LAYOUT", Long.toString(LAYOUT));
    values.put("TEST_CLOCK", testClock ? "1" : "0");
    values.put(
        "ENTRIES",
        limits.stream()
            .map(limit -> LuaEntry.of(limit, names.keys()))
            .collect(Collectors.joining("\n")));
    values.put(
        "ORDER",
        limits.stream()
            .map(limit -> Lua.quote(names.keys() + limit.name()))
            .collect(Collectors.joining(", ")));
    values.put("DIGEST", "");
    String digest = digest(text(names, flags, values));
    values.put("DIGEST", digest);
    return new Library(
        names.library(), VERSION, policy.generation(), digest, text(names, flags, values));
  }

  private static String text(Names names, Set<String> flags, Map<String, String> values) {
    return "#!lua name="
        + names.library()
        + "\n"
        + new LuaTemplate(flags, values).fill("ratelimit.lua");
  }

  /** What tells one variant of the library from another. */
  private record Names(String library, String functions, String keys) {}
}
