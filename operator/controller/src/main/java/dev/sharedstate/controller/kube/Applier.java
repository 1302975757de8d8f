// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.kube;

import dev.sharedstate.controller.kube.Applied.Outcome;
import dev.sharedstate.controller.model.Labels;
import dev.sharedstate.controller.model.Owner;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.net.HttpURLConnection;
import java.util.Optional;

/**
 * Brings one object to what is desired by server-side apply, and only then when it is not so
 * already. An object that is not this policy's by the uid of its owner is never touched.
 */
public final class Applier {
  /** Owner of all fields that this operator sets. */
  public static final String FIELD_MANAGER = "shared-state-operator";

  private final KubernetesClient client;

  public Applier(KubernetesClient client) {
    this.client = client;
  }

  /**
   * Applies.
   *
   * @param cached the live object where an informer has it; else it is read by name
   * @param servedBefore whether this policy had its objects already
   */
  public Applied apply(
      Owner owner, HasMetadata desired, Optional<HasMetadata> cached, boolean servedBefore) {
    String what = desired.getKind() + " " + desired.getMetadata().getName();
    try {
      Optional<HasMetadata> live = cached.or(() -> read(desired));
      if (live.isEmpty()) {
        patch(desired, false);
        return new Applied(
            servedBefore ? Outcome.RESTORED : Outcome.CREATED,
            what,
            servedBefore ? "was deleted" : "");
      }
      return existing(owner, desired, live.get(), what);
    } catch (KubernetesClientException e) {
      return failed(e, what);
    }
  }

  private Applied existing(Owner owner, HasMetadata desired, HasMetadata live, String what) {
    if (!Ownership.owns(owner, live)) {
      return Ownership.wasOwnedByNamesake(owner, live)
          ? new Applied(Outcome.LEAVING, what, "belongs to a deleted policy of the same name")
          : new Applied(Outcome.CONFLICT, what, "exists and is not this policy's");
    }
    if (live.getMetadata().getDeletionTimestamp() != null) {
      return new Applied(Outcome.LEAVING, what, "is being deleted");
    }
    keepImmutable(desired, live);
    Optional<String> difference = SubsetMatcher.difference(desired, live);
    if (difference.isEmpty()) {
      return new Applied(Outcome.UNCHANGED, what, "");
    }
    // Refused if the name was given to a new object meanwhile.
    desired.getMetadata().setUid(live.getMetadata().getUid());
    patch(desired, true);
    boolean same = hash(desired).equals(hash(live));
    return new Applied(
        same ? Outcome.RESTORED : Outcome.UPDATED, what, "differed in " + difference.get());
  }

  /** What a StatefulSet never changes again is taken from the live one. */
  private static void keepImmutable(HasMetadata desired, HasMetadata live) {
    if (desired instanceof StatefulSet wanted && live instanceof StatefulSet running) {
      wanted.getSpec().setServiceName(running.getSpec().getServiceName());
      wanted.getSpec().setPodManagementPolicy(running.getSpec().getPodManagementPolicy());
      wanted.getSpec().setSelector(running.getSpec().getSelector());
      wanted.getSpec().setVolumeClaimTemplates(running.getSpec().getVolumeClaimTemplates());
    }
  }

  private static String hash(HasMetadata object) {
    return object.getMetadata().getAnnotations() == null
        ? ""
        : object.getMetadata().getAnnotations().getOrDefault(Labels.DESIRED_HASH, "");
  }

  private Optional<HasMetadata> read(HasMetadata desired) {
    return Optional.ofNullable(client.resource(desired).get());
  }

  private void patch(HasMetadata desired, boolean force) {
    client
        .resource(desired)
        .patch(
            new PatchContext.Builder()
                .withPatchType(PatchType.SERVER_SIDE_APPLY)
                .withFieldManager(FIELD_MANAGER)
                .withForce(force)
                .build());
  }

  /** Created or deleted by somebody else in between: the next pass sees it as it is. */
  private static Applied failed(KubernetesClientException e, String what) {
    boolean moved =
        e.getCode() == HttpURLConnection.HTTP_CONFLICT
            || e.getCode() == HttpURLConnection.HTTP_NOT_FOUND;
    return new Applied(moved ? Outcome.LEAVING : Outcome.FAILED, what, reason(e));
  }

  private static String reason(KubernetesClientException e) {
    return e.getStatus() != null && e.getStatus().getMessage() != null
        ? e.getStatus().getMessage()
        : String.valueOf(e.getMessage());
  }

  /** Whose an object is. */
  static final class Ownership {
    private Ownership() {}

    static boolean owns(Owner owner, HasMetadata live) {
      return live.getMetadata().getOwnerReferences().stream()
          .anyMatch(reference -> owner.uid().equals(reference.getUid()));
    }

    static boolean wasOwnedByNamesake(Owner owner, HasMetadata live) {
      return live.getMetadata().getOwnerReferences().stream()
          .anyMatch(reference -> namesake(owner, reference));
    }

    private static boolean namesake(Owner owner, OwnerReference reference) {
      return owner.kind().equals(reference.getKind())
          && owner.name().equals(reference.getName())
          && owner.apiVersion().equals(reference.getApiVersion());
    }
  }
}
