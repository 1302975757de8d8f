// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.model;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Go-style durations such as {@code 250ms}, {@code 30s}, {@code 1h30m}. */
public final class Durations {
  /** What the API server accepts; the same text stands in the CRD. */
  public static final String PATTERN = "^([0-9]{1,10}(ms|s|m|h))+$";

  private static final Pattern PART = Pattern.compile("([0-9]{1,10})(ms|s|m|h)");

  private Durations() {}

  /**
   * The duration in milliseconds.
   *
   * @throws IllegalArgumentException if the text does not match {@link #PATTERN}
   */
  public static long millis(String text) {
    if (!text.matches(PATTERN)) {
      throw new IllegalArgumentException("not a duration: " + text);
    }
    long millis = 0;
    Matcher part = PART.matcher(text);
    while (part.find()) {
      millis =
          Math.addExact(
              millis, Math.multiplyExact(Long.parseLong(part.group(1)), unit(part.group(2))));
    }
    return millis;
  }

  private static long unit(String name) {
    return switch (name) {
      case "ms" -> 1L;
      case "s" -> 1_000L;
      case "m" -> 60_000L;
      default -> 3_600_000L;
    };
  }
}
