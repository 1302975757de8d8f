// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.redis;

import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.ArrayOutput;
import io.lettuce.core.output.IntegerOutput;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** The commands that Lettuce has no method for, or has one that asks for less. */
final class Wire {
  private static final StringCodec UTF8 = StringCodec.UTF8;

  private Wire() {}

  /** All sections that {@link InfoText} reads, in one command (since Redis 7.0). */
  static CompletionStage<InfoText> info(RedisAsyncCommands<String, String> redis) {
    CommandArgs<String, String> sections = args();
    for (String section :
        List.of("server", "clients", "memory", "persistence", "stats", "errorstats", "keyspace")) {
      sections.add(section);
    }
    return redis
        .dispatch(CommandType.INFO, new StatusOutput<>(UTF8), sections)
        .thenApply(InfoText::new);
  }

  static CompletionStage<Map<String, String>> configGet(
      RedisAsyncCommands<String, String> redis, Collection<String> parameters) {
    CommandArgs<String, String> names = args().add("GET");
    parameters.forEach(names::add);
    return redis
        .dispatch(CommandType.CONFIG, new ArrayOutput<>(UTF8), names)
        .thenApply(Wire::pairs);
  }

  /** All or none are set. */
  static CompletionStage<String> configSet(
      RedisAsyncCommands<String, String> redis, Map<String, String> parameters) {
    CommandArgs<String, String> pairs = args().add("SET");
    parameters.forEach((name, value) -> pairs.add(name).add(value));
    return redis.dispatch(CommandType.CONFIG, new StatusOutput<>(UTF8), pairs);
  }

  /** Begins a snapshot; refused while one is being written. */
  static CompletionStage<String> backgroundSave(RedisAsyncCommands<String, String> redis) {
    return redis.dispatch(CommandType.BGSAVE, new StatusOutput<>(UTF8), args());
  }

  /** Name to text; the text is empty without {@code withCode}. */
  static CompletionStage<Map<String, String>> functionList(
      RedisAsyncCommands<String, String> redis, boolean withCode) {
    CommandArgs<String, String> how = args().add("LIST");
    if (withCode) {
      how.add("WITHCODE");
    }
    return redis
        .dispatch(CommandType.FUNCTION, new ArrayOutput<>(UTF8), how)
        .thenApply(Replies::libraries);
  }

  static CompletionStage<String> functionLoad(
      RedisAsyncCommands<String, String> redis, String text) {
    return redis.dispatch(
        CommandType.FUNCTION,
        new StatusOutput<>(UTF8),
        args().add("LOAD").add("REPLACE").add(text));
  }

  static CompletionStage<String> functionDelete(
      RedisAsyncCommands<String, String> redis, String library) {
    return redis.dispatch(
        CommandType.FUNCTION, new StatusOutput<>(UTF8), args().add("DELETE").add(library));
  }

  /** Name to rules; the lines read {@code user <name> <rule>…}. */
  static CompletionStage<Map<String, List<String>>> aclList(
      RedisAsyncCommands<String, String> redis) {
    return redis
        .dispatch(CommandType.ACL, new ArrayOutput<>(UTF8), args().add("LIST"))
        .thenApply(
            lines -> {
              Map<String, List<String>> users = new HashMap<>();
              for (Object line : lines) {
                List<String> words = List.of(String.valueOf(line).split(" "));
                users.put(words.get(1), words.subList(2, words.size()));
              }
              return users;
            });
  }

  static CompletionStage<String> aclSetUser(
      RedisAsyncCommands<String, String> redis, String name, List<String> rules) {
    CommandArgs<String, String> user = args().add("SETUSER").add(name).add("reset");
    rules.forEach(user::add);
    return redis.dispatch(CommandType.ACL, new StatusOutput<>(UTF8), user);
  }

  static CompletionStage<Long> unlink(
      RedisAsyncCommands<String, String> redis, Collection<String> keys) {
    return redis.dispatch(
        CommandType.UNLINK, new IntegerOutput<>(UTF8), args().addKeys(List.copyOf(keys)));
  }

  /** FCALL, or FCALL_RO. */
  static CompletionStage<List<Object>> call(
      RedisAsyncCommands<String, String> redis,
      CommandType how,
      String function,
      List<String> keys,
      List<String> values) {
    CommandArgs<String, String> call = args().add(function).add(keys.size());
    call.addKeys(keys).addValues(values);
    return redis.dispatch(how, new ArrayOutput<>(UTF8), call);
  }

  /** A question about the library itself. */
  static CompletionStage<List<Object>> read(
      RedisAsyncCommands<String, String> redis, String function) {
    return call(redis, CommandType.FCALL_RO, function, List.of(), List.of());
  }

  private static CommandArgs<String, String> args() {
    return new CommandArgs<>(UTF8);
  }

  private static Map<String, String> pairs(List<Object> flat) {
    Map<String, String> map = new HashMap<>();
    for (int i = 0; i + 1 < flat.size(); i += 2) {
      map.put(String.valueOf(flat.get(i)), String.valueOf(flat.get(i + 1)));
    }
    return map;
  }
}
