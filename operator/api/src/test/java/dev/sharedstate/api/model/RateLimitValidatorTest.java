// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sharedstate.api.v1alpha1.Algorithm;
import dev.sharedstate.api.v1alpha1.OnUnavailable;
import dev.sharedstate.api.v1alpha1.RateLimit;
import dev.sharedstate.api.v1alpha1.RateLimitPolicySpec;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RateLimitValidatorTest {
  private static final OperatorLimits OPERATOR = new OperatorLimits(64L << 20, true);
  private static final long TWO_POW_52 = 4_503_599_627_370_496L;

  /** limit, window in ms, the units of one token: window / gcd(limit, window). */
  @ParameterizedTest
  @CsvSource({
    "100, 60000, 600",
    "60000, 60000, 1",
    "7, 60000, 60000",
    "1, 31622400000, 31622400000",
    "999999999989, 31622400000, 31622400000",
    "1000000000000, 31622400000, 4941",
    "1, 1, 1"
  })
  void theLargestCapacityIsTwoToThe52InUnitsOfAToken(long limit, long window, long unit) {
    assertThat(RateLimitValidator.maxCapacity(limit, window)).isEqualTo(TWO_POW_52 / unit);
  }

  @Test
  void aBucketAtTheEdgeIsExactAndOneTokenMoreIsNot() {
    long max = TWO_POW_52 / 31_622_400_000L;
    assertThat(problems(bucket(1, "8784h", max))).isEmpty();
    assertThat(problems(bucket(1, "8784h", max + 1)))
        .containsExactly(
            new PolicyProblem(
                "LimitNotExact",
                "spec.limits[a].capacity",
                "of 142419 cannot be counted exactly at 1 per 8784h: write a capacity of at most"
                    + " 142418, or a limit that divides the window's milliseconds more evenly"));
  }

  @Test
  void anAbsentCapacityIsTheLimit() {
    assertThat(problems(bucket(999_999_999_989L, "24h", null)))
        .extracting(PolicyProblem::text)
        .containsExactly(
            "spec.limits[a].capacity is absent and so 999999999989 cannot be counted exactly at"
                + " 999999999989 per 24h: write a capacity of at most 52124995, or a limit that"
                + " divides the window's milliseconds more evenly");
  }

  @Test
  void aFixedWindowIsAlwaysExact() {
    assertThat(
            problems(
                new RateLimit(
                    "a",
                    Algorithm.FixedWindow,
                    RateLimit.MAX_CALLS,
                    "8784h",
                    null,
                    true,
                    OnUnavailable.Deny)))
        .isEmpty();
  }

  @Test
  void everyLimitIsChecked() {
    assertThat(problems(bucket(1, "1s", 1L), bucket(7, "24h", 1_000_000_000_000L)))
        .extracting(PolicyProblem::field)
        .containsExactly("spec.limits[a].capacity");
    assertThat(problems(bucket(7, "24h", 1_000_000_000_000L), bucket(7, "24h", 1_000_000_000_000L)))
        .hasSize(2);
  }

  /** A CRD may be newer than the operator: the informer must survive what it allows. */
  @Test
  void whatANewerCrdAllowsIsReadAndRefused() throws Exception {
    RateLimitPolicySpec spec =
        new ObjectMapper()
            .readValue(
                """
                {"limits": [{"name": "a", "algorithm": "SlidingLog", "limit": 1, "window": "1d",
                             "onUnavailable": "Ask", "mode": "DryRun"}],
                 "redis": {"engine": "KeyDB", "storage": {"size": "1Gi"}}}""",
                RateLimitPolicySpec.class);
    assertThat(PolicyValidator.problems(spec, OPERATOR))
        .extracting(PolicyProblem::reason, PolicyProblem::field)
        .containsExactly(
            tuple("NotSupported", "spec.limits[a].algorithm"),
            tuple("NotSupported", "spec.limits[a].onUnavailable"),
            tuple("NotSupported", "spec.limits[a].window"));
  }

  private static RateLimit bucket(long limit, String window, Long capacity) {
    return new RateLimit(
        "a", Algorithm.TokenBucket, limit, window, capacity, null, OnUnavailable.Deny);
  }

  private static List<PolicyProblem> problems(RateLimit... limits) {
    return PolicyValidator.problems(new RateLimitPolicySpec(Arrays.asList(limits), null), OPERATOR);
  }
}
