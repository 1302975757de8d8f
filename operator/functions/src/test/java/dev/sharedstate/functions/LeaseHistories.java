// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

import dev.sharedstate.api.model.LeaseEntry;
import dev.sharedstate.functions.model.IndexModel;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Random lease policies and what happens under them. */
final class LeaseHistories {
  static final List<String> ENTRIES = List.of("a", "b");

  /** Of each entry one key that is in the index and one that is not. */
  static final List<String> KEYS = keys();

  private static final long HOUR = 3600 * 1000L;
  private static final long DAY = 24 * HOUR;

  /** Nothing that any version of the library wrote. */
  static final List<String> GARBAGE =
      List.of(
          "",
          "hello",
          "l1",
          "l1:live",
          "l2:live:1:2:3:4:5:6::7:ab:x",
          "l1:held:1:9:9:1:0:1::0:ab:x",
          "l1:live:1:9:9:1:0:2::0:ab:x",
          "l1:live:1:9:9:1:0:1::2:ab:x",
          "l1:live:1:9:9:1:0:1:x:0:ab:x",
          "l1:live:1:9:9:1:0:1::0:AB:x",
          "l1:live:1:9:9:1:0:1::0::x",
          "l1:live:1:9:9:1:0:1::0:ab",
          "l1:live:-1:9:9:1:0:1::0:ab:x",
          "l1:live:9007199254740992:9:9:1:0:1::0:ab:x",
          "l1:live:1:9007199254740992:9:1:0:1::0:ab:x",
          "l1:live:1:9:9007199254740992:1:0:1::0:ab:x",
          "l1:live:1:9:9:9007199254740992:0:1::0:ab:x",
          "l1:live:1:9:9:1:9007199254740992:1::0:ab:x",
          "L1:live:1:9:9:1:0:1::0:ab:x");

  private LeaseHistories() {}

  static Arbitrary<List<LeaseEntry>> policies() {
    return Combinators.combine(lease("a"), lease("b")).as(List::of);
  }

  static Arbitrary<List<LeaseStep>> steps() {
    return Arbitraries.<LeaseStep>frequencyOf(
            Tuple.of(14, acquires()),
            Tuple.of(3, Combinators.combine(key(), back()).as(LeaseStep.Resend::new)),
            Tuple.of(9, renews()),
            Tuple.of(7, releases()),
            Tuple.of(2, Combinators.combine(key(), back()).as(LeaseStep.ReleaseGrant::new)),
            Tuple.of(3, revokes()),
            Tuple.of(2, invented()),
            Tuple.of(1, key().map(LeaseStep.Inspect::new)),
            Tuple.of(2, sweeps()),
            Tuple.of(5, advances()),
            Tuple.of(4, toDeadlines()),
            Tuple.of(3, tells()),
            Tuple.of(1, wrong()),
            Tuple.of(3, Arbitraries.just(new LeaseStep.Keep())),
            Tuple.of(1, Arbitraries.just(new LeaseStep.Seal())),
            Tuple.of(1, policies().map(LeaseStep.Edit::new)),
            Tuple.of(1, Arbitraries.just(new LeaseStep.Restart())),
            Tuple.of(1, Arbitraries.just(new LeaseStep.Backup())),
            Tuple.of(1, Arbitraries.just(new LeaseStep.Rollback())),
            Tuple.of(1, Arbitraries.just(new LeaseStep.Flushall())),
            Tuple.of(1, key().map(LeaseStep.Delete::new)),
            Tuple.of(1, Combinators.combine(key(), garbage()).as(LeaseStep.Foreign::new)))
        .list()
        .ofMinSize(5)
        .ofMaxSize(70);
  }

  private static Arbitrary<LeaseEntry> lease(String name) {
    Arbitrary<Long> time = Arbitraries.of(10L, 500L, 5_000L, 30_000L, 60_000L, HOUR, DAY);
    return Combinators.combine(
            time.list().ofSize(3), Arbitraries.of(0L, 0L, 1L, 7_000L, 90_000L, 2 * DAY))
        .as(
            (times, more) -> {
              List<Long> sorted = new ArrayList<>(times);
              sorted.sort(null);
              long max = sorted.get(2);
              return Leases.lease(
                  name, sorted.get(1), sorted.get(0), max, more == 0 ? 0 : max + more - 1);
            });
  }

