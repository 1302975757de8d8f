// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sharedstate.functions.FunctionSpec.Caller;
import dev.sharedstate.functions.testing.LettuceCaller;
import dev.sharedstate.functions.testing.RedisEngine;
import dev.sharedstate.functions.testing.RedisServer;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What docs/functions.json says is what a server says, and enough for an application. */
class CatalogRedisTest {
  private static final String KIND = "RateLimitPolicy";
  private final Library library =
      RateLimitCompiler.compile(
          Limits.POLICY, List.of(Limits.window("a", 5, 60_000), Limits.bucket("b", 5, 60_000, 5)));
  private static final List<FunctionSpec> FUNCTIONS = FunctionCatalog.of(KIND, Caller.APP);

  @ParameterizedTest
  @EnumSource
  void listsTheFunctionsAndFlagsOfTheLibrary(RedisEngine engine) {
    RedisServer redis = RedisServer.shared(engine);
    redis.load(library);
    assertThat(flags(redis)).isEqualTo(flags(FUNCTIONS));

    redis.load(
        RateLimitCompiler.compileWithTestClock(
            Limits.POLICY, List.of(Limits.window("a", 5, 60_000))));
    List<FunctionSpec> all = new ArrayList<>(FUNCTIONS);
    all.addAll(FunctionCatalog.of(KIND, Caller.TEST));
    assertThat(flags(redis)).isEqualTo(flags(all));
  }

