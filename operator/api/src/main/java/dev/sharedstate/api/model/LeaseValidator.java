// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.model;

import dev.sharedstate.api.v1alpha1.Lease;
import java.util.ArrayList;
import java.util.List;

/** What a CRD that is newer than this operator may say about leases. */
final class LeaseValidator {
  private LeaseValidator() {}

  /** The problems in the order of the list. */
  static List<PolicyProblem> problems(List<Lease> leases) {
    List<PolicyProblem> problems = new ArrayList<>();
    for (Lease lease : leases) {
      required(lease, "ttl", lease.ttl(), problems);
      optional(lease, "minTTL", lease.minTTL(), problems);
      optional(lease, "maxTTL", lease.maxTTL(), problems);
      optional(lease, "maxLifetime", lease.maxLifetime(), problems);
    }
    return problems;
  }

  private static void optional(
      Lease lease, String field, String duration, List<PolicyProblem> problems) {
    if (duration != null) {
      required(lease, field, duration, problems);
    }
  }

  private static void required(
      Lease lease, String field, String duration, List<PolicyProblem> problems) {
    try {
      Durations.millis(duration);
    } catch (IllegalArgumentException e) {
      problems.add(PolicyProblem.notSupported("spec.leases[" + lease.name() + "]." + field));
    }
  }
}
