// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.kube;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sharedstate.controller.kind.Kinds;
import org.junit.jupiter.api.Test;

class CrdCheckTest {

  @Test
  void aMissingCrdSaysWhatToDo() {
    assertThat(CrdCheck.problem(null, Kinds.ALL)).contains("is not installed", "crds/");
  }

  @Test
  void anOldCrdSaysWhatItLacks() {
    String schema =
        """
{"components": {"schemas": {"dev.sharedstate.v1alpha1.RateLimitPolicy": {"properties": {
  "spec": {"properties": {"limits": {"items": {"properties": {"name": {}}}}, "redis": {}}}}}}}}
""";
    assertThat(CrdCheck.problem(schema, Kinds.ALL))
        .contains(
            "older than this operator",
            "spec.limits[].algorithm",
            "spec.redis.engine",
            "status.conditions");
  }

  @Test
  void rubbishIsSaid() {
    assertThat(CrdCheck.problem("<html>", Kinds.ALL)).contains("cannot be read");
  }
}
