// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

import dev.sharedstate.api.model.RateLimitEntry;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Random policies and what happens under them. */
final class Histories {
  static final List<String> ENTRIES = List.of("a", "b", "c");
  static final List<String> KEYS =
      ENTRIES.stream().flatMap(entry -> Stream.of(entry + ":x", entry + ":y:z")).toList();

  /** Nothing that any version of the library wrote. */
  static final List<String> GARBAGE =
      List.of(
          "",
          "hello",
          "7",
          "f1",
          "f1:",
          "f1:30000:",
          "f1:30000:1:",
          "f1:30000:1:2:3",
          "f1:30000:-1:2",
          "f1:30000:1:2 ",
          "f1:30000:1:99999999999999999999",
          "f1:30000:9007199254740992:1",
          "f1:99999999999999999999:1:1",
          "t1:0:1:1:1",
          "t1:1:0:1:1",
          "t1:34359738368:1:1:1",
          "t1:1:9007199254740992:1:1",
          "t1:1:1:9007199254740992:1",
          "t1:1:1:1:9007199254740992",
          "t1:1:1:1",
          "F1:30000:1:1",
          "f:30000:1:1");

  private static final long YEAR = 366L * 24 * 3600 * 1000;
  private static final long EXACT = 1L << 53;

  private Histories() {}

  static Arbitrary<List<RateLimitEntry>> policies() {
    return Combinators.combine(limit("a"), limit("b"), limit("c")).as(List::of);
  }

  static Arbitrary<List<Step>> steps() {
    return Arbitraries.<Step>frequencyOf(
            Tuple.of(10, asks(true)),
            Tuple.of(3, asks(false)),
            Tuple.of(2, Arbitraries.of(-1, 0, 0, 1).map(Step.ComeBack::new)),
            Tuple.of(3, advances()),
            Tuple.of(2, policies().map(Step.Edit::new)),
            Tuple.of(1, key().map(Step.Reset::new)),
            Tuple.of(1, key().map(Step.Persist::new)),
            Tuple.of(1, Combinators.combine(key(), later()).as(Step.Later::new)),
            Tuple.of(1, Combinators.combine(key(), garbage()).as(Step.Foreign::new)))
        .list()
        .ofMinSize(1)
        .ofMaxSize(40);
  }

  private static Arbitrary<RateLimitEntry> limit(String name) {
    Arbitrary<Long> small = Arbitraries.of(1L, 2L, 3L, 5L, 7L, 10L, 60L, 1000L);
    Arbitrary<Long> window =
        Arbitraries.frequencyOf(
            Tuple.of(4, Arbitraries.of(1L, 7L, 100L, 1000L, 30_000L, 60_000L, 3_600_000L, YEAR)),
            Tuple.of(1, Arbitraries.longs().between(1, YEAR)));
    Arbitrary<Long> large = Arbitraries.longs().between(1, EXACT - 1);
    Arbitrary<RateLimitEntry> windows =
        Combinators.combine(
                Arbitraries.frequencyOf(Tuple.of(5, small), Tuple.of(1, large)),
                window,
                Arbitraries.of(false, true))
            .as((limit, millis, rejected) -> Limits.window(name, limit, millis, rejected));
    Arbitrary<RateLimitEntry> buckets =
        Combinators.combine(
                Arbitraries.frequencyOf(
                    Tuple.of(5, small), Tuple.of(1, Arbitraries.longs().between(1, 1L << 40))),
                window,
                Arbitraries.frequencyOf(Tuple.of(5, small), Tuple.of(1, large)))
            .as((limit, millis, capacity) -> bucket(name, limit, millis, capacity));
    return Arbitraries.oneOf(windows, buckets);
  }

  /** With the capacity brought down to what can be held exactly. */
  private static RateLimitEntry bucket(String name, long limit, long millis, long capacity) {
    long unit = millis / BigInteger.valueOf(limit).gcd(BigInteger.valueOf(millis)).longValue();
    return Limits.bucket(name, limit, millis, Math.max(1, Math.min(capacity, (1L << 52) / unit)));
  }

  private static Arbitrary<String> key() {
    return Arbitraries.of(KEYS);
  }

  private static Arbitrary<Step.Ask> asks(boolean take) {
    Arbitrary<Long> cost =
        Arbitraries.frequencyOf(
            Tuple.of(6, Arbitraries.longs().between(0, 3)),
            Tuple.of(2, Arbitraries.longs().between(0, 70)),
            Tuple.of(1, Arbitraries.of(1000L, EXACT - 1, EXACT)),
            Tuple.of(1, Arbitraries.longs().between(0, EXACT)));
    return Arbitraries.of(1, 1, 1, 2, 3, 5)
        .flatMap(
            count ->
                Combinators.combine(
                        key().list().ofSize(count).uniqueElements(),
                        Arbitraries.of(0, 1, count).flatMap(size -> cost.list().ofSize(size)))
                    .as((keys, costs) -> new Step.Ask(take, keys, costs)));
  }

  private static Arbitrary<Step.Advance> advances() {
    return Arbitraries.frequencyOf(
            Tuple.of(4, Arbitraries.longs().between(0, 2000)),
            Tuple.of(2, Arbitraries.of(1L, 7L, 100L, 29_000L, 30_000L, 59_999L, 3_600_000L)),
            Tuple.of(2, Arbitraries.longs().between(-40_000, -1)),
            Tuple.of(1, Arbitraries.longs().between(-YEAR, YEAR)))
        .map(Step.Advance::new);
  }

  private static Arbitrary<String> later() {
    return Arbitraries.of("f2:1:2:3:4", "s1:x", "t12:", "z9:anything at all");
  }

  private static Arbitrary<String> garbage() {
    return Arbitraries.of(GARBAGE);
  }
}
