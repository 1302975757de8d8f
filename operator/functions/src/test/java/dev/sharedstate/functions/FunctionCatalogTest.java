// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sharedstate.functions.FunctionSpec.Caller;
import org.junit.jupiter.api.Test;

class FunctionCatalogTest {
  @Test
  void namesWhatAnApplicationMayCallAndWhatItNeeds() {
    var functions = FunctionCatalog.of("RateLimitPolicy", Caller.APP);
    assertThat(functions)
        .extracting(FunctionSpec::name)
        .containsExactly("rl_take", "rl_peek", "rl_reset", "rl_info", "rl_stats");
    assertThat(functions)
        .filteredOn(FunctionSpec::readOnly)
        .extracting(FunctionSpec::name)
        .containsExactly("rl_peek", "rl_info", "rl_stats");
    assertThat(FunctionCatalog.commands(functions)).containsExactly("del", "get", "set", "time");
    assertThat(functions).allMatch(function -> function.touches().isEmpty());
  }

  @Test
  void namesWhoMayCallWhatOfLeases() {
    assertThat(FunctionCatalog.of("LeasePolicy", Caller.APP))
        .extracting(FunctionSpec::name)
        .containsExactly(
            "lease_acquire",
            "lease_renew",
            "lease_release",
            "lease_inspect",
            "lease_revoke",
            "lease_info",
            "lease_stats");
    assertThat(FunctionCatalog.of("LeasePolicy", Caller.OPERATOR))
        .extracting(FunctionSpec::name)
        .containsExactly("lease_epoch", "lease_sweep");
    assertThat(FunctionCatalog.of("LeasePolicy", Caller.POD))
        .extracting(FunctionSpec::name)
        .containsExactly("lease_keep", "lease_seal");
    assertThat(FunctionCatalog.of("LeasePolicy", Caller.TEST))
        .extracting(FunctionSpec::name)
        .containsExactly("lease_advance");
    assertThat(FunctionCatalog.of("LeasePolicy", Caller.APP))
        .flatMap(FunctionSpec::touches)
        .containsOnly(
            new FunctionSpec.Touch("__epoch", "read"),
            new FunctionSpec.Touch("__ix:<entry>", "write"));
    assertThat(FunctionCatalog.of("SessionPolicy", Caller.APP)).isEmpty();
  }

  @Test
  void explainsEveryErrorOfEveryFunction() {
    for (FunctionSpec function : FunctionCatalog.all()) {
      assertThat(FunctionCatalog.errors().keySet()).containsAll(function.errors());
      assertThat(function.summary()).endsWith(".");
      assertThat(function.answers()).isNotEmpty();
    }
  }
}
