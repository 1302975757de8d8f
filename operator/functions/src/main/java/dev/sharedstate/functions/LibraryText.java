// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Puts the text of a library together, which the compilers of all kinds do alike. */
final class LibraryText {
  private final String template;
  private final String version;
  private final Names names;
  private final Set<String> flags = new TreeSet<>();
  private final Map<String, String> values = new HashMap<>();

  /**
   * @param template the file that the text begins with
   * @param version of the Lua code
   * @param layout of the records
   */
  LibraryText(String template, String version, long layout, Names names) {
    this.template = template;
    this.version = version;
    this.names = names;
    values.put("LIBRARY", names.library());
    values.put("FUNCTIONS", names.functions());
    values.put("KEYS", names.keys());
    values.put("EPOCH", "-1");
    values.put("VERSION", version);
    values.put("LAYOUT", Long.toString(layout));
    values.put("TEST_CLOCK", names.testClock() ? "1" : "0");
    if (names.testClock()) {
      flags.add("test-clock");
    }
  }

  /** Keeps the lines of the templates that ask for this flag. */
  LibraryText with(String flag) {
    flags.add(flag);
    return this;
  }

  /** Gives a value to a name of the templates. */
  LibraryText with(String name, String value) {
    values.put(name, value);
    return this;
  }

  /**
   * The library.
   *
   * @param entries the names of the entries
   * @param lines of the table of entries, in the same order
   */
  Library build(PolicyIdentity policy, List<String> entries, List<String> lines) {
    values.put("UID", Lua.quote(policy.uid()));
    values.put("GENERATION", Long.toString(policy.generation()));
    values.put("ENTRIES", String.join("\n", lines));
    values.put(
        "ORDER",
        entries.stream()
            .map(entry -> Lua.quote(names.keys() + entry))
            .collect(Collectors.joining(", ")));
    values.put("DIGEST", "");
    String digest = digest(text());
    values.put("DIGEST", digest);
    return new Library(names.library(), version, policy.generation(), digest, text());
  }

  /** The digest of a library's text, with the digest in it blanked; {@link Library#digest()}. */
  static String digest(String text) {
    return Digests.sha256(text.replaceFirst("local DIGEST = '[0-9a-f]*'", "local DIGEST = ''"));
  }

  private String text() {
    return "#!lua name=" + names.library() + "\n" + new LuaTemplate(flags, values).fill(template);
  }

  /**
   * What tells one variant of a library from another.
   *
   * @param library its name
   * @param functions what its functions begin with
   * @param keys what its keys begin with
   * @param testClock whether its clock can be moved
   */
  record Names(String library, String functions, String keys, boolean testClock) {}
}
