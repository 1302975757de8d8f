// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.resource;

import dev.sharedstate.api.v1alpha1.PersistenceMode;
import dev.sharedstate.controller.model.Credentials;
import dev.sharedstate.controller.model.DesiredInstance;
import dev.sharedstate.controller.model.Names;
import dev.sharedstate.controller.model.Passwords;
import dev.sharedstate.functions.FunctionCatalog;
import dev.sharedstate.functions.FunctionSpec;
import dev.sharedstate.functions.FunctionSpec.Caller;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The users of an instance, in the order and spelling in which the server lists them.
 *
 * <p>A function runs with its caller's rights, so each user also has the commands that its
 * functions use, on its entries' keys only. Function names in a rule match both letter cases.
 */
public final class Acl {
  /** What client libraries send when they connect; all of it harmless. */
  private static final List<String> CONNECTION =
      List.of(
          "+ping",
          "+echo",
          "+select",
          "+client|setname",
          "+client|getname",
          "+client|setinfo",
          "+client|id",
          "+command");

  /** How long a record lives: what a person asks who looks at one with redis-cli. */
  private static final List<String> INSPECTION = List.of("+ttl", "+pttl");

  // Without DISCARD: Redis 7.0 would list MULTI, EXEC and DISCARD as a category with exceptions.
  private static final List<String> ADMINISTRATION =
      List.of(
          "+ping",
          "+client|setname",
          "+client|setinfo",
          "+info",
          "+multi",
          "+exec",
          "+config|get",
          "+config|set",
          "+function|list",
          "+function|load",
          "+function|delete",
          "+acl|list",
          "+acl|setuser",
          "+fcall",
          "+fcall_ro",
          "+unlink");

  private Acl() {}

  /** The rules of each user by name. {@code _local} is drawn by the pod itself. */
  public static Map<String, List<String>> users(DesiredInstance desired, Credentials credentials) {
    Map<String, List<String>> users = new LinkedHashMap<>();
    users.put("default", List.of("off", "resetchannels", "-@all"));
    users.put(Credentials.OPERATOR, operator(desired, credentials.operator()));
    users.put(Names.APP, app(desired, credentials.app()));
    return users;
  }

  /** The ACL file, without {@code _local}. */
  public static String file(DesiredInstance desired, Credentials credentials) {
    StringBuilder file = new StringBuilder();
    users(desired, credentials)
        .forEach(
            (name, rules) ->
                file.append("user ")
                    .append(name)
                    .append(' ')
                    .append(String.join(" ", rules))
                    .append('\n'));
    return file.toString();
  }

  /** Exactly what the administration sends, and the library's own keys for the self-test. */
  private static List<String> operator(DesiredInstance desired, String password) {
    List<String> rules = new ArrayList<>();
    rules.add("on");
    rules.add("#" + Passwords.hash(password));
    rules.add("~__*");
    rules.add("resetchannels");
    rules.add("-@all");
    rules.addAll(ADMINISTRATION);
    if (desired.durability().mode() == PersistenceMode.Snapshot) {
      rules.add("+bgsave");
    }
    commands(FunctionCatalog.of(kind(desired))).forEach(rules::add);
    return List.copyOf(rules);
  }

  private static List<String> app(DesiredInstance desired, String password) {
    List<FunctionSpec> functions = FunctionCatalog.of(kind(desired), Caller.APP);
    List<String> rules = new ArrayList<>();
    rules.add("on");
    rules.add("#" + Passwords.hash(password));
    desired.program().entries().forEach(entry -> rules.add("~" + entry + ":*"));
    rules.add("resetchannels");
    rules.add("-@all");
    rules.addAll(CONNECTION);
    rules.addAll(INSPECTION);
    commands(functions).forEach(rules::add);
    functions.forEach(function -> rules.add("+fcall|" + function.name()));
    functions.stream()
        .filter(FunctionSpec::readOnly)
        .forEach(function -> rules.add("+fcall_ro|" + function.name()));
    return List.copyOf(rules);
  }

  /** The pod's own user, whose password never leaves the pod: its probes and its keeper. */
  static List<String> local(DesiredInstance desired) {
    return List.of(
        "resetchannels",
        "-@all",
        "+ping",
        "+acl|load",
        "+function|load",
        "+time",
        "+fcall_ro|" + desired.names().kind().functions() + "_info");
  }

  private static String kind(DesiredInstance desired) {
    return desired.names().kind().kind();
  }

  private static Stream<String> commands(List<FunctionSpec> functions) {
    return FunctionCatalog.commands(functions).stream().map(command -> "+" + command);
  }
}
