// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sharedstate.functions.LeaseServer.Answer;
import dev.sharedstate.functions.LeaseServer.Grant;
import dev.sharedstate.functions.testing.RedisEngine;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What went wrong in other locks, and the right result. */
class LeaseCasesRedisTest {
  private static final String KEY = "orders:1";

  @ParameterizedTest
  @EnumSource
  void aReleaseAfterTheExpiryLeavesTheNextHolderAlone(RedisEngine engine) {
    LeaseServer server = new LeaseServer(engine, Leases.lease("orders"));
    Grant slow = server.acquire(KEY, 1000);
    server.advance(1000);
    Grant next = server.acquire(KEY);
    String record = server.redis.commands().get(KEY);

    assertThat(server.release(slow).word()).isEqualTo("EXPIRED");
    assertThat(server.renew(slow).word()).isEqualTo("EXPIRED");

    assertThat(server.redis.commands().get(KEY)).isEqualTo(record);
    assertThat(server.renew(next).word()).isEqualTo("RENEWED");
    assertThat(next.fence()).isGreaterThan(slow.fence());
    assertThat(server.lost("orders")).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void aReleaseByWhoNeverHadTheLeaseLeavesItAlone(RedisEngine engine) {
    LeaseServer server = new LeaseServer(engine, Leases.lease("orders"));
    Grant holder = server.acquire(KEY);
    String record = server.redis.commands().get(KEY);
    for (long fence : List.of(holder.fence() + 1, 0L, -1L, (1L << 53) - 1)) {
      assertThat(server.release(KEY, fence, holder.deadline()).word()).isEqualTo("NOT_OWNER");
      assertThat(server.renew(KEY, fence, holder.deadline()).word()).isEqualTo("NOT_OWNER");
    }
    Grant refused = server.acquire(KEY);
    assertThat(refused.word()).isEqualTo("HELD");
    assertThat(server.releaseById(refused).word()).isEqualTo("NOT_OWNER");
    assertThat(server.redis.commands().get(KEY)).isEqualTo(record);
    assertThat(server.counted("orders")).containsEntry("not_owner", 9L).doesNotContainKey("lost");
  }

  @ParameterizedTest
  @EnumSource
  void anAttemptSentAgainCannotOverwriteTheNextHolder(RedisEngine engine) {
    LeaseServer server = new LeaseServer(engine, Leases.lease("orders"));
    Grant first = server.acquire(KEY, 1000);
    server.advance(1000);
    Grant next = server.acquire(KEY);
    Grant again = server.acquire(KEY, first.id());
    assertThat(again.word()).isEqualTo("HELD");
    assertThat(again.answer().number(1)).isEqualTo(again.answer().number(3));
    assertThat(again.answer().fields().get(2)).isEqualTo("holder");
    assertThat(server.renew(next).word()).isEqualTo("RENEWED");
  }

  @ParameterizedTest
  @EnumSource
  void aDelayedRenewalDoesNotReviveAReleasedLease(RedisEngine engine) {
    LeaseServer server = new LeaseServer(engine, Leases.lease("orders"));
    Grant grant = server.acquire(KEY);
    assertThat(server.release(grant).word()).isEqualTo("RELEASED");
    assertThat(server.renew(grant).word()).isEqualTo("RELEASED");
    assertThat(server.inspect(KEY).word()).isEqualTo("FREE");
    Grant next = server.acquire(KEY);
    assertThat(server.renew(grant).word()).isEqualTo("RELEASED");
    assertThat(server.release(grant).word()).isEqualTo("RELEASED");
    assertThat(server.renew(next).word()).isEqualTo("RENEWED");
    assertThat(server.lost("orders")).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void anAcquireWhoseReplyWasLostIsTheSameGrantWhenSentAgain(RedisEngine engine) {
    LeaseServer server = new LeaseServer(engine, Leases.lease("orders"));
    Grant unheard = server.acquire(KEY);
    server.advance(5000);
    Grant again = server.acquire(KEY, unheard.id(), 60_000);
    assertThat(again.word()).isEqualTo("GRANTED");
    assertThat(again.resent()).isTrue();
    assertThat(again.fence()).isEqualTo(unheard.fence());
    assertThat(again.deadline()).isEqualTo(unheard.deadline());
    assertThat(again.ttl()).as("what is left").isBetween(1L, 25_000L);
  }

  @ParameterizedTest
  @EnumSource
  void anAcquireWhoseReplyWasLostIsReleasedByItsGrantId(RedisEngine engine) {
    LeaseServer server = new LeaseServer(engine, Leases.lease("orders"));
    Grant unheard = server.acquire(KEY);
    assertThat(server.releaseById(unheard).word()).isEqualTo("RELEASED");
    assertThat(server.releaseById(unheard).word()).as("sent again").isEqualTo("RELEASED");
    assertThat(server.acquire(KEY).word()).isEqualTo("GRANTED");
    assertThat(server.releaseById(unheard).word()).isEqualTo("NOT_OWNER");
    Grant forgotten = server.acquire("orders:2");
    server.revoke("orders:2", forgotten.fence());
    assertThat(server.releaseById(forgotten).word()).isEqualTo("REVOKED");
  }

  @ParameterizedTest
  @EnumSource
  void aReplayedAcquireOfALeaseGivenBackIsNotGrantedAgain(RedisEngine engine) {
    LeaseServer server = new LeaseServer(engine, Leases.lease("orders"));
    Grant grant = server.acquire(KEY);
    server.release(grant);
    assertThat(server.acquire(KEY, grant.id()).word()).isEqualTo("RELEASED");
    assertThat(server.inspect(KEY).word()).isEqualTo("FREE");
    Grant revoked = server.acquire(KEY);
    server.revoke(KEY, -1);
    assertThat(server.acquire(KEY, revoked.id()).word()).isEqualTo("REVOKED");
    assertThat(server.inspect(KEY).word()).isEqualTo("FREE");
  }

  @ParameterizedTest
  @EnumSource
  void aHolderWhoseKeyWasDeletedIsToldAndItsNextGrantIsAnother(RedisEngine engine) {
    LeaseServer server = new LeaseServer(engine, Leases.lease("orders"));
    Grant first = server.acquire(KEY);
    server.redis.commands().del(KEY);
    Grant second = server.acquire(KEY);
    assertThat(second.fence()).isGreaterThan(first.fence());
    assertThat(server.renew(first).word()).isEqualTo("LOST");
    assertThat(server.renew(second).word()).isEqualTo("RENEWED");
  }

  /** A message is only a hint: who is told HELD knows how long to wait without one. */
  @ParameterizedTest
  @EnumSource
  void aReleaseOrRevocationIsPublished(RedisEngine engine) throws Exception {
    LeaseServer server = new LeaseServer(engine, Leases.lease("orders"), Leases.lease("other"));
    BlockingQueue<String> messages = new LinkedBlockingQueue<>();
    try (StatefulRedisPubSubConnection<String, String> listener = server.redis.listen()) {
      listener.addListener(
          new RedisPubSubAdapter<>() {
            @Override
            public void message(String channel, String message) {
              messages.add(channel + " " + message);
            }
          });
      listener.sync().subscribe("lease:released:orders");
      Grant grant = server.acquire(KEY);
      Grant other = server.acquire("other:1");
      assertThat(server.acquire(KEY).answer().number(1)).isBetween(1L, 30_000L);
      server.release(other);
      server.release(grant);
      assertThat(messages.poll(10, TimeUnit.SECONDS)).isEqualTo("lease:released:orders orders:1");
      server.release(grant); // again: nothing became free
      Grant next = server.acquire(KEY);
      server.revoke(KEY, next.fence());
      assertThat(messages.poll(10, TimeUnit.SECONDS)).isEqualTo("lease:released:orders orders:1");
      server.release(server.acquire("orders:2"));
      assertThat(messages.poll(10, TimeUnit.SECONDS)).isEqualTo("lease:released:orders orders:2");
      assertThat(messages).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aRevokedHolderIsToldAndANextOneIsNot(RedisEngine engine) {
    LeaseServer server = new LeaseServer(engine, Leases.lease("orders"));
    assertThat(server.revoke(KEY, -1).word()).isEqualTo("FREE");
    Grant grant = server.acquire(KEY);
    assertThat(server.revoke(KEY, grant.fence() + 1).word()).isEqualTo("HELD");
    assertThat(server.revoke(KEY, grant.fence()).word()).isEqualTo("REVOKED");
    assertThat(server.revoke(KEY, grant.fence()).word()).as("sent again").isEqualTo("REVOKED");
    assertThat(server.revoke(KEY, -1).word()).isEqualTo("FREE");
    Grant next = server.acquire(KEY);
    assertThat(server.revoke(KEY, grant.fence()).word()).isEqualTo("REVOKED");
    assertThat(server.renew(grant).word()).isEqualTo("REVOKED");
    assertThat(server.release(grant).word()).isEqualTo("REVOKED");
    assertThat(server.renew(next).word()).isEqualTo("RENEWED");
    assertThat(server.counted("orders")).containsEntry("revoked", 1L).doesNotContainKey("lost");
    assertThat(server.redis.commands().get(KEY)).startsWith("l1:live:" + next.fence() + ":");
  }

  @ParameterizedTest
  @EnumSource
  void inspectTellsWhoHoldsSinceWhen(RedisEngine engine) {
    LeaseServer server = new LeaseServer(engine, Leases.lease("orders"));
    assertThat(server.inspect(KEY).fields()).containsExactly("FREE", -1L, -1L, "", -1L, -1L);
    Grant grant = server.acquire(KEY);
    server.advance(1000);
    server.renew(grant);
    server.renew(grant);
    Answer shown = server.inspect(KEY);
    assertThat(shown.fields()).hasSize(6).startsWith("HELD", grant.fence()).endsWith(2L);
    assertThat(shown.fields().get(3)).isEqualTo("holder");
    assertThat(shown.number(4)).isEqualTo(grant.deadline() - 30_000);
    server.release(grant);
    assertThat(server.inspect(KEY).fields()).containsExactly("FREE", -1L, -1L, "", -1L, -1L);
  }
}
