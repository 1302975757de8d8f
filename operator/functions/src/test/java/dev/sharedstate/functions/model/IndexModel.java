// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions.model;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The sampled index of live leases, and the sweep over it. */
public final class IndexModel {
  private static final long MARGIN = 3600 * 1000L;

  private final Map<String, Map<String, Long>> members = new HashMap<>();
  private final Map<String, Long> largest = new HashMap<>();
  private final Map<String, Integer> cursors = new HashMap<>();

  /** Whether a key is one of the sixteenth that is in the index. */
  public static boolean has(String key) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-1").digest(key.getBytes(StandardCharsets.UTF_8));
      return (hash[0] & 0xf0) == 0;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-1", e);
    }
  }

  /** The members of an entry's index and their deadlines. */
  public Map<String, Long> of(String entry) {
    return members.getOrDefault(entry, Map.of());
  }

  /** When the index of an entry goes; null where there is none. */
  public Long ends(String entry) {
    return of(entry).isEmpty() ? null : largest.get(entry) + MARGIN;
  }

  public void flush() {
    members.clear();
    largest.clear();
  }

  IndexModel copy() {
    IndexModel copy = new IndexModel();
    copy.restore(this);
    copy.cursors.putAll(cursors);
    return copy;
  }

  void restore(IndexModel then) {
    flush();
    then.members.forEach((entry, scores) -> members.put(entry, new HashMap<>(scores)));
    largest.putAll(then.largest);
  }

  void forgetCursors() {
    cursors.clear();
  }

  void expire(long now) {
    for (String entry : List.copyOf(members.keySet())) {
      if (ends(entry) != null && ends(entry) < now) {
        drop(entry);
      }
    }
  }

  /** The index of an entry goes. */
  public void drop(String entry) {
    members.remove(entry);
    largest.remove(entry);
  }

  void granted(String key, long deadline) {
    if (has(key)) {
      members.computeIfAbsent(entry(key), entry -> new HashMap<>()).put(key, deadline);
      largest.merge(entry(key), deadline, Math::max);
    }
  }

  void renewed(String key, long deadline) {
    if (of(entry(key)).containsKey(key)) {
      granted(key, deadline);
    }
  }

  void ended(String key) {
    remove(entry(key), key);
  }

  Object sweep(String entry, int limit, long now, Set<String> records) {
    List<String> sorted = sorted(entry);
    List<String> expired =
        sorted.stream().filter(member -> of(entry).get(member) <= now).limit(limit).toList();
    expired.forEach(member -> remove(entry, member));
    if (expired.size() == limit) {
      return List.of("SWEPT", 0L, (long) limit, 0L, (long) of(entry).size());
    }
    int cursor = cursors.getOrDefault(entry, 0);
    int room = limit - expired.size();
    List<String> looked = sorted(entry).stream().skip(cursor).limit(room).toList();
    List<String> missing = looked.stream().filter(member -> !records.contains(member)).toList();
    missing.forEach(member -> remove(entry, member));
    cursors.put(entry, looked.size() < room ? 0 : cursor + looked.size() - missing.size());
    return List.of(
        "SWEPT",
        (long) looked.size(),
        (long) expired.size(),
        (long) missing.size(),
        (long) of(entry).size());
  }

  private List<String> sorted(String entry) {
    Map<String, Long> scores = of(entry);
    List<String> sorted = new ArrayList<>(scores.keySet());
    sorted.sort(Comparator.comparing((String member) -> scores.get(member)).thenComparing(m -> m));
    return sorted;
  }

  private void remove(String entry, String member) {
    Map<String, Long> scores = members.get(entry);
    if (scores != null) {
      scores.remove(member);
      if (scores.isEmpty()) {
        members.remove(entry);
        largest.remove(entry);
      }
    }
  }

  private static String entry(String key) {
    return key.split(":", 2)[0];
  }
}