  private static Arbitrary<LeaseStep> acquires() {
    return Combinators.combine(key(), percent(), answered()).as(LeaseStep.Acquire::new);
  }

  private static Arbitrary<LeaseStep> renews() {
    return Combinators.combine(key(), back(), percent(), answered()).as(LeaseStep.Renew::new);
  }

  private static Arbitrary<LeaseStep> releases() {
    return Combinators.combine(key(), back(), answered()).as(LeaseStep.Release::new);
  }

  private static Arbitrary<LeaseStep> revokes() {
    return Combinators.combine(key(), Arbitraries.of(-1, 0, 0, 1)).as(LeaseStep.Revoke::new);
  }

  private static Arbitrary<LeaseStep> invented() {
    Arbitrary<Long> fence = Arbitraries.of(-1L, 0L, (1L << 53) - 1, 1L << 51);
    Arbitrary<Long> ahead = Arbitraries.of(-5_000L, 5_000L, DAY - 5_000, DAY + 5_000);
    return Combinators.combine(key(), Arbitraries.of(true, false), fence, ahead)
        .as(LeaseStep.Invented::new);
  }

  private static Arbitrary<LeaseStep> sweeps() {
    return Combinators.combine(Arbitraries.of(ENTRIES), Arbitraries.of(1, 2, 1000))
        .as(LeaseStep.Sweep::new);
  }

  private static Arbitrary<LeaseStep> advances() {
    return Arbitraries.frequencyOf(
            Tuple.of(4, Arbitraries.longs().between(0, 3000)),
            Tuple.of(4, Arbitraries.of(9L, 400L, 10_000L, 30_000L, 60_000L, HOUR, DAY)),
            Tuple.of(1, Arbitraries.of(-9L, -400L, -10_000L, -60_000L, -HOUR)))
        .map(LeaseStep.Advance::new);
  }

  private static Arbitrary<LeaseStep> toDeadlines() {
    return Combinators.combine(key(), Arbitraries.of(-20, -1, 0, 0, 1, 20))
        .as(LeaseStep.ToDeadline::new);
  }

  private static Arbitrary<LeaseStep> tells() {
    return Combinators.combine(
            Arbitraries.of(1, 1, 1, 2, 1000), Arbitraries.of(0L, 0L, 0L, -1L, 300L, 60_000L))
        .as(LeaseStep.Tell::new);
  }

  private static Arbitrary<LeaseStep> wrong() {
    return Combinators.combine(Arbitraries.of(0, 0, 1, 5), Arbitraries.of(true, false))
        .as(LeaseStep.TellWrong::new);
  }

  private static Arbitrary<String> key() {
    return Arbitraries.frequencyOf(
        Tuple.of(4, Arbitraries.of(KEYS.get(0))), Tuple.of(3, Arbitraries.of(KEYS)));
  }

  private static Arbitrary<Integer> back() {
    return Arbitraries.of(0, 0, 0, 0, 1, 1, 2, 3);
  }

  /** Of what the entry allows, 0 the least and 100 the most; null: the entry's own. */
  private static Arbitrary<Integer> percent() {
    return Arbitraries.of(0, 10, 100, 100).injectNull(0.5);
  }

  private static Arbitrary<Boolean> answered() {
    return Arbitraries.of(true, true, true, true, true, false);
  }

  private static Arbitrary<String> garbage() {
    return Arbitraries.of(GARBAGE);
  }

  private static List<String> keys() {
    List<String> keys = new ArrayList<>();
    for (String entry : ENTRIES) {
      for (boolean indexed : new boolean[] {true, false}) {
        int number = 0;
        while (IndexModel.has(entry + ":" + number) != indexed) {
          number++;
        }
        keys.add(entry + ":" + number);
      }
    }
    return List.copyOf(keys);
  }
}
