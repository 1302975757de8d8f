// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.status;

import dev.sharedstate.controller.redis.Observation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a crash can lose, in words, from the settings that the server says it has. */
final class DurabilityText {
  private static final String NOTHING_KEPT =
      "a restart of the server forgets all records: they are in memory only; the library comes back"
          + " by itself";
  private static final String ALWAYS =
      "a crash of the server or of its node loses no write that was answered: each one is on the"
          + " volume before its answer; what is lost with the volume is lost";
  private static final String EVERY_SECOND =
      "a crash of the server alone loses nothing; a crash of its node can lose about the last two"
          + " seconds of writes, which reach the volume once a second";
  private static final String BY_THE_SYSTEM =
      "a crash of the server alone loses nothing; a crash of its node can lose the writes of half a"
          + " minute or more: the system decides when they reach the volume";
  private static final String ANEW =
      "the append-only file was off and is being written anew: until that is done, a crash brings"
          + " back what was there before";

  private DurabilityText() {}

  /**
   * @param seen the first reading of the pass
   * @param settings what the server has now, after corrections
   * @param before the text so far, or null
   */
  static String of(Observation seen, Map<String, String> settings, String before) {
    String save = settings.getOrDefault("save", "");
    if ("yes".equals(settings.get("appendonly"))) {
      boolean wasOff = "no".equals(seen.config().get("appendonly"));
      boolean stillAnew =
          ANEW.equals(before) && (seen.disk().rewriting() || !seen.disk().rewriteOk());
      return wasOff || stillAnew ? ANEW : appendOnly(seen, settings);
    }
    return save.isEmpty() ? NOTHING_KEPT : snapshots(seen, save);
  }

  /** True while a crash would bring back older data than the text of the mode says. */
  static boolean isTemporary(String text) {
    return ANEW.equals(text);
  }

  private static String appendOnly(Observation seen, Map<String, String> settings) {
    if (!seen.disk().writesOk()) {
      return "the append-only file cannot be written: writes are refused, and the last ones may be"
          + " in memory only";
    }
    return switch (settings.getOrDefault("appendfsync", "")) {
      case "always" -> ALWAYS;
      case "everysec" -> EVERY_SECOND;
      default -> BY_THE_SYSTEM;
    };
  }

  /**
   * @param save pairs of seconds and writes
   */
  private static String snapshots(Observation seen, String save) {
    String[] numbers = save.split(" ");
    List<String> when = new ArrayList<>();
    for (int i = 0; i + 1 < numbers.length; i += 2) {
      when.add(
          "%s seconds after %s".formatted(numbers[i], numbers[i + 1])
              + ("1".equals(numbers[i + 1]) ? " write" : " writes"));
    }
    return "a crash loses what was written since the last snapshot began; one is taken "
        + String.join(" and ", when)
        + ", and at an orderly stop"
        + (seen.disk().saveOk() ? "" : "; the last one failed, and an older one is there");
  }
}
