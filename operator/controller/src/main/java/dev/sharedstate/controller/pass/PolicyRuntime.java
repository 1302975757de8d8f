// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.pass;

import dev.sharedstate.controller.model.Owner;
import dev.sharedstate.controller.redis.PolicyRef;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * What the operator remembers of one policy between passes; all of it can be lost. Used by one pass
 * at a time.
 */
public final class PolicyRuntime {
  /** While a pod waits for what it mounts, or the login fails, Secrets are looked at this often. */
  private static final Duration WHILE_WAITING = Duration.ofSeconds(10);

  private final PolicyRef ref;
  private Instant secretsAt = Instant.MIN;
  private long secretsGeneration = -1;
  private String reconcileAt = "";
  private boolean loginFailed;
  private boolean toldOfOther;
  private String runId = "";
  private String loadId = "";
  private String savedLoad = "";
  private String savingLoad = "";

  PolicyRuntime(Owner owner) {
    this.ref = new PolicyRef(owner.kind(), owner.namespace(), owner.name(), owner.uid());
  }

  public PolicyRef ref() {
    return ref;
  }

  /**
   * Secrets have no informer: they are read at start, after a change of the policy, when somebody
   * asks by annotation, at every resync, and now and then while something waits for them.
   */
  boolean secretsDue(
      long generation, String annotation, boolean podWaits, Instant now, Duration resync) {
    if (secretsGeneration != generation || !Objects.equals(annotation, reconcileAt)) {
      return true;
    }
    Duration patience = loginFailed || podWaits ? WHILE_WAITING : resync;
    return !now.isBefore(secretsAt.plus(patience));
  }

  void secretsChecked(long generation, String annotation, Instant now) {
    secretsGeneration = generation;
    reconcileAt = annotation;
    secretsAt = now;
  }

  void login(boolean failed) {
    loginFailed = failed;
  }

  /** True the first time. */
  boolean tellOfOther() {
    boolean first = !toldOfOther;
    toldOfOther = true;
    return first;
  }

  /**
   * A snapshot has this load of the library.
   *
   * @param load of which server and which load
   */
  void saved(String load) {
    savedLoad = load;
    savingLoad = "";
  }

  boolean isSaved(String load) {
    return savedLoad.equals(load);
  }

  /** A snapshot that will have this load is being written; empty: none is. */
  void saveBegins(String load) {
    savingLoad = load;
  }

  boolean saveBegun(String load) {
    return savingLoad.equals(load);
  }

  /** The server and the load of its library that a pass has verified. */
  void verified(String verifiedRunId, String verifiedLoadId) {
    runId = verifiedRunId;
    loadId = verifiedLoadId;
  }

  /** The same server has loaded its library anew, and not by a push of ours. */
  boolean reloaded(String seenRunId, String seenLoadId) {
    return runId.equals(seenRunId) && !loadId.equals(seenLoadId);
  }
}
