// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.pass;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.sharedstate.api.model.PolicyProblem;
import dev.sharedstate.api.v1alpha1.PolicyStatus;
import dev.sharedstate.controller.model.DesiredInstance;
import dev.sharedstate.controller.model.Names;
import dev.sharedstate.controller.model.Owner;
import dev.sharedstate.controller.model.Planner;
import dev.sharedstate.controller.model.PolicyKind;
import dev.sharedstate.controller.resource.LibraryConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.CustomResource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a pass works towards: the spec, or while that is rejected the last one that was not.
 *
 * @param problems why the spec is not accepted
 */
public record Plan(Owner owner, List<PolicyProblem> problems, Optional<DesiredInstance> desired) {
  private static final Logger LOG = LoggerFactory.getLogger(Plan.class);

  static <S> Plan of(
      PolicyKind<S> kind, CustomResource<S, PolicyStatus> policy, Planner planner, Live live) {
    Owner owner = Owner.of(policy);
    List<PolicyProblem> problems = planner.problems(kind, policy.getSpec());
    return problems.isEmpty()
        ? new Plan(owner, problems, Optional.of(planner.desired(kind, owner, policy.getSpec())))
        : new Plan(owner, problems, lastAccepted(kind, owner, planner, live));
  }

  /** The library's ConfigMap carries the spec that it was made from. */
  private static <S> Optional<DesiredInstance> lastAccepted(
      PolicyKind<S> kind, Owner owner, Planner planner, Live live) {
    String library = new Names(kind.traits(), owner.namespace(), owner.name()).library();
    return live.objects().stream()
        .filter(ConfigMap.class::isInstance)
        .map(ConfigMap.class::cast)
        .filter(map -> map.getMetadata().getName().equals(library))
        .filter(
            map ->
                map.getMetadata().getOwnerReferences().stream()
                    .anyMatch(reference -> owner.uid().equals(reference.getUid())))
        .findFirst()
        .flatMap(map -> parse(kind, owner, planner, map.getData()));
  }

  private static <S> Optional<DesiredInstance> parse(
      PolicyKind<S> kind, Owner owner, Planner planner, Map<String, String> data) {
    try {
      long generation = Long.parseLong(data.get(LibraryConfigMap.GENERATION));
      S spec = Planner.spec(kind, data.get(LibraryConfigMap.SPEC));
      return planner.problems(kind, spec).isEmpty()
          ? Optional.of(planner.desired(kind, owner.at(generation), spec))
          : Optional.empty();
    } catch (JsonProcessingException | RuntimeException e) {
      LOG.atWarn()
          .addKeyValue("policy", owner.name())
          .log("the last accepted spec cannot be read: {}", e.getMessage());
      return Optional.empty();
    }
  }
}
