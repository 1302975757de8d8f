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
    assertThat(FunctionCatalog.of("LeasePolicy", Caller.APP)).isEmpty();
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
