// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RepliesTest {
  @Test
  void info() {
    List<Object> reply =
        List.of("sharedstate_rl", "uid", 7L, "0.1.0", "d", 1L, "load", -1L, 1L, "a later field");
    assertThat(Replies.info(reply))
        .contains(
            new Observation.LibraryInfo(
                "sharedstate_rl", "uid", 7, "0.1.0", "d", 1, "load", -1, true));
  }

  @Test
  void numbersMayComeAsText() {
    List<Object> reply = List.of("n", "uid", "7", "0.1.0", "d", "1", "load", "-1", "0");
    assertThat(Replies.info(reply).orElseThrow().generation()).isEqualTo(7);
  }

  @Test
  void whatAnotherLibraryAnswersIsNoInfo() {
    assertThat(Replies.info(List.of("x", 1L))).isEmpty();
    assertThat(Replies.info(List.of("n", "u", "seven", "v", "d", 1L, "l", -1L, 0L))).isEmpty();
    assertThat(Replies.info(null)).isEmpty();
  }

  @Test
  void stats() {
    Observation.LibraryStats stats =
        Replies.stats(List.of("load", "a.allowed", 3L, "a.limited", "4")).orElseThrow();
    assertThat(stats.loadId()).isEqualTo("load");
    assertThat(stats.counters()).isEqualTo(Map.of("a.allowed", 3L, "a.limited", 4L));
    assertThat(Replies.stats(List.of("load", "a.allowed"))).isEmpty();
    assertThat(Replies.stats(List.of("load", "a.allowed", "many"))).isEmpty();
    assertThat(Replies.stats(List.of(""))).isEmpty();
    assertThat(Replies.stats(List.of())).isEmpty();
  }

  @Test
  void libraries() {
    Object one = List.of("library_name", "a", "engine", "LUA", "functions", List.of());
    Object two = Arrays.asList("library_name", "b", "description", null, "library_code", "#!lua");
    assertThat(Replies.libraries(List.of(one, two)))
        .containsExactly(Map.entry("a", ""), Map.entry("b", "#!lua"));
  }
}
