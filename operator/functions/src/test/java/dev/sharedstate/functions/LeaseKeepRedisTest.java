// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sharedstate.functions.LeaseServer.Answer;
import dev.sharedstate.functions.LeaseServer.Grant;
import dev.sharedstate.functions.testing.RedisEngine;
import dev.sharedstate.functions.testing.RedisServer;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the pod calls: the own epoch of the library, steps, the seal before a stop. */
class LeaseKeepRedisTest {
  private static final String KEY = "orders:1";
  private static final long FENCES = 1L << 27;
  private static final long SINCE = 1_735_689_600_000L;

  @ParameterizedTest
  @EnumSource
  void theLibraryTakesAnEpochByItselfIfNobodyTellsOneFor30Seconds(RedisEngine engine) {
    LeaseServer server = new LeaseServer(engine, Leases.lease("orders"));
    long until = server.now() + 100_000;
    server.tell(2, until);
    Grant grant = server.acquire("orders:3");
    assertThat(grant.word()).isEqualTo("QUARANTINE");
    server.load(Leases.lease("orders"));
    Answer waiting = keep(server);
    assertThat(waiting.fields()).startsWith("WAITING", -1L);
    assertThat(waiting.number(2)).isBetween(1L, 30_000L);
    assertThat(errorOfAcquire(server)).isEqualTo("NOEPOCH");
    long end = server.now() + waiting.number(2);
    server.advance(waiting.number(2) - 10);
    assertThat(keep(server).word().equals("WAITING") || server.now() >= end - 10).isTrue();
    server.advanceTo(end);
    long ahead = (server.now() - SINCE) / 10_000 + 1000;
    Answer started = keep(server);
    assertThat(started.word()).isIn("STARTED", "KEPT"); // the time may have passed before
    assertThat(started.number(1)).as("above all that were told").isBetween(ahead - 1, ahead + 1);
    assertThat(server.redis.commands().get("__epoch"))
        .as("the quarantine is kept")
        .isEqualTo(started.number(1) + ":" + until);
    assertThat(keep(server).fields()).containsExactly("KEPT", started.number(1));
    assertThat(server.acquire(KEY).word()).isEqualTo("QUARANTINE");
    server.advanceTo(until);
    assertThat(server.acquire(KEY).fence()).isEqualTo(started.number(1) * FENCES + 1);
    server.tell(started.number(1) + 1, 0);
  }

  /** A clock that was set back: the next after the last; and the wait begins again. */
  @ParameterizedTest
  @EnumSource
  void itsOwnEpochIsAboveTheLastWhateverTheClockSays(RedisEngine engine) {
    LeaseServer server = new LeaseServer(engine, Leases.lease("orders"));
    long high = (server.now() - SINCE) / 10_000 + 1500;
    server.tell(high, 0);
    server.load(Leases.lease("orders"));
    assertThat(keep(server).word()).isEqualTo("WAITING");
    server.advance(-3_600_000);
    Answer waiting = keep(server);
    assertThat(waiting.word()).isEqualTo("WAITING");
    assertThat(waiting.number(2)).isBetween(15_000L, 30_000L);
    server.advance(30_000);
    assertThat(keep(server).fields()).containsExactly("STARTED", high + 1);
  }

  @ParameterizedTest
  @EnumSource
  void itTakesNoneWhereDataMayBeMissing(RedisEngine engine) {
    LeaseServer server = new LeaseServer(engine, Leases.lease("orders"));
    server.redis.commands().flushall();
    assertThat(keep(server).fields()).as("flushed").containsExactly("OPERATOR", 1L);
    server.load(Leases.lease("orders"));
    server.advance(60_000);
    assertThat(keep(server).fields()).as("no epoch").containsExactly("OPERATOR", -1L);
    server.redis.commands().set("__epoch", "what");
    assertThat(keep(server).fields()).containsExactly("OPERATOR", -1L);
    server.redis.commands().set("__epoch", ((1L << 26) - 1) + ":0");
    assertThat(keep(server).fields()).as("none is left").containsExactly("OPERATOR", -1L);

    LeaseServer lossy = untold(engine, false);
    lossy.redis.commands().set("__epoch", "3:0");
    lossy.advance(60_000);
    assertThat(keep(lossy).fields()).as("not fsync always").containsExactly("OPERATOR", -1L);
    assertThat(errorOfAcquire(lossy)).isEqualTo("NOEPOCH");
  }

  @ParameterizedTest
  @EnumSource
  void anEpochIsSteppedBeforeItsFencesAreUsedUp(RedisEngine engine) {
    LeaseServer server = untold(engine, true);
    server.redis.commands().functionLoad(fewFences(true), true);
    long high = (server.now() - SINCE) / 10_000 + 500;
    server.tell(high, 0);
    for (int i = 1; i <= 7; i++) {
      assertThat(server.acquire("orders:" + i).fence()).isEqualTo(high * FENCES + i);
    }
    assertThat(keep(server).fields()).containsExactly("KEPT", high);
    server.acquire("orders:8");
    assertThat(keep(server).fields()).containsExactly("STEPPED", high + 1);
    assertThat(server.redis.commands().get("__epoch")).isEqualTo((high + 1) + ":0");
    for (int i = 1; i <= 12; i++) {
      assertThat(server.acquire("orders:1" + i).fence()).isEqualTo((high + 1) * FENCES + i);
    }
    assertThat(server.errorOf("lease_acquire", "orders:99", Leases.grant(99), "h"))
        .as("used up")
        .isEqualTo("NOEPOCH");
    server.advance(6_000_000);
    long ticks = (server.now() - SINCE) / 10_000;
    assertThat(keep(server).number(1)).as("by the clock").isBetween(ticks, ticks + 1);
    assertThat(server.acquire("orders:99").word()).isEqualTo("GRANTED");
  }

