// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.redis;

import dev.sharedstate.controller.model.Trial;
import dev.sharedstate.functions.Library;
import java.util.List;
import java.util.Map;

/**
 * All that the operator does to an instance. Every method blocks for the connect and command
 * timeouts at most, is safe to call from any thread, and throws {@link RedisUnavailable} when no
 * answer came or the server refused the login.
 */
public interface RedisAdmin {
  /**
   * INFO, CONFIG GET, FUNCTION LIST, {@code <kind>_info} and {@code <kind>_stats} in one round
   * trip. Writes nothing.
   */
  Observation observe(InstanceAddress instance);

  /** The text of each loaded library by name (FUNCTION LIST WITHCODE). */
  Map<String, String> libraryTexts(InstanceAddress instance);

  /**
   * CONFIG SET, then CONFIG GET.
   *
   * @return what was read back
   */
  Map<String, String> configure(InstanceAddress instance, Map<String, String> parameters);

  /** The rules of each user by name, as the server lists them (ACL LIST). */
  Map<String, List<String>> users(InstanceAddress instance);

  /**
   * Gives a user these rules and no others. Connections of the user stay.
   *
   * @param rules as for ACL SETUSER
   */
  void setUser(InstanceAddress instance, String name, List<String> rules);

  /**
   * Tries the new code under its self-test names, swaps it in atomically, deletes foreign
   * libraries, and reads back. A failure at any step leaves the old library serving. Raises {@code
   * maxmemory} by a reserve for the load and lowers it again.
   *
   * @param maxmemory the value in bytes to go back to
   * @throws dev.sharedstate.functions.SelfTestFailure if the new code answers wrongly
   */
  Pushed push(InstanceAddress instance, Library library, Trial trial, long maxmemory);

  /**
   * Writes a snapshot and waits for it, for as long as a push may take.
   *
   * @param begun whether an earlier call has begun the one that is wanted, and it is still waited
   *     for
   */
  Saved save(InstanceAddress instance, boolean begun);

  /** Ends the connection and forgets circuit and counters of a policy that is gone. */
  void forget(String policyUid);

  /**
   * What became of a snapshot.
   *
   * @param message why it failed; empty if it did not
   */
  record Saved(State state, String message) {
    /** Where it stands. */
    public enum State {
      DONE,
      /** It has begun and takes longer. */
      RUNNING,
      FAILED
    }
  }

  /**
   * A push that was read back.
   *
   * @param lastStats the counters of the library that was replaced, read in the same transaction;
   *     empty map if there was none
   * @param removed names of foreign libraries that were deleted
   */
  record Pushed(
      Observation.LibraryInfo info, Observation.LibraryStats lastStats, List<String> removed) {}
}
