// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sharedstate.functions.LeaseServer.Answer;
import dev.sharedstate.functions.LeaseServer.Grant;
import dev.sharedstate.functions.testing.RedisEngine;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What went wrong with the deadlines of other locks, and the right result. */
class LeaseTimeCasesRedisTest {
  private static final String KEY = "orders:1";

  @ParameterizedTest
  @EnumSource
  void renewalsEndAtTheMaximumLifetimeWhoeverAsks(RedisEngine engine) {
    LeaseServer server =
        new LeaseServer(engine, Leases.lease("orders", 30_000, 1000, 30_000, 70_000));
    Grant grant = server.acquire(KEY);
    long start = grant.deadline() - grant.ttl();
    for (long at : List.of(20_000L, 39_000L)) {
      server.advanceTo(start + at);
      Answer renewed = server.renew(grant);
      assertThat(renewed.word()).isEqualTo("RENEWED");
      assertThat(renewed.deadline()).isLessThanOrEqualTo(start + 70_000);
    }
    server.advanceTo(start + 60_000);
    Answer last = server.renew(grant);
    assertThat(last.word()).isEqualTo("RENEWED");
    assertThat(last.deadline()).isEqualTo(start + 70_000);
    Answer over = server.renew(grant);
    assertThat(over.word()).isEqualTo("LIFETIME");
    assertThat(over.deadline()).isEqualTo(start + 70_000);
    assertThat(over.ttl()).isBetween(1L, 10_000L);
    server.advanceTo(start + 70_000);
    assertThat(server.renew(KEY, grant.fence(), over.deadline()).word()).isEqualTo("EXPIRED");
    assertThat(server.acquire(KEY).word()).isEqualTo("GRANTED");
  }

  @ParameterizedTest
  @EnumSource
  void manyNamesLeaveNoCountersBehind(RedisEngine engine) {
    LeaseServer server = new LeaseServer(engine, Leases.lease("orders", 10, 10, 60_000, 0));
    for (int i = 0; i < 300; i++) {
      Grant grant = server.acquire("orders:" + i);
      if (i % 2 == 0) {
        server.release(grant);
      }
    }
    for (String key : server.redis.commands().keys("*")) {
      if (!key.equals("__epoch")) {
        assertThat(server.redis.commands().pttl(key)).as(key).isNotEqualTo(-1);
      }
    }
    Awaitility.await().until(() -> server.redis.commands().keys("orders:*").isEmpty());
    assertThat(server.redis.commands().keys("*")).isSubsetOf("__epoch", "__ix:orders");
  }

  @ParameterizedTest
  @EnumSource
  void everyPathLeavesATtlThatEndsWithTheLease(RedisEngine engine) {
    LeaseServer server = new LeaseServer(engine, Leases.lease("orders"));
    Grant grant = server.acquire(KEY, 20_000);
    assertTtl(server, 20_000);
    server.redis.commands().persist(KEY);
    server.renew(grant, 25_000);
    assertTtl(server, 25_000);
    server.redis.commands().persist(KEY);
    server.release(grant);
    assertTtl(server, 25_000);
    server.redis.commands().persist(KEY);
    server.acquire(KEY, 1000);
    assertTtl(server, 25_000);
    server.redis.commands().persist(KEY);
    server.revoke(KEY, -1);
    assertTtl(server, 25_000);
  }

  @ParameterizedTest
  @EnumSource
  void aTtlThatSomebodyTookAwayDoesNotMakeALeaseEternal(RedisEngine engine) {
    LeaseServer server = new LeaseServer(engine, Leases.lease("orders"));
    Grant grant = server.acquire(KEY);
    server.redis.commands().persist(KEY);
    server.advanceTo(grant.deadline());
    assertThat(server.inspect(KEY).word()).isEqualTo("FREE");
    assertThat(server.renew(grant).word()).isEqualTo("EXPIRED");
    assertThat(server.releaseById(grant).word()).isEqualTo("EXPIRED");
    assertThat(server.acquire(KEY).word()).isEqualTo("GRANTED");
  }

  @ParameterizedTest
  @EnumSource
  void aLeaseIsLiveUntilTheMillisecondOfItsDeadline(RedisEngine engine) {
    LeaseServer server = new LeaseServer(engine, Leases.lease("orders"));
    for (int i = 0; i < 5; i++) {
      Grant grant = server.acquire(KEY, 1000);
      server.advanceTo(grant.deadline() - 3);
      Answer held = server.inspect(KEY);
      long now = server.now();
      if (held.word().equals("HELD")) {
        assertThat(held.number(2)).isBetween(1L, 3L);
      } else {
        assertThat(now).isGreaterThanOrEqualTo(grant.deadline());
      }
      server.advanceTo(grant.deadline());
      assertThat(server.inspect(KEY).word()).isEqualTo("FREE");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aRenewalNeverShortens(RedisEngine engine) {
    LeaseServer server = new LeaseServer(engine, Leases.lease("orders"));
    Grant grant = server.acquire(KEY, 60_000);
    Answer renewed = server.renew(grant, 1000);
    assertThat(renewed.word()).isEqualTo("RENEWED");
    assertThat(renewed.deadline()).isEqualTo(grant.deadline());
    assertThat(renewed.ttl()).isBetween(1L, 60_000L);
    server.advance(-3_600_000);
    Answer back = server.renew(grant, 1000);
    assertThat(back.deadline()).as("after a clock was set back").isEqualTo(grant.deadline());
  }

  /** An edit must not take a lease from who holds it; the next attempt learns of it. */
  @ParameterizedTest
  @EnumSource
  void anEditThatShortensLeasesTakesNoneAway(RedisEngine engine) {
    LeaseServer server = new LeaseServer(engine, Leases.lease("orders"));
    Grant grant = server.acquire(KEY, 60_000);
    server.load(Leases.lease("orders", 20_000, 20_000, 50_000, 50_000));
    server.tell();
    assertThat(server.renew(grant, 60_000).word()).isEqualTo("LIFETIME");
    assertThat(server.inspect(KEY).number(2)).isGreaterThan(50_000);
    Grant other = server.acquire("orders:2");
    assertThat(server.renew(other, 60_000).ttl()).as("the most").isBetween(30_000L, 50_000L);
    Grant third = server.acquire("orders:3");
    server.advance(5000);
    assertThat(server.renew(third, 1).ttl()).as("the least").isEqualTo(20_000);
    assertThat(server.errorOf("lease_acquire", "orders:4", Leases.grant(99), "h", "60000"))
        .isEqualTo("BADARG");
  }

  private static void assertTtl(LeaseServer server, long most) {
    assertThat(server.redis.commands().pttl(KEY)).isBetween(most - 15_000, most);
  }
}
