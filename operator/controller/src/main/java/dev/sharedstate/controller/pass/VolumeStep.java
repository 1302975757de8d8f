// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.pass;

import dev.sharedstate.api.model.Durability.Volume;
import dev.sharedstate.api.model.PolicyProblem;
import dev.sharedstate.controller.kube.ClaimReader;
import dev.sharedstate.controller.model.DesiredInstance;
import dev.sharedstate.controller.resource.VolumeClaim;
import dev.sharedstate.controller.status.Findings;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.List;
import java.util.Optional;

/**
 * Before an instance with a volume is created: a claim of its name may hold the data of an earlier
 * policy, and the StatefulSet would take whatever is there.
 */
final class VolumeStep {
  private static final String ADOPT = "spec.redis.storage.adopt";

  private final ClaimReader claims;

  VolumeStep(ClaimReader claims) {
    this.claims = claims;
  }

  /** Why nothing is to be created now; absent if all is well. */
  Optional<Findings.Objects> check(DesiredInstance desired, Live live) {
    boolean setThere =
        live.objects().stream()
            .filter(StatefulSet.class::isInstance)
            .anyMatch(set -> set.getMetadata().getName().equals(desired.names().statefulSet()));
    Optional<Volume> volume = desired.durability().volume();
    if (setThere || volume.isEmpty()) {
      return Optional.empty(); // whose it is, is asked when it is applied
    }
    return claims
        .read(desired.names().namespace(), VolumeClaim.name(desired.names()))
        .flatMap(claim -> judge(desired, volume.get(), claim));
  }

  private static Optional<Findings.Objects> judge(
      DesiredInstance desired, Volume volume, PersistentVolumeClaim claim) {
    String name = VolumeClaim.name(desired.names());
    String delete =
        "kubectl delete pvc -n " + desired.names().namespace() + " " + name + "), to start empty";
    return switch (VolumeClaim.judge(claim, desired.owner(), volume.adopt())) {
      case OURS, ADOPTED -> Optional.empty();
      case LEAVING ->
          Optional.of(
              new Findings.Objects(
                  List.of(),
                  List.of("PersistentVolumeClaim " + name + " is being deleted"),
                  List.of()));
      case KEPT ->
          Optional.of(
              refused(
                  PolicyProblem.VOLUME_KEPT,
                  "is not true, and claim "
                      + name
                      + " holds the data of an earlier policy of this name: set it, to go on with"
                      + " that data, or delete the claim ("
                      + delete));
      case FOREIGN ->
          Optional.of(
              refused(
                  PolicyProblem.VOLUME_FOREIGN,
                  "cannot apply: claim "
                      + name
                      + " is there, and its labels do not say that it is this policy's: label it ("
                      + VolumeClaim.labelsForKubectl(desired.owner())
                      + ") and set adopt, to use its data, or delete the claim ("
                      + delete));
    };
  }

  private static Findings.Objects refused(String reason, String message) {
    return new Findings.Objects(
        List.of(), List.of(), List.of(), Optional.of(new PolicyProblem(reason, ADOPT, message)));
  }
}
