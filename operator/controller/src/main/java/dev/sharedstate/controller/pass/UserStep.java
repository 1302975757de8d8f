// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.pass;

import dev.sharedstate.controller.model.Credentials;
import dev.sharedstate.controller.model.DesiredInstance;
import dev.sharedstate.controller.redis.InstanceAddress;
import dev.sharedstate.controller.redis.Observation;
import dev.sharedstate.controller.redis.RedisAdmin;
import dev.sharedstate.controller.resource.Acl;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Brings the users of an instance to what is desired. The pod takes over the mounted ones by
 * itself, but a mounted Secret takes a minute to change: a new limit is to be callable at once.
 */
final class UserStep {
  /** What says nothing: a user starts with it, and servers differ in whether they show it. */
  private static final Set<String> IMPLIED =
      Set.of("sanitize-payload", "resetchannels", "resetkeys", "-@all");

  /** Redis 7.0 does not know it and would refuse all rules for it. */
  private static final String SINCE_7_2 = "+client|setinfo";

  private final RedisAdmin admin;

  UserStep(RedisAdmin admin) {
    this.admin = admin;
  }

  /** Names of the users that are wrong even after they were set. */
  List<String> correct(
      DesiredInstance desired,
      Credentials credentials,
      InstanceAddress address,
      Observation seen,
      Journal journal) {
    Map<String, List<String>> wanted = Acl.users(desired, credentials);
    List<String> wrong = wrong(wanted, admin.users(address));
    if (wrong.isEmpty()) {
      return wrong;
    }
    boolean old = seen.version().startsWith("7.0.");
    for (String name : wrong) {
      admin.setUser(
          address,
          name,
          wanted.get(name).stream().filter(rule -> !old || !rule.equals(SINCE_7_2)).toList());
    }
    journal.usersCorrected(seen, wrong);
    return wrong(withoutCommands(wanted), withoutCommands(admin.users(address)));
  }

  /** Once the server has taken the rules it may still list the commands in its own way. */
  private static Map<String, List<String>> withoutCommands(Map<String, List<String>> users) {
    Map<String, List<String>> cut = new TreeMap<>();
    users.forEach(
        (name, rules) ->
            cut.put(
                name,
                rules.stream()
                    .filter(rule -> !rule.startsWith("+") && !rule.startsWith("-"))
                    .toList()));
    return cut;
  }

  /** Names of the users whose live rules do not mean what is wanted. */
  static List<String> wrong(Map<String, List<String>> wanted, Map<String, List<String>> live) {
    List<String> wrong = new ArrayList<>();
    wanted.forEach(
        (name, rules) -> {
          if (!live.containsKey(name) || !meaning(rules).equals(meaning(live.get(name)))) {
            wrong.add(name);
          }
        });
    return List.copyOf(wrong);
  }

  private static Set<String> meaning(List<String> rules) {
    Set<String> meaning = new HashSet<>(rules);
    meaning.removeAll(IMPLIED);
    meaning.remove(SINCE_7_2);
    return meaning;
  }
}
