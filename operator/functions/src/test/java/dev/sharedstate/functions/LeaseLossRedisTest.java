// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sharedstate.functions.LeaseServer.Answer;
import dev.sharedstate.functions.LeaseServer.Grant;
import dev.sharedstate.functions.testing.RedisEngine;
import io.lettuce.core.RestoreArgs;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is a loss, is told and counted; what is none, is not. */
class LeaseLossRedisTest {
  private static final String KEY = "orders:1";

  @ParameterizedTest
  @EnumSource
  void aLeaseWhoseKeyWasDeletedIsCountedOnce(RedisEngine engine) {
    LeaseServer server = new LeaseServer(engine, Leases.lease("orders"));
    Grant grant = server.acquire(KEY);
    server.redis.commands().del(KEY);
    for (int i = 0; i < 3; i++) {
      assertThat(server.renew(grant).word()).isEqualTo("LOST");
      assertThat(server.release(grant).word()).isEqualTo("LOST");
    }
    assertThat(server.counted("orders")).containsEntry("lost", 1L);
    assertThat(server.redis.commands().exists(KEY)).as("never created again").isZero();
    server.advanceTo(grant.deadline());
    assertThat(server.renew(grant).word()).isEqualTo("EXPIRED");
    assertThat(server.lost("orders")).isEqualTo(1);
  }

  /** The accident: two holders. The older one is told, also while the other has the key. */
  @ParameterizedTest
  @EnumSource
  void aHolderWhoseKeySomebodyElseGotIsToldLost(RedisEngine engine) {
    LeaseServer server = new LeaseServer(engine, Leases.lease("orders"));
    Grant first = server.acquire(KEY);
    server.redis.commands().del(KEY);
    Grant second = server.acquire(KEY);
    assertThat(server.renew(first).word()).isEqualTo("LOST");
    server.release(second);
    assertThat(server.renew(first).word()).isEqualTo("LOST");
    Grant third = server.acquire(KEY);
    assertThat(server.release(first).word()).isEqualTo("LOST");
    assertThat(server.renew(second).word()).isEqualTo("RELEASED");
    assertThat(server.renew(third).word()).isEqualTo("RENEWED");
    assertThat(server.lost("orders")).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void afterFlushallNothingIsGrantedUntilTheNextEpochAndEveryHolderIsTold(RedisEngine engine) {
    LeaseServer server = new LeaseServer(engine, Leases.lease("orders"));
    List<Grant> grants = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      grants.add(server.acquire("orders:" + i));
    }
    server.redis.commands().flushall();
    assertThat(server.errorOf("lease_acquire", KEY, Leases.grant(77), "h")).isEqualTo("NOEPOCH");
    server.tell();
    Grant next = server.acquire(KEY);
    for (Grant grant : grants) {
      assertThat(next.fence()).isGreaterThan(grant.fence());
      assertThat(server.renew(grant).word()).isEqualTo("LOST");
    }
    assertThat(server.lost("orders")).isEqualTo(5);
  }

  @ParameterizedTest
  @EnumSource
  void aGrantThatOlderDataDoesNotKnowIsLostWhateverFollows(RedisEngine engine) {
    LeaseServer server = new LeaseServer(engine, Leases.lease("orders"));
    Grant before = server.acquire(KEY, 5000);
    byte[] older = server.redis.commands().dump(KEY);
    server.release(before);
    Grant lost = server.acquire(KEY, 60_000);

    putBack(server, older);

    assertThat(server.renew(lost).word()).isEqualTo("LOST");
    assertThat(server.release(before).word()).isEqualTo("RELEASED");
    Grant after = server.acquire(KEY, 60_000);
    assertThat(after.fence()).isGreaterThan(lost.fence());
    assertThat(server.renew(lost).word()).as("in the gap of two epochs").isEqualTo("LOST");
    assertThat(server.renew(before).word()).as("it gave the lease back").isEqualTo("RELEASED");
    server.release(after);
    assertThat(server.release(lost).word()).isEqualTo("LOST");
    assertThat(server.release(after).word()).isEqualTo("RELEASED");
    assertThat(server.lost("orders")).isEqualTo(1);
  }

