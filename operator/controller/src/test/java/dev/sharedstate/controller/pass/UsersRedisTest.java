// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.pass;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sharedstate.controller.model.DesiredInstance;
import dev.sharedstate.controller.resource.Acl;
import dev.sharedstate.controller.testing.Samples;
import dev.sharedstate.functions.testing.RedisEngine;
import dev.sharedstate.functions.testing.RedisServer;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.ArrayOutput;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each server lists our users so that we know them again: else each pass would set them again.
 * Redis 7.0 lists commands by category where that is shorter.
 */
class UsersRedisTest {

  @ParameterizedTest
  @EnumSource
  void usersAreKnownAgain(RedisEngine engine) {
    String limits =
        IntStream.range(0, 64)
            .mapToObj(
                i ->
                    "- {name: l%d, algorithm: TokenBucket, limit: 9, window: 1m, onUnavailable: Deny}"
                        .formatted(i))
            .collect(Collectors.joining("\n", "limits:\n", "\n"));
    for (DesiredInstance desired : List.of(Samples.orders(), Samples.desired(limits))) {
      try (RedisServer server = RedisServer.start(engine)) {
        Map<String, List<String>> wanted = new HashMap<>(Acl.users(desired, Samples.CREDENTIALS));
        wanted.remove("default"); // the test itself logs in as that
        wanted.forEach((name, rules) -> set(server, engine, name, rules));

        assertThat(UserStep.wrong(wanted, users(server))).isEmpty();

        set(server, engine, "app", List.of("on", "nopass", "~*", "+@all"));
        assertThat(UserStep.wrong(wanted, users(server))).containsExactly("app");
      }
    }
  }

  private static void set(RedisServer server, RedisEngine engine, String name, List<String> rules) {
    CommandArgs<String, String> args =
        new CommandArgs<>(StringCodec.UTF8).add("SETUSER").add(name).add("reset");
    rules.stream()
        .filter(rule -> engine != RedisEngine.REDIS_7_0 || !rule.equals("+client|setinfo"))
        .forEach(args::add);
    server.commands().dispatch(CommandType.ACL, new StatusOutput<>(StringCodec.UTF8), args);
  }

  private static Map<String, List<String>> users(RedisServer server) {
    Map<String, List<String>> users = new HashMap<>();
    for (Object line :
        server
            .commands()
            .dispatch(
                CommandType.ACL,
                new ArrayOutput<>(StringCodec.UTF8),
                new CommandArgs<>(StringCodec.UTF8).add("LIST"))) {
      List<String> words = List.of(String.valueOf(line).split(" "));
      users.put(words.get(1), words.subList(2, words.size()));
    }
    return users;
  }
}
