// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LuaTemplateTest {
  @Test
  void keepsWhatTheFlagsAskFor() {
    assertThat(fill(Set.of(), "one")).isEqualTo("first\nwithout\nvalue one 'x@y'\nlast\n");
    assertThat(fill(Set.of("flag"), "one"))
        .isEqualTo("first\nwith\nincluded one\nvalue one 'x@y'\nlast\n");
    assertThat(fill(Set.of("flag", "inner"), "one"))
        .isEqualTo("first\nwith\nboth\nincluded one\nvalue one 'x@y'\nlast\n");
    assertThat(fill(Set.of("inner"), "one")).isEqualTo(fill(Set.of(), "one"));
  }

  @Test
  void neverFillsInAValueOfAValue() {
    assertThat(fill(Set.of(), "@OTHER@")).contains("value @OTHER@ 'x@y'");
  }

  @Test
  void refusesATemplateThatIsWrong() {
    LuaTemplate template = new LuaTemplate(Set.of(), Map.of());
    assertThatThrownBy(() -> template.fill("test-template.lua"))
        .hasMessageContaining("no value for @VALUE@");
    assertThatThrownBy(() -> template.fill("test-unclosed.lua")).hasMessageContaining("not closed");
    assertThatThrownBy(() -> template.fill("missing.lua")).hasMessageContaining("missing.lua");
  }

  private static String fill(Set<String> flags, String value) {
    return new LuaTemplate(flags, Map.of("VALUE", value)).fill("test-template.lua");
  }
}
