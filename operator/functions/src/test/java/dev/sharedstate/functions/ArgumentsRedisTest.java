// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sharedstate.functions.FunctionCaller.FunctionError;
import dev.sharedstate.functions.testing.LettuceCaller;
import dev.sharedstate.functions.testing.RedisEngine;
import dev.sharedstate.functions.testing.RedisServer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What callers can get wrong: the error's code comes first, and nothing is written. */
class ArgumentsRedisTest {
  private static final String MOST = "9007199254740992"; // 2^53
  private final Library library =
      RateLimitCompiler.compile(
          Limits.POLICY, List.of(Limits.window("a", 5, 60_000), Limits.bucket("b", 5, 60_000, 5)));

  private RedisServer redis;

  @ParameterizedTest
  @EnumSource
  void costsAreWholeNumbersFrom0To2To53(RedisEngine engine) {
    load(engine);
    for (String key : List.of("a:x", "b:x")) {
      for (String cost :
          List.of(
              "",
              " ",
              "-1",
              "-0",
              "+1",
              "1.0",
              "1e3",
              "0x10",
              " 12",
              "12 ",
              "nan",
              "inf",
              "1\n",
              "1\0",
              "9007199254740993",
              "9007199254740994",
              "99999999999999999999",
              "٣")) {
        assertBoth("BADARG", List.of(key), cost);
        assertBoth("BADARG", List.of(key, "a:y"), cost);
        assertBoth("BADARG", List.of(key, "a:y"), "1", cost);
      }
      assertThat(take(List.of(key), "0")).startsWith("ALLOWED", 0L, 0L, 0L);
      assertThat(take(List.of(key), "00")).startsWith("ALLOWED");
      assertThat(take(List.of(key), MOST)).startsWith("NEVER", 1L, -1L, 0L);
      assertThat(take(List.of(key), "9007199254740991")).startsWith("NEVER");
    }
    assertThat(redis.commands().dbsize()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void keysAreAnEntryAndASubjectOf1To256Bytes(RedisEngine engine) {
    load(engine);
    for (String key : List.of("", "a", "x", "a:", "b:", "a:" + "s".repeat(257), "x".repeat(1000))) {
      assertBoth("BADARG", List.of(key));
      assertBoth("BADARG", List.of("a:x", key));
      assertThatCode("rl_reset", "BADARG", List.of(key));
    }
    for (String key : List.of(":x", "c:x", "A:x", "a :x", "aa:x", "name:x", "__index:x", "1:x")) {
      assertBoth("NOENTRY", List.of(key));
      assertBoth("NOENTRY", List.of("a:x", key));
      assertThatCode("rl_reset", "NOENTRY", List.of(key));
    }
    assertThat(redis.commands().dbsize()).isZero();
    for (String subject : List.of("s".repeat(256), ":", "x:y", "\r\n\0'\\%d{}*", "ü", " ")) {
      assertThat(take(List.of("a:" + subject))).startsWith("ALLOWED");
      assertThat(redis.commands().exists("a:" + subject)).isEqualTo(1);
    }
    assertThat(redis.commands().dbsize()).isEqualTo(6);
  }

  @ParameterizedTest
  @EnumSource
  void aCallTakes1To64DifferentKeys(RedisEngine engine) {
    load(engine);
    List<String> keys = IntStream.range(0, 65).mapToObj(i -> "a:" + i).toList();
    assertBoth("BADARG", List.of());
    assertBoth("BADARG", keys);
    assertBoth("BADARG", List.of("a:x", "a:x"));
    assertBoth("BADARG", List.of("a:x", "b:x", "a:x"));
    assertThatCode("rl_reset", "BADARG", List.of());
    assertThatCode("rl_reset", "BADARG", List.of("a:x", "a:y"));
    assertThat(redis.commands().dbsize()).isZero();
    assertThat(take(keys.subList(0, 64))).hasSize(5 + 4 * 64).startsWith("ALLOWED");
    assertThat(redis.commands().dbsize()).isEqualTo(64);
  }

  @ParameterizedTest
  @EnumSource
  void costsThenPlans(RedisEngine engine) {
    load(engine);
    List<String> keys = List.of("a:x", "b:x", "a:y");
    assertThat(take(keys)).contains("ALLOWED");
    assertThat(remaining(take(keys, "1"))).containsExactly(3L, 3L, 3L);
    assertThat(remaining(take(keys, "1", "2", "0"))).containsExactly(2L, 1L, 3L);
    assertThat(remaining(take(keys, "0", "", "", ""))).containsExactly(2L, 1L, 3L);
    assertThat(remaining(take(keys, "0", "1", "0", "", "", ""))).containsExactly(2L, 0L, 3L);
    assertThat(remaining(take(List.of("a:x"), "1", ""))).containsExactly(1L);
    for (int count : List.of(2, 5, 7)) {
      assertBoth("BADARG", keys, Collections.nCopies(count, "1").toArray(String[]::new));
    }
    assertBoth("BADARG", List.of("a:x"), "1", "", "");
    assertBoth("NOENTRY", List.of("a:x"), "1", "gold");
    assertBoth("NOENTRY", keys, "1", "", "", "gold");
    assertBoth("NOENTRY", keys, "1", "1", "1", "gold", "", "");
    for (String function : List.of("rl_info", "rl_stats")) {
      assertThatCode(function, "BADARG", List.of("a:x"));
      assertThatCode(function, "BADARG", List.of(), "x");
    }
    assertThatCode("rl_reset", "BADARG", List.of("a:x"), "x");
  }

  @ParameterizedTest
  @EnumSource
  void foreignValuesAreLeftAlone(RedisEngine engine) {
    load(engine);
    redis.commands().lpush("a:list", "1");
    redis.commands().hset("a:hash", "f", "1");
    redis.commands().sadd("a:set", "1");
    redis.commands().zadd("a:zset", 1, "1");
    redis.commands().xadd("a:stream", "f", "1");
    redis.commands().set("a:text", "hello");
    redis.commands().setbit("b:bits", 7, 1);
    List<String> foreign = redis.commands().keys("*");
    assertThat(foreign).hasSize(7);

    for (String key : foreign) {
      byte[] before = redis.commands().dump(key);
      assertBoth("BADSTATE", List.of(key));
      assertBoth("BADSTATE", List.of(key), MOST);
      assertBoth("BADSTATE", List.of("a:x", key, "b:x"));
      assertThat(Arrays.equals(redis.commands().dump(key), before)).isTrue();
    }
    assertThat(redis.commands().keys("*")).containsExactlyInAnyOrderElementsOf(foreign);
    for (String key : foreign) {
      assertThat(redis.caller().call("rl_reset", List.of(key), List.of())).containsExactly("RESET");
      assertThat(take(List.of(key))).startsWith("ALLOWED");
    }
  }

  @ParameterizedTest
  @EnumSource
  void textThatOnlyLooksLikeARecordIsForeign(RedisEngine engine) {
    load(engine);
    List<String> texts = new ArrayList<>(Histories.GARBAGE);
    for (String mark : List.of("f1:60000:", "t1:12000:1:")) { // of the entries themselves
      texts.add(mark + "9007199254740992:1");
      texts.add(mark + "1:9007199254740992");
      texts.add(mark + "1");
      texts.add(mark + "-1:1");
      texts.add(mark + "1:1:1");
    }
    for (String key : List.of("a:x", "b:x")) {
      for (String text : texts) {
        redis.commands().set(key, text);
        assertBoth("BADSTATE", List.of(key));
        assertBoth("BADSTATE", List.of("a:y", key));
        assertThat(redis.commands().get(key)).isEqualTo(text);
      }
    }
    assertThat(redis.commands().dbsize()).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource
  void aRecordOfALaterVersionCountsAsAFullConsumption(RedisEngine engine) {
    load(engine);
    for (String key : List.of("a:x", "b:x")) {
      for (String text : List.of("f2:1:2:3:4", "s1:x", "t12:", "z9:anything at all", "a0:")) {
        redis.commands().set(key, text);
        assertThat(take(List.of(key)).subList(0, 2)).containsExactly("LIMITED", 1L);
        assertThat(redis.commands().get(key)).matches("(f1:60000|t1:12000:1):.*");
        assertThat(redis.commands().pttl(key)).isBetween(1L, 60_000L);
      }
    }
  }

  /** Names are validated before, but the compiler does not rely on it. */
  @ParameterizedTest
  @EnumSource
  void namesAreDataWhateverTheyContain(RedisEngine engine) {
    redis = RedisServer.shared(engine);
    List<String> names =
        List.of("'", "\\", "]]", "%d(", "\n", "@UID@", "--[[", "\0007", "ü☃", "'] = nil --", "\"");
    redis.load(
        RateLimitCompiler.compile(
            new PolicyIdentity("'; error('x') --\\\n@ENTRIES@", 1),
            names.stream().map(name -> Limits.window(name, 5, 60_000)).toList()));
    for (String name : names) {
      assertThat(take(List.of(name + ":x"))).startsWith("ALLOWED");
      assertThat(redis.caller().call("rl_stats", List.of(), List.of()))
          .contains(name + ".allowed", 1L);
    }
    assertThat(redis.caller().call("rl_info", List.of(), List.of()).get(1))
        .isEqualTo("'; error('x') --\\\n@ENTRIES@");
  }

  private void load(RedisEngine engine) {
    redis = RedisServer.shared(engine);
    redis.load(library);
  }

  @BeforeEach
  void noServerYet() {
    redis = null;
  }

  private List<Object> take(List<String> keys, String... arguments) {
    return redis.caller().call("rl_take", keys, List.of(arguments));
  }

  private static List<Object> remaining(List<Object> answer) {
    List<Object> fields = new ArrayList<>();
    for (int i = 6; i < answer.size(); i += 4) {
      fields.add(answer.get(i));
    }
    return fields;
  }

  private void assertBoth(String code, List<String> keys, String... arguments) {
    assertThatCode("rl_take", code, keys, arguments);
    assertThatCode("rl_peek", code, keys, arguments);
    assertThatThrownBy(
            () ->
                LettuceCaller.readOnly(redis.commands()).call("rl_peek", keys, List.of(arguments)))
        .isInstanceOf(FunctionError.class);
  }

  private void assertThatCode(
      String function, String code, List<String> keys, String... arguments) {
    assertThatThrownBy(() -> redis.caller().call(function, keys, List.of(arguments)))
        .as("%s %s %s", function, keys, List.of(arguments))
        .isInstanceOfSatisfying(
            FunctionError.class,
            e -> {
              assertThat(e.code()).isEqualTo(code);
              assertThat(e.getMessage()).startsWith(code + " ").doesNotContain("user_function");
            });
  }
}
