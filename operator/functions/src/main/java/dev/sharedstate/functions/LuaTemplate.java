// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Fills in a Lua template of the class path. A line {@code --@if flag}, {@code --@else} or {@code
 * --@end} keeps or drops the lines between, {@code --@include file [if flag]} puts another template
 * in its place, and {@code @NAME@} stands for a value.
 */
final class LuaTemplate {
  private static final String LICENCE = "-- SPDX-License-Identifier";

  private final Set<String> flags;
  private final Map<String, String> values;

  LuaTemplate(Set<String> flags, Map<String, String> values) {
    this.flags = flags;
    this.values = values;
  }

  /**
   * The text of a template.
   *
   * @throws IllegalArgumentException if a value is missing or a block is not closed
   */
  String fill(String file) {
    StringBuilder text = new StringBuilder();
    append(file, text);
    return text.toString();
  }

  private void append(String file, StringBuilder text) {
    Deque<Boolean> kept = new ArrayDeque<>();
    for (String line : lines(file)) {
      if (line.startsWith("--@if ")) {
        kept.push(flags.contains(line.substring("--@if ".length())));
      } else if (line.equals("--@else")) {
        kept.push(!kept.pop());
      } else if (line.equals("--@end")) {
        kept.pop();
      } else if (kept.contains(false) || line.startsWith(LICENCE)) {
        continue;
      } else if (line.startsWith("--@include ")) {
        include(line.split(" "), text);
      } else {
        text.append(valued(file, line)).append('\n');
      }
    }
    if (!kept.isEmpty()) {
      throw new IllegalArgumentException(file + ": a block is not closed");
    }
  }

  private void include(String[] words, StringBuilder text) {
    boolean conditional = words.length == 4;
    if (!conditional || flags.contains(words[3])) {
      append(words[1], text);
    }
  }

  /** Each value is put in once and never looked at again, so that it cannot name another. */
  private String valued(String file, String line) {
    StringBuilder text = new StringBuilder();
    int at = 0;
    while (true) {
      int open = line.indexOf('@', at);
      int close = open < 0 ? -1 : line.indexOf('@', open + 1);
      if (close < 0) {
        return text.append(line, at, line.length()).toString();
      }
      String name = line.substring(open + 1, close);
      String value = values.get(name);
      if (value == null) {
        throw new IllegalArgumentException(file + ": no value for @" + name + "@");
      }
      text.append(line, at, open).append(value);
      at = close + 1;
    }
  }

  private static List<String> lines(String file) {
    try (InputStream in = LuaTemplate.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalArgumentException("no such template: " + file);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
