// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sharedstate.controller.redis.Observation.LibraryInfo;
import dev.sharedstate.controller.redis.Observation.ServerFigures;
import dev.sharedstate.controller.redis.RedisUnavailable.Cause;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WatchedTest {
  private static final InstanceAddress ONE = new InstanceAddress("u", "p1", "h", 1, "o", "x", "rl");
  private static final InstanceAddress TWO = new InstanceAddress("u", "p2", "h", 1, "o", "x", "rl");
  private static final Expected VERIFIED =
      Expected.verified("run-1", "lib", "digest-1", Map.of("save", ""));
  private static final long REFIRE = 30_000;

  private final Watched watched = new Watched(new PolicyRef("K", "ns", "n", "u"), REFIRE);
  private long now = 1_000_000;

  @BeforeEach
  void verified() {
    watched.expect(ONE, VERIFIED, 4, now);
  }

  private static Observation seen(String runId, String digest, String save, long used) {
    LibraryInfo info = new LibraryInfo("lib", "u", 1, "v", digest, 1, "load", -1, false);
    return new Observation(
        "8.0.2",
        runId,
        Map.of("save", save),
        List.of("lib"),
        Optional.of(info),
        Optional.empty(),
        new ServerFigures(used, 0, 1000, 0, 0, 0, 0, 0, 0, 0));
  }

  private static Observation fine() {
    return seen("run-1", "digest-1", "", 100);
  }

  private static Observation drifted() {
    return seen("run-1", "digest-1", "60 1", 100);
  }

  private Optional<String> see(Observation observation) {
    now += 1000;
    return watched.seen(observation, true, 4, now);
  }

  private Optional<String> fail(Cause cause) {
    now += 1000;
    return watched.failed(new RedisUnavailable(cause, "m", null), now);
  }

  @Test
  void anUnchangedWorldIsNoNews() {
    for (int i = 0; i < 100; i++) {
      assertThat(see(fine())).isEmpty();
    }
  }

  @Test
  void driftIsToldOnceAndAgainWhileItStays() {
    assertThat(see(drifted())).contains("save is 60 1");
    for (int i = 0; i < 29; i++) {
      assertThat(see(drifted())).isEmpty();
    }
    assertThat(see(drifted())).contains("still save is 60 1");
    assertThat(see(drifted())).isEmpty();
    assertThat(see(fine())).contains("it is as expected again");
    assertThat(see(fine())).isEmpty();
  }

  @Test
  void anotherDriftIsNewsAtOnce() {
    assertThat(see(drifted())).isPresent();
    assertThat(see(seen("run-1", "digest-2", "60 1", 100)))
        .contains("save is 60 1, the library's digest is digest-2");
  }

  @Test
  void correctedByAPassIsNoNews() {
    assertThat(see(drifted())).isPresent();
    watched.expect(ONE, VERIFIED, 6, now);
    assertThat(watched.seen(fine(), true, 6, now)).isEmpty();
  }

  @Test
  void ourOwnWritesAreNotCompared() {
    assertThat(watched.seen(drifted(), true, -1, now + 1)).isEmpty();
    assertThat(watched.seen(drifted(), true, 5, now + 2)).isEmpty();
    assertThat(watched.seen(drifted(), false, 4, now + 3)).isEmpty();
    assertThat(watched.seen(drifted(), true, -1, now + REFIRE)).isEmpty();
    // A pass that wrote and never came back.
    assertThat(watched.seen(drifted(), true, 5, now + REFIRE)).isPresent();
  }

  @Test
  void missingAndForeignLibraries() {
    Observation without =
        new Observation(
            "8.0.2",
            "run-1",
            Map.of("save", ""),
            List.of(),
            Optional.empty(),
            Optional.empty(),
            fine().server());
    assertThat(see(without)).contains("libraries are []");
    Observation foreign =
        new Observation(
            "8.0.2",
            "run-1",
            Map.of("save", ""),
            List.of("lib", "theirs"),
            fine().info(),
            Optional.empty(),
            fine().server());
    assertThat(see(foreign)).contains("libraries are [lib, theirs]");
  }

  @Test
  void aLibraryThatWasLoadedAgainByHand() {
    watched.expect(ONE, VERIFIED.withLoadId("load"), 4, now);
    assertThat(see(fine())).isEmpty();
    watched.expect(ONE, VERIFIED.withLoadId("another"), 4, now);
    assertThat(see(fine())).isPresent();
  }

  @Test
  void goneAndBack() {
    assertThat(fail(Cause.TIMEOUT)).contains("no answer: TIMEOUT");
    assertThat(fail(Cause.TIMEOUT)).isEmpty();
    assertThat(fail(Cause.UNREACHABLE)).contains("no answer: UNREACHABLE");
    assertThat(watched.isUp()).isFalse();
    assertThat(see(fine())).contains("it answers again");
    assertThat(see(fine())).isEmpty();
  }

  @Test
  void whatThePassKnowsAlreadyIsNoNews() {
    watched.expect(ONE, Expected.unreachable(), 4, now);
    assertThat(fail(Cause.TIMEOUT)).isEmpty();
    now += REFIRE;
    assertThat(fail(Cause.TIMEOUT)).isPresent();
    watched.expect(ONE, Expected.unreachable(), 4, now);
    assertThat(fail(Cause.TIMEOUT)).isEmpty();
    assertThat(see(fine())).contains("it answers again");
    watched.expect(ONE, Expected.nothing(), 4, now);
    assertThat(see(drifted())).isEmpty();
    assertThat(fail(Cause.TIMEOUT)).isPresent();
  }

  @Test
  void restart() {
    assertThat(see(seen("run-2", "digest-1", "", 100))).contains("it was restarted");
    assertThat(see(seen("run-2", "digest-1", "", 100))).isEmpty();
    watched.expect(TWO, Expected.nothing(), 4, now);
    assertThat(see(seen("run-3", "digest-1", "", 100))).isEmpty();
  }

  @Test
  void memoryCrossesAThresholdOnceEachWay() {
    assertThat(see(fine())).isEmpty();
    assertThat(see(seen("run-1", "digest-1", "", 849))).isEmpty();
    assertThat(see(seen("run-1", "digest-1", "", 850))).contains("memory is nearly full");
    assertThat(see(seen("run-1", "digest-1", "", 900))).isEmpty();
    assertThat(see(seen("run-1", "digest-1", "", 750))).isEmpty();
    assertThat(see(seen("run-1", "digest-1", "", 749))).contains("memory is free again");
    assertThat(see(seen("run-1", "digest-1", "", 849))).isEmpty();
  }

  @Test
  void memoryThatFallsFromBetweenTheThresholdsIsNews() {
    assertThat(see(seen("run-1", "digest-1", "", 800))).isEmpty();
    // The status may say True from an operator before us.
    assertThat(see(seen("run-1", "digest-1", "", 700))).contains("memory is free again");
  }
}
