// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.pass;

import dev.sharedstate.controller.model.Owner;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The runtime state of all policies by uid. There is no finalizer, so nobody tells of a deletion:
 * the registry is swept against the policies that are there. So a policy that went while the
 * operator was away, or came back under the same name, needs no case of its own.
 */
public final class RuntimeRegistry {
  private final Map<String, PolicyRuntime> byUid = new ConcurrentHashMap<>();
  private final Consumer<String> forget;

  /**
   * @param forget called with the uid of a policy that is gone
   */
  public RuntimeRegistry(Consumer<String> forget) {
    this.forget = forget;
  }

  PolicyRuntime of(Owner owner) {
    return byUid.computeIfAbsent(owner.uid(), uid -> new PolicyRuntime(owner));
  }

  /**
   * Forgets all but these.
   *
   * @param uids of the policies that are there
   */
  public void sweep(Collection<String> uids) {
    Set<String> there = Set.copyOf(uids);
    byUid
        .keySet()
        .removeIf(
            uid -> {
              boolean gone = !there.contains(uid);
              if (gone) {
                forget.accept(uid);
              }
              return gone;
            });
  }

  /** The uids that something is kept of. */
  public Set<String> uids() {
    return Set.copyOf(byUid.keySet());
  }
}
