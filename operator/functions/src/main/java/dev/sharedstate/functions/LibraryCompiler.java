// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

import java.util.List;

/**
 * Turns the entries of a policy into the text of its function library, for one kind of policy.
 * Pure: the same input gives the same text.
 *
 * @param <E> an entry of the kind with every default filled in
 */
public interface LibraryCompiler<E> {
  /**
   * The library that applications call.
   *
   * @throws IllegalArgumentException if a number cannot be held exactly (validation finds it first)
   */
  Library compile(PolicyIdentity policy, List<E> entries);

  /**
   * The same code under names and on keys of its own, to be tried before the real one goes live.
   */
  Library compileForSelfTest(PolicyIdentity policy, List<E> entries);

  /**
   * A library for the tests of applications: its {@code …_advance ms} moves its clock, for as long
   * as it stays loaded, and its {@code …_info} tells, so that no operator takes it for the real
   * one.
   */
  Library compileWithTestClock(PolicyIdentity policy, List<E> entries);

  /**
   * Calls the functions of a loaded library that {@link #compileForSelfTest} made and compares the
   * answers with what the entries promise.
   *
   * @throws SelfTestFailure with the entry and the answer that was wrong
   */
  void selfTest(FunctionCaller caller, List<E> entries);
}
