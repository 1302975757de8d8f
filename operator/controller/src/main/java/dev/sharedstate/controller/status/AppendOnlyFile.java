// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.status;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What data.sh, which looks at the file before the server does, has left in a setting. */
public final class AppendOnlyFile {
  private static final Pattern CUT = Pattern.compile("cut:([0-9]{1,15})");

  private AppendOnlyFile() {}

  /**
   * How many bytes at the end were an unfinished write when the server started, which it drops.
   *
   * @param config CONFIG GET
   */
  public static Optional<Long> cut(Map<String, String> config) {
    Matcher cut = CUT.matcher(config.getOrDefault("syslog-ident", ""));
    return cut.matches() ? Optional.of(Long.valueOf(cut.group(1))) : Optional.empty();
  }
}
