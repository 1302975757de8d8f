// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Values as Lua source. */
final class Lua {
  private Lua() {}

  /**
   * A quoted string that means exactly these characters in UTF-8, whatever they are: all but plain
   * printable ones are written as decimal escapes.
   */
  static String quote(String value) {
    StringBuilder text = new StringBuilder("'");
    for (byte octet : value.getBytes(StandardCharsets.UTF_8)) {
      char character = (char) (octet & 0xff);
      if (character >= ' ' && character <= '~' && character != '\'' && character != '\\') {
        text.append(character);
      } else {
        text.append('\\').append(String.format(Locale.ROOT, "%03d", (int) character));
      }
    }
    return text.append('\'').toString();
  }
}
