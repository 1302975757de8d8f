// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

import dev.sharedstate.api.model.LeaseEntry;
import java.util.List;

/**
 * Turns the leases of a policy into the text of its function library. Pure: the same input gives
 * the same text.
 *
 * <p>{@code fsyncAlways} says that Redis answers nothing that is not on its disk yet. Then, if
 * nobody tells an epoch after a restart, the library takes one by itself; and a lease that survived
 * a restart is renewed at once.
 */
public final class LeaseCompiler {
  /** Of the Lua code; {@code lease_info} answers it. */
  public static final String VERSION = "0.1.0";

  /** Of the records in the keys; {@code lease_info} answers it. */
  public static final long LAYOUT = 1;

  /** The library that applications call. */
  public static final String LIBRARY_NAME = "sharedstate_lease";

  /** The library of the self-test. */
  public static final String SELF_TEST_LIBRARY_NAME = "sharedstate_lease_selftest";

  /** Where the data says for which epoch it is: {@code <epoch>:<quarantine until, ms>}. */
  public static final String EPOCH_KEY = "__epoch";

  /** Where the data says that nothing was promised after it: the epoch of the seal. */
  public static final String SEAL_KEY = "__seal";

  /** The smallest epoch is 1, the largest 2^26 - 1. */
  public static final long MAX_EPOCH = (1L << 26) - 1;

  static final String SELF_TEST_FUNCTIONS = "selftest_lease_";
  static final String SELF_TEST_KEYS = "__selftest.";

  private static final String FUNCTIONS = "lease_";

  private LeaseCompiler() {}

  /** The compiler as what is common to those of all kinds. */
  public static LibraryCompiler<LeaseEntry> compiler(boolean fsyncAlways) {
    return new Compiler(fsyncAlways);
  }

  /** The index of an entry's live leases, which {@code lease_sweep} takes. */
  public static String indexKey(String entry) {
    return "__ix:" + entry;
  }

  /** Where a key is published as soon as its lease is given back or revoked. */
  public static String channel(String entry) {
    return "lease:released:" + entry;
  }

  /**
   * The library that applications call.
   *
   * @throws IllegalArgumentException if a number is out of bounds (validation finds it first)
   */
  public static Library compile(
      PolicyIdentity policy, List<LeaseEntry> leases, boolean fsyncAlways) {
    return compile(
        policy, leases, fsyncAlways, new LibraryText.Names(LIBRARY_NAME, FUNCTIONS, "", false));
  }

  /**
   * The same code under names of its own ({@code selftest_lease_…}) and on keys of its own ({@code
   * __selftest.<entry>:…}), to be tried before the real one goes live.
   */
  public static Library compileForSelfTest(
      PolicyIdentity policy, List<LeaseEntry> leases, boolean fsyncAlways) {
    return compile(
        policy,
        leases,
        fsyncAlways,
        new LibraryText.Names(SELF_TEST_LIBRARY_NAME, SELF_TEST_FUNCTIONS, SELF_TEST_KEYS, false));
  }

  /**
   * A library for the tests of applications: {@code lease_advance ms} moves its clock, for as long
   * as it stays loaded. {@code lease_info} tells, so that no operator takes it for the real one.
   */
  public static Library compileWithTestClock(
      PolicyIdentity policy, List<LeaseEntry> leases, boolean fsyncAlways) {
    return compile(
        policy, leases, fsyncAlways, new LibraryText.Names(LIBRARY_NAME, FUNCTIONS, "", true));
  }

  /**
   * Calls every function of a library that {@link #compileForSelfTest} made and compares the
   * answers with what the leases promise.
   *
   * @throws SelfTestFailure with the entry and the answer that was wrong
   */
  public static void selfTest(FunctionCaller caller, List<LeaseEntry> leases) {
    new LeaseSelfTest(caller, leases).run();
  }

  private static Library compile(
      PolicyIdentity policy,
      List<LeaseEntry> leases,
      boolean fsyncAlways,
      LibraryText.Names names) {
    LibraryText text =
        new LibraryText("lease.lua", VERSION, LAYOUT, names)
            .with("EPOCH", "epoch or -1")
            .with(fsyncAlways ? "fsync-always" : "may-lose");
    if (!names.keys().isEmpty()) {
      text.with("self-test");
    }
    return text.build(
        policy,
        leases.stream().map(LeaseEntry::name).toList(),
        leases.stream().map(lease -> LuaLease.of(lease, names.keys())).toList());
  }

  private record Compiler(boolean fsyncAlways) implements LibraryCompiler<LeaseEntry> {
    @Override
    public Library compile(PolicyIdentity policy, List<LeaseEntry> leases) {
      return LeaseCompiler.compile(policy, leases, fsyncAlways);
    }

    @Override
    public Library compileForSelfTest(PolicyIdentity policy, List<LeaseEntry> leases) {
      return LeaseCompiler.compileForSelfTest(policy, leases, fsyncAlways);
    }

    @Override
    public Library compileWithTestClock(PolicyIdentity policy, List<LeaseEntry> leases) {
      return LeaseCompiler.compileWithTestClock(policy, leases, fsyncAlways);
    }

    @Override
    public void selfTest(FunctionCaller caller, List<LeaseEntry> leases) {
      LeaseCompiler.selfTest(caller, leases);
    }
  }
}