  /** The operator, which did not hear of the step, must not take the same epoch after a crash. */
  @ParameterizedTest
  @EnumSource
  void whereACrashCanLoseTheStepItIsMadeByTheClockOnly(RedisEngine engine) {
    LeaseServer server = untold(engine, false);
    server.redis.commands().functionLoad(fewFences(false), true);
    long high = (server.now() - SINCE) / 10_000 + 500;
    server.tell(high, 0);
    for (int i = 1; i <= 8; i++) {
      server.acquire("orders:" + i);
    }
    assertThat(keep(server).fields()).containsExactly("KEPT", high);
    server.advanceTo(SINCE + high * 10_000);
    assertThat(keep(server).fields()).containsExactly("KEPT", high);
    server.advanceTo(SINCE + (high + 1) * 10_000);
    assertThat(keep(server).fields()).containsExactly("STEPPED", high + 1);
  }

  @ParameterizedTest
  @EnumSource
  void aSealEndsGrantsAndRenewalsUntilTheNextEpoch(RedisEngine engine) {
    LeaseServer server = new LeaseServer(engine, Leases.lease("orders"));
    Grant grant = server.acquire(KEY);
    Grant other = server.acquire("orders:2");
    assertThat(server.call("lease_seal", "__seal").fields()).containsExactly("SEALED");
    assertThat(server.call("lease_seal", "__seal").fields()).containsExactly("SEALED");
    assertThat(server.redis.commands().get("__seal")).isEqualTo("1");
    assertThat(server.errorOf("lease_acquire", "orders:3", Leases.grant(9), "h"))
        .isEqualTo("NOEPOCH");
    assertThat(errorOfRenew(server, grant)).isEqualTo("NOEPOCH");
    assertThat(server.acquire(KEY, grant.id()).resent()).isTrue();
    assertThat(server.release(other).word()).isEqualTo("RELEASED");
    assertThat(keep(server).word()).isEqualTo("KEPT");
    server.tell();
    assertThat(server.redis.commands().exists("__seal")).isZero();
    assertThat(server.renew(grant).word()).isEqualTo("RENEWED");
  }

  /** A seal must not hide that data was lost before it. */
  @ParameterizedTest
  @EnumSource
  void dataWithoutItsEpochIsNotSealed(RedisEngine engine) {
    LeaseServer server = new LeaseServer(engine, Leases.lease("orders"));
    server.redis.commands().flushall();
    assertThat(server.errorOf("lease_seal", "__seal")).isEqualTo("NOEPOCH");
    server.tell();
    server.load(Leases.lease("orders"));
    assertThat(server.errorOf("lease_seal", "__seal")).isEqualTo("NOEPOCH");
    assertThat(server.redis.commands().exists("__seal")).isZero();
  }

  /** After a sealed stop: a renewal now, lost by a crash, would be hidden by the seal. */
  @ParameterizedTest
  @EnumSource
  void sealedDataIsNotRenewedUntilTheNextEpochUnlessNothingCanBeLost(RedisEngine engine) {
    for (boolean fsyncAlways : new boolean[] {true, false}) {
      for (boolean sealed : new boolean[] {true, false}) {
        LeaseServer server =
            new LeaseServer(RedisServer.shared(engine), fsyncAlways, Leases.lease("orders"));
        Grant grant = server.acquire(KEY);
        if (sealed) {
          server.call("lease_seal", "__seal");
        }
        server.load(Leases.lease("orders"));
        if (fsyncAlways) {
          assertThat(server.renew(grant).word()).isEqualTo("RENEWED");
        } else {
          assertThat(errorOfRenew(server, grant)).as("not known yet").isEqualTo("NOEPOCH");
          keep(server);
          if (sealed) {
            assertThat(errorOfRenew(server, grant)).isEqualTo("NOEPOCH");
            assertThat(server.release(grant).word()).isEqualTo("RELEASED");
          } else {
            assertThat(server.renew(grant).word()).isEqualTo("RENEWED");
          }
        }
        server.tell();
        assertThat(server.redis.commands().exists("__seal")).isZero();
      }
    }
  }

  private static String fewFences(boolean fsyncAlways) {
    return LeaseWorld.withFewFences(
        LeaseCompiler.compileWithTestClock(
                Limits.POLICY, List.of(Leases.lease("orders")), fsyncAlways)
            .text());
  }

  private static LeaseServer untold(RedisEngine engine, boolean fsyncAlways) {
    LeaseServer server =
        new LeaseServer(RedisServer.shared(engine), fsyncAlways, Leases.lease("orders"));
    server.redis.commands().flushall();
    server.load(Leases.lease("orders"));
    return server;
  }

  private static Answer keep(LeaseServer server) {
    return server.call("lease_keep", "__epoch");
  }

  private static String errorOfAcquire(LeaseServer server) {
    return server.errorOf("lease_acquire", KEY, Leases.grant(1000), "h");
  }

  private static String errorOfRenew(LeaseServer server, Grant grant) {
    return server.errorOf(
        "lease_renew", grant.key(), Long.toString(grant.fence()), Long.toString(grant.deadline()));
  }
}
