// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.model;

import dev.sharedstate.api.v1alpha1.Fsync;
import dev.sharedstate.api.v1alpha1.PersistenceMode;
import dev.sharedstate.api.v1alpha1.WhenDeleted;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Optional;

/**
 * How an instance keeps its data, with every default filled in.
 *
 * @param fsync means something only with AppendOnly
 * @param volume absent with mode None
 */
public record Durability(PersistenceMode mode, Fsync fsync, Optional<Volume> volume) {
  /**
   * What a kind does where its policy is silent.
   *
   * @param fsync of AppendOnly, also where the policy writes that mode itself
   */
  public record Default(PersistenceMode mode, Fsync fsync) {}

  /**
   * A volume of the instance's own.
   *
   * @param storageClass absent: the cluster's default; empty: none
   * @param adopt whether a claim that an earlier policy of the name left is taken over
   */
  public record Volume(
      Quantity size, Optional<String> storageClass, WhenDeleted whenDeleted, boolean adopt) {}
}
