// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.resource;

import dev.sharedstate.api.model.Durability.Volume;
import dev.sharedstate.controller.model.CanonicalQuantities;
import dev.sharedstate.controller.model.DesiredInstance;
import dev.sharedstate.controller.model.Labels;
import dev.sharedstate.controller.model.Names;
import dev.sharedstate.controller.model.Owner;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import java.util.Map;
import java.util.TreeMap;

/**
 * The claim of an instance's volume, which outlives the policy. Its labels say whose data it holds;
 * nothing in it changes with a version, since a StatefulSet never takes another template.
 */
public final class VolumeClaim {
  /** The volume, in the template and in the pod. */
  static final String DATA = "data";

  private static final String NAMESPACE = "sharedstate.dev/namespace";
  private static final String POLICY_UID = "sharedstate.dev/policy-uid";

  private VolumeClaim() {}

  /** The claim's name: the StatefulSet controller makes it so. */
  public static String name(Names names) {
    return DATA + "-" + names.pod();
  }

  static PersistentVolumeClaim template(DesiredInstance desired, Volume volume) {
    return new PersistentVolumeClaimBuilder()
        .withNewMetadata()
        .withName(DATA)
        .withLabels(labels(desired.owner()))
        .addToAnnotations("argocd.argoproj.io/sync-options", "Prune=false")
        .addToAnnotations(POLICY_UID, desired.owner().uid())
        .endMetadata()
        .withNewSpec()
        .withAccessModes("ReadWriteOnce")
        .withVolumeMode("Filesystem")
        .withStorageClassName(volume.storageClass().orElse(null))
        .withNewResources()
        .addToRequests("storage", CanonicalQuantities.memory(volume.size()))
        .endResources()
        .endSpec()
        .build();
  }

  private static Map<String, String> labels(Owner owner) {
    return new TreeMap<>(
        Map.of(
            Labels.KIND, owner.kind(), NAMESPACE, owner.namespace(), Labels.POLICY, owner.name()));
  }

  /** What a claim that is there means for an instance that is not. */
  public enum Finding {
    /** Made for this very policy: its StatefulSet was deleted by hand. */
    OURS,
    /** Of an earlier policy of the same kind, namespace and name, and wanted. */
    ADOPTED,
    /** On its way out. */
    LEAVING,
    /** Of an earlier policy of the same kind, namespace and name. */
    KEPT,
    /** Its labels do not say that it is of such a policy. */
    FOREIGN
  }

  /**
   * @param adopt whether the policy wants the data of an earlier one
   */
  public static Finding judge(PersistentVolumeClaim claim, Owner owner, boolean adopt) {
    Map<String, String> annotations = orEmpty(claim.getMetadata().getAnnotations());
    // With whenDeleted Delete it belongs to its StatefulSet, which is gone: so will it be.
    boolean goesWithItsSet =
        claim.getMetadata().getOwnerReferences().stream()
            .anyMatch(reference -> "StatefulSet".equals(reference.getKind()));
    if (claim.getMetadata().getDeletionTimestamp() != null || goesWithItsSet) {
      return Finding.LEAVING;
    }
    Map<String, String> live = orEmpty(claim.getMetadata().getLabels());
    if (!live.entrySet().containsAll(labels(owner).entrySet())) {
      return Finding.FOREIGN;
    }
    if (owner.uid().equals(annotations.get(POLICY_UID))) {
      return Finding.OURS;
    }
    return adopt ? Finding.ADOPTED : Finding.KEPT;
  }

  private static Map<String, String> orEmpty(Map<String, String> map) {
    return map == null ? Map.of() : map;
  }

  /** The labels that a claim needs to be adopted, as kubectl takes them. */
  public static String labelsForKubectl(Owner owner) {
    StringBuilder text = new StringBuilder();
    labels(owner).forEach((key, value) -> text.append(' ').append(key).append('=').append(value));
    return text.substring(1);
  }
}