  /** The holder knows a later deadline than the data does. */
  @ParameterizedTest
  @EnumSource
  void aRenewalThatOlderDataDoesNotKnowIsALoss(RedisEngine engine) {
    for (boolean taken : new boolean[] {false, true}) {
      LeaseServer server = new LeaseServer(engine, Leases.lease("orders"));
      server.release(server.acquire(KEY, 60_000)); // so that the record outlives the next lease
      Grant grant = server.acquire(KEY, 20_000);
      byte[] older = server.redis.commands().dump(KEY);
      Answer renewed = server.renew(grant, 60_000);

      putBack(server, older);

      server.advanceTo(grant.deadline());
      if (taken) {
        assertThat(server.acquire(KEY, 60_000).word()).isEqualTo("GRANTED");
      }
      assertThat(server.renew(grant).word()).as("by the first deadline").isEqualTo("EXPIRED");
      assertThat(server.renew(KEY, grant.fence(), renewed.deadline()).word()).isEqualTo("LOST");
      assertThat(server.lost("orders")).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aClockSetBackGivesNoSecondHolderWithoutTellingTheFirst(RedisEngine engine) {
    LeaseServer server = new LeaseServer(engine, Leases.lease("orders"));
    server.release(server.acquire(KEY, 60_000));
    Grant first = server.acquire(KEY, 40_000);
    server.advanceTo(first.deadline());
    Grant second = server.acquire(KEY, 30_000);
    assertThat(second.word()).isEqualTo("GRANTED");
    server.advance(-35_000);
    assertThat(server.renew(first).word()).isEqualTo("LOST");
    assertThat(server.renew(second).word()).isEqualTo("RENEWED");
  }

  @ParameterizedTest
  @EnumSource
  void aClockStepForwardEndsLeasesAndIsNoLoss(RedisEngine engine) {
    LeaseServer server = new LeaseServer(engine, Leases.lease("orders"));
    Grant grant = server.acquire(KEY);
    server.advance(3_600_000);
    assertThat(server.renew(grant).word()).isEqualTo("EXPIRED");
    assertThat(server.acquire(KEY).word()).isEqualTo("GRANTED");
    assertThat(server.release(grant).word()).isEqualTo("EXPIRED");
    assertThat(server.counted("orders")).containsEntry("expired", 2L).doesNotContainKey("lost");
  }

  /** Late and repeated calls of every kind, through changes of hands and of epochs. */
  @ParameterizedTest
  @EnumSource
  void nothingThatIsOnlyLateIsALoss(RedisEngine engine) {
    LeaseServer server = new LeaseServer(engine, Leases.lease("orders"));
    List<Grant> past = new ArrayList<>();
    for (int round = 0; round < 12; round++) {
      Grant grant = server.acquire(KEY, round % 3 == 2 ? 1000 : 60_000);
      assertThat(grant.word()).isEqualTo("GRANTED");
      past.add(grant);
      switch (round % 3) {
        case 0 -> server.release(grant);
        case 1 -> server.revoke(KEY, grant.fence());
        default -> server.advanceTo(grant.deadline());
      }
      if (round % 4 == 3) {
        server.tell();
      }
      for (Grant late : past) {
        assertThat(server.renew(late).word()).isIn("RELEASED", "REVOKED", "EXPIRED");
        assertThat(server.release(late).word()).isIn("RELEASED", "REVOKED", "EXPIRED");
      }
    }
    assertThat(server.counted("orders")).doesNotContainKeys("lost", "not_owner");
  }

  /** Eight runs are joined to seven, in favour of who gave its lease back. */
  @ParameterizedTest
  @EnumSource
  void aRecordStaysSmallHoweverOftenALeaseExpires(RedisEngine engine) {
    LeaseServer server = new LeaseServer(engine, Leases.lease("orders", 10, 10, 3_600_000, 0));
    Grant oldest = server.acquire(KEY, 3_600_000);
    server.release(oldest);
    for (int i = 0; i < 30; i++) {
      server.advanceTo(server.acquire(KEY, 10).deadline());
      server.release(server.acquire(KEY, 60_000));
    }
    assertThat(server.redis.commands().strlen(KEY)).isLessThan(500);
    String record = server.redis.commands().get(KEY);
    assertThat(record.chars().filter(c -> c == '-').count()).isEqualTo(7);
    assertThat(server.release(oldest).word()).isEqualTo("RELEASED");
    assertThat(server.lost("orders")).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void theLossOfAnyNumberOfLeasesIsCounted(RedisEngine engine) {
    LeaseServer server = new LeaseServer(engine, Leases.lease("orders"));
    List<Grant> grants = new ArrayList<>();
    for (int i = 0; i < 1500; i++) {
      grants.add(server.acquire("orders:" + i));
    }
    server.redis.commands().flushall();
    grants.forEach(server::renew);
    grants.subList(1000, 1500).forEach(server::renew);
    assertThat(server.lost("orders")).isEqualTo(1500);
  }

  @ParameterizedTest
  @EnumSource
  void aForeignValueIsAnErrorForAllAndCanBeCleared(RedisEngine engine) {
    LeaseServer server = new LeaseServer(engine, Leases.lease("orders"));
    Grant grant = server.acquire(KEY);
    server.redis.commands().set(KEY, "mine");
    String fence = Long.toString(grant.fence());
    String deadline = Long.toString(grant.deadline());
    assertThat(server.errorOf("lease_renew", KEY, fence, deadline)).isEqualTo("BADSTATE");
    assertThat(server.errorOf("lease_revoke", KEY, fence, "why")).isEqualTo("BADSTATE");
    assertThat(server.revoke(KEY, -1).word()).isEqualTo("FREE");
    assertThat(server.renew(grant).word()).isEqualTo("LOST");
    server.redis.commands().lpush(KEY, "x");
    assertThat(server.errorOf("lease_acquire", KEY, Leases.grant(5), "h")).isEqualTo("BADSTATE");
    assertThat(server.revoke(KEY, -1).word()).isEqualTo("FREE");
    assertThat(server.acquire(KEY).word()).isEqualTo("GRANTED");
  }

  /** Redis restarts with older data: what the library had in its locals is gone too. */
  private static void putBack(LeaseServer server, byte[] dump) {
    server.redis.commands().restore(KEY, dump, RestoreArgs.Builder.ttl(60_000).replace());
    server.load(Leases.lease("orders"));
    server.tell();
  }
}
