// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.model;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Go-style durations such as {@code 250ms}, {@code 30s}, {@code 1h30m}. */
public final class Durations {
  /**
   * What the API server accepts; the same text stands in the CRD. Go's notation with whole numbers,
   * the units in descending order, each once; so few digits that neither CEL's 64-bit nanoseconds
   * nor our milliseconds can overflow. The empty text matches and is not a duration.
   */
  public static final String PATTERN =
      "^([0-9]{1,5}h)?([0-9]{1,7}m)?([0-9]{1,9}s)?([0-9]{1,12}ms)?$";

  private static final Pattern PARTS =
      Pattern.compile("(?:(\\d{1,5})h)?(?:(\\d{1,7})m)?(?:(\\d{1,9})s)?(?:(\\d{1,12})ms)?");
  private static final long[] MILLIS = {3_600_000L, 60_000L, 1_000L, 1L};
  private static final String[] UNITS = {"h", "m", "s", "ms"};

  /** One less than what needs a sixth digit of hours. */
  private static final long MAX_TEXT_MILLIS = 100_000L * 3_600_000L - 1;

  private Durations() {}

  /**
   * The duration in milliseconds, from 0 to below 3e12 (94 years).
   *
   * @throws IllegalArgumentException if the text is null, empty or does not match {@link #PATTERN}
   */
  public static long millis(String text) {
    Matcher parts = PARTS.matcher(text == null ? "" : text);
    if (!parts.matches() || parts.end() == 0) {
      throw new IllegalArgumentException(
          "not a duration: " + text + " (write it as 250ms, 30s, 1h30m or 24h)");
    }
    long millis = 0;
    for (int unit = 0; unit < MILLIS.length; unit++) {
      String digits = parts.group(unit + 1);
      millis += digits == null ? 0 : Long.parseLong(digits) * MILLIS[unit];
    }
    return millis;
  }

  /**
   * The text of a duration, such as {@code 1h30m}: the largest units first, none that is zero. It
   * is what {@link #millis} reads back.
   *
   * @param millis milliseconds, from 0 to below 100,000 hours
   * @throws IllegalArgumentException if they are out of that range
   */
  public static String text(long millis) {
    if (millis < 0 || millis > MAX_TEXT_MILLIS) {
      throw new IllegalArgumentException("not from 0 to below 100000h: " + millis + " ms");
    }
    StringBuilder text = new StringBuilder();
    long rest = millis;
    for (int unit = 0; unit < MILLIS.length; unit++) {
      long count = rest / MILLIS[unit];
      rest %= MILLIS[unit];
      if (count > 0) {
        text.append(count).append(UNITS[unit]);
      }
    }
    return text.isEmpty() ? "0s" : text.toString();
  }
}
