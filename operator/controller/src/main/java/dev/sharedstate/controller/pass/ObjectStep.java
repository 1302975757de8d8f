// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.pass;

import dev.sharedstate.controller.kube.Applied;
import dev.sharedstate.controller.kube.Applied.Outcome;
import dev.sharedstate.controller.kube.Applier;
import dev.sharedstate.controller.model.DesiredInstance;
import dev.sharedstate.controller.status.Findings;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Applies objects one by one; one that fails does not keep the others from being repaired. */
final class ObjectStep {
  private final Applier applier;

  ObjectStep(Applier applier) {
    this.applier = applier;
  }

  /** Reads each object by name where the informers do not have it. */
  List<Applied> apply(
      DesiredInstance desired,
      List<HasMetadata> objects,
      Live live,
      boolean servedBefore,
      Journal journal) {
    List<Applied> results = new ArrayList<>();
    for (HasMetadata object : objects) {
      Optional<HasMetadata> cached = live.like(object);
      Applied applied = applier.apply(desired.owner(), object, cached, servedBefore);
      journal.applied(applied);
      results.add(applied);
    }
    return List.copyOf(results);
  }

  static Findings.Objects findings(List<Applied> results) {
    return new Findings.Objects(
        sentences(results, Outcome.CONFLICT),
        sentences(results, Outcome.LEAVING),
        sentences(results, Outcome.FAILED));
  }

  private static List<String> sentences(List<Applied> results, Outcome outcome) {
    return results.stream()
        .filter(result -> result.is(outcome))
        .map(result -> result.what() + " " + result.detail())
        .toList();
  }
}
