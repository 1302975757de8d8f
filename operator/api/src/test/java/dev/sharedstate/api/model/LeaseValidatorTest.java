// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.sharedstate.api.v1alpha1.LeasePolicySpec;
import java.util.List;
import org.junit.jupiter.api.Test;

class LeaseValidatorTest {
  private static final OperatorLimits OPERATOR = new OperatorLimits(64L << 20, true);

  @Test
  void whatTheCrdAllowsIsServed() throws Exception {
    assertThat(problems("leases: [{name: a, ttl: 30s}]")).isEmpty();
    assertThat(
            problems("leases: [{name: a, ttl: 30s, minTTL: 10ms, maxTTL: 1h, maxLifetime: 24h}]"))
        .isEmpty();
  }

  /** A CRD may be newer than the operator: the informer must survive what it allows. */
  @Test
  void whatANewerCrdAllowsIsReadAndRefused() throws Exception {
    assertThat(
            problems(
                """
                leases:
                - {name: a, ttl: 1d, minTTL: 1us, maxTTL: "", maxLifetime: forever, mode: Shared}
                - {name: b, ttl: 30s}
                - {name: c}
                redis: {engine: KeyDB, persistence: {mode: Mirror}}
                """))
        .extracting(PolicyProblem::reason, PolicyProblem::field)
        .containsExactly(
            tuple("NotSupported", "spec.leases[a].ttl"),
            tuple("NotSupported", "spec.leases[a].minTTL"),
            tuple("NotSupported", "spec.leases[a].maxTTL"),
            tuple("NotSupported", "spec.leases[a].maxLifetime"),
            tuple("NotSupported", "spec.leases[c].ttl"),
            tuple("NotSupported", "spec.redis.persistence.mode"));
  }

  @Test
  void theRemedyIsSaid() throws Exception {
    assertThat(problems("leases: [{name: orders, ttl: 1d}]"))
        .extracting(PolicyProblem::text)
        .containsExactly(
            "spec.leases[orders].ttl has a value that this operator does not know: use another"
                + " one, or update the operator, which is older than its CRD");
  }

  /** Without a word about it a lease has a volume, which the memory limit must fit. */
  @Test
  void redisIsCheckedByTheDefaultsOfLeases() throws Exception {
    assertThat(
            problems(
                """
                leases: [{name: a, ttl: 30s}]
                redis: {resources: {limits: {memory: 513Mi}}}
                """))
        .extracting(PolicyProblem::reason, PolicyProblem::field)
        .containsExactly(tuple("StorageTooSmall", "spec.redis.storage.size"));
    assertThat(
            problems(
                """
                leases: [{name: a, ttl: 30s}]
                redis: {resources: {limits: {memory: 513Mi}}, persistence: {mode: None}}
                """))
        .isEmpty();
  }

  private static List<PolicyProblem> problems(String spec) throws Exception {
    return PolicyValidator.problems(
        new YAMLMapper().readValue(spec, LeasePolicySpec.class), OPERATOR);
  }
}