  @ParameterizedTest
  @EnumSource
  void describesTheAnswers(RedisEngine engine) {
    RedisServer redis = RedisServer.shared(engine);
    redis.load(library);
    for (FunctionSpec function : FUNCTIONS) {
      List<String> keys = List.of("a:x", "b:x").subList(0, Math.min(2, function.keys().max()));
      List<Object> answer = redis.caller().call(function.name(), keys, List.of());
      FunctionSpec.Answer form = function.answers().get(0);
      List<FunctionSpec.Field> fields = new ArrayList<>(form.fields());
      keys.forEach(key -> fields.addAll(form.perKey()));
      while (!form.repeatedFields().isEmpty() && fields.size() < answer.size()) {
        fields.addAll(form.repeatedFields());
      }
      assertThat(answer).as(function.name()).hasSameSizeAs(fields);
      for (int i = 0; i < fields.size(); i++) {
        assertThat(answer.get(i) instanceof Long)
            .as(function.name() + " " + fields.get(i).name())
            .isEqualTo(fields.get(i).type().equals("integer"));
      }
      if (!form.words().isEmpty()) {
        assertThat(form.words()).contains((String) answer.get(0));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void anApplicationGetsByWithTheCommandsThatTheCatalogueNames(RedisEngine engine) {
    RedisServer redis = RedisServer.shared(engine);
    redis.load(library);
    allow(redis, FUNCTIONS, FunctionCatalog.commands(FUNCTIONS));
    try (StatefulRedisConnection<String, String> connection = redis.connect("app", "secret")) {
      FunctionCaller caller = LettuceCaller.of(connection.sync());
      FunctionCaller readOnly = LettuceCaller.readOnly(connection.sync());
      for (FunctionSpec function : FUNCTIONS) {
        List<String> keys = List.of("a:x").subList(0, Math.min(1, function.keys().max()));
        String upper = function.name().toUpperCase(Locale.ROOT);
        assertThat(caller.call(function.name(), keys, List.of())).isNotEmpty();
        assertThat(caller.call(upper, keys, List.of())).isNotEmpty();
        if (function.readOnly()) {
          assertThat(readOnly.call(function.name(), keys, List.of())).isNotEmpty();
          assertThat(readOnly.call(upper, keys, List.of())).isNotEmpty();
        }
        if (function.keys().max() > 0) {
          assertRefused(caller, function.name(), "b:x");
          assertRefused(caller, function.name(), "__selftest.a:x");
        }
      }
      assertRefused(caller, "other", "a:x");
      assertThatThrownBy(() -> connection.sync().get("b:x")).hasMessageStartingWith("NOPERM");
      assertThatThrownBy(() -> connection.sync().keys("*")).hasMessageStartingWith("NOPERM");
      assertThatThrownBy(() -> connection.sync().functionList()).hasMessageStartingWith("NOPERM");
      assertThatThrownBy(() -> connection.sync().configGet("*")).hasMessageStartingWith("NOPERM");
    }
  }

  /** Each command that the catalogue names is needed: without it the function fails. */
  @ParameterizedTest
  @EnumSource
  void namesNoCommandTooMany(RedisEngine engine) {
    RedisServer redis = RedisServer.shared(engine);
    for (FunctionSpec function : FUNCTIONS) {
      List<String> keys = List.of("a:x").subList(0, Math.min(1, function.keys().max()));
      for (String missing : function.commands()) {
        redis.load(library); // the first call after a load reads TIME in every function
        Set<String> commands = new HashSet<>(function.commands());
        commands.remove(missing);
        allow(redis, List.of(function), commands);
        try (StatefulRedisConnection<String, String> connection = redis.connect("app", "secret")) {
          FunctionCaller caller = LettuceCaller.of(connection.sync());
          assertThatThrownBy(() -> caller.call(function.name(), keys, List.of()))
              .as("%s without %s", function.name(), missing)
              .isInstanceOf(FunctionCaller.FunctionError.class)
              .hasMessageMatching(".*(permission|can't run).*"); // the server's own words
        }
      }
    }
  }

  private static void assertRefused(FunctionCaller caller, String function, String key) {
    assertThatThrownBy(() -> caller.call(function, List.of(key), List.of()))
        .as("%s %s", function, key)
        .isInstanceOf(FunctionCaller.FunctionError.class)
        .hasMessageStartingWith("NOPERM");
  }

  /** The user as the operator makes it, on the keys of entry {@code a} only. */
  private static void allow(RedisServer redis, List<FunctionSpec> functions, Set<String> commands) {
    List<String> rules = new ArrayList<>(List.of("reset", "on", ">secret", "resetchannels"));
    for (FunctionSpec function : functions) {
      for (String call : function.readOnly() ? List.of("fcall", "fcall_ro") : List.of("fcall")) {
        rules.add("+" + call + "|" + function.name());
        rules.add("+" + call + "|" + function.name().toUpperCase(Locale.ROOT));
      }
    }
    commands.forEach(command -> rules.add("+" + command));
    rules.add("~a:*");
    CommandArgs<String, String> args =
        new CommandArgs<>(StringCodec.UTF8).add("SETUSER").add("app");
    rules.forEach(args::add);
    redis.commands().dispatch(CommandType.ACL, new StatusOutput<>(StringCodec.UTF8), args);
  }

  private static Map<String, Set<String>> flags(List<FunctionSpec> functions) {
    return functions.stream().collect(Collectors.toMap(FunctionSpec::name, FunctionSpec::flags));
  }

  private static Map<String, Set<String>> flags(RedisServer redis) {
    List<Object> libraries =
        redis
            .commands()
            .dispatch(
                CommandType.FUNCTION,
                new NestedMultiOutput<>(StringCodec.UTF8),
                new CommandArgs<>(StringCodec.UTF8).add("LIST"));
    assertThat(libraries).hasSize(1);
    Map<String, Set<String>> flags = new HashMap<>();
    for (Object function : list(named(list(libraries.get(0)), "functions"))) {
      Set<String> names =
          list(named(list(function), "flags")).stream()
              .map(String.class::cast)
              .collect(Collectors.toSet());
      flags.put((String) named(list(function), "name"), names);
    }
    return flags;
  }

  private static Object named(List<?> pairs, String name) {
    return pairs.get(pairs.indexOf(name) + 1);
  }

  private static List<?> list(Object value) {
    return (List<?>) value;
  }
}
