// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.sharedstate.api.v1alpha1.Fsync;
import dev.sharedstate.api.v1alpha1.PersistenceMode;
import dev.sharedstate.api.v1alpha1.RedisSpec;
import dev.sharedstate.api.v1alpha1.WhenDeleted;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is documented as a default stays one: a change here is a change of the API. */
class DurabilityTest {
  private static final OperatorLimits OPERATOR = new OperatorLimits(64L << 20, true);
  private static final Durability.Volume VOLUME =
      new Durability.Volume(new Quantity("1", "Gi"), Optional.empty(), WhenDeleted.Retain, false);

  @Test
  void whatASilentPolicyGets() throws Exception {
    for (RedisSpec silent : new RedisSpec[] {null, redis("{}"), redis("{engine: Valkey}")}) {
      assertThat(PolicyDefaults.durability(silent, PolicyDefaults.RATE_LIMITS))
          .isEqualTo(new Durability(PersistenceMode.None, Fsync.EverySecond, Optional.empty()));
      assertThat(PolicyDefaults.durability(silent, PolicyDefaults.LEASES))
          .isEqualTo(new Durability(PersistenceMode.AppendOnly, Fsync.Always, Optional.of(VOLUME)));
    }
  }

  @Test
  void aWrittenModeHasItsKindsFsync() throws Exception {
    RedisSpec written = redis("{persistence: {mode: AppendOnly}}");
    assertThat(PolicyDefaults.durability(written, PolicyDefaults.RATE_LIMITS))
        .isEqualTo(
            new Durability(PersistenceMode.AppendOnly, Fsync.EverySecond, Optional.of(VOLUME)));
    assertThat(PolicyDefaults.durability(written, PolicyDefaults.LEASES).fsync())
        .isEqualTo(Fsync.Always);
    assertThat(
            PolicyDefaults.durability(redis("{persistence: {mode: None}}"), PolicyDefaults.LEASES)
                .volume())
        .isEmpty();
  }

  @Test
  void whatIsWrittenStays() throws Exception {
    Durability durability =
        PolicyDefaults.durability(
            redis(
                "{persistence: {mode: AppendOnly, fsync: EverySecond},"
                    + " storage: {size: 20Gi, storageClassName: '', whenDeleted: Delete,"
                    + " adopt: true}}"),
            PolicyDefaults.LEASES);
    assertThat(durability)
        .isEqualTo(
            new Durability(
                PersistenceMode.AppendOnly,
                Fsync.EverySecond,
                Optional.of(
                    new Durability.Volume(
                        new Quantity("20", "Gi"), Optional.of(""), WhenDeleted.Delete, true))));
  }

  @Test
  void aVolumeHoldsTheMemoryLimitTwice() throws Exception {
    assertThat(problems("{size: 512Mi}", "256Mi")).isEmpty();
    assertThat(problems("{size: 511Mi}", "256Mi"))
        .extracting(PolicyProblem::reason, PolicyProblem::text)
        .containsExactly(
            tuple(
                "StorageTooSmall",
                "spec.redis.storage.size is 511Mi, less than twice the memory limit of 256Mi, which"
                    + " a file and its successor need: for a new policy write 512Mi or more, for"
                    + " one that has its volume lower spec.redis.resources.limits.memory"));
    assertThat(problems("{}", "512Mi")).isEmpty();
    assertThat(problems("{}", "513Mi")).hasSize(1);
  }

  @Test
  void withoutAVolumeThereIsNothingToHold() throws Exception {
    RedisSpec large = redis("{resources: {limits: {memory: 4Gi}}}");
    assertThat(RedisValidator.problems(large, PolicyDefaults.RATE_LIMITS, OPERATOR)).isEmpty();
    assertThat(RedisValidator.problems(large, PolicyDefaults.LEASES, OPERATOR)).hasSize(1);
    assertThat(RedisValidator.problems(null, PolicyDefaults.LEASES, OPERATOR)).isEmpty();
  }

  /** An operator that is older than its CRD must not take a mode for None. */
  @Test
  void aModeOfANewerCrdIsRefused() throws Exception {
    RedisSpec newer =
        redis(
            "{persistence: {mode: Mirror, fsync: Sometimes}, storage: {whenDeleted: Archive},"
                + " resources: {limits: {memory: 4Gi}}}");
    assertThat(RedisValidator.problems(newer, PolicyDefaults.RATE_LIMITS, OPERATOR))
        .extracting(PolicyProblem::reason, PolicyProblem::field)
        .containsExactly(tuple("NotSupported", "spec.redis.persistence.mode"));
  }

  private static List<PolicyProblem> problems(String storage, String memory) throws Exception {
    return RedisValidator.problems(
        redis(
            "{persistence: {mode: AppendOnly}, storage: %s, resources: {limits: {memory: %s}}}"
                .formatted(storage, memory)),
        PolicyDefaults.RATE_LIMITS,
        OPERATOR);
  }

  private static RedisSpec redis(String yaml) throws Exception {
    return new YAMLMapper().readValue(yaml, RedisSpec.class);
  }
}
