// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sharedstate.functions.LeaseServer.Answer;
import dev.sharedstate.functions.LeaseServer.Grant;
import dev.sharedstate.functions.testing.RedisEngine;
import dev.sharedstate.functions.testing.RedisServer;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.TransactionResult;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which fences are issued, and who says so. */
class LeaseEpochRedisTest {
  private static final String KEY = "orders:1";
  private static final long FENCES = 1L << 27;

  @ParameterizedTest
  @EnumSource
  void nothingIsGrantedBeforeAnEpochIsTold(RedisEngine engine) {
    LeaseServer server = untold(engine, true);
    assertThat(errorOfAcquire(server)).isEqualTo("NOEPOCH");
    assertThat(server.redis.commands().dbsize()).isZero();
    assertThat(server.call("lease_epoch", "__epoch", "7", server.loadId(), "0").fields())
        .containsExactly("EPOCH", 7L);
    assertThat(server.redis.commands().get("__epoch")).isEqualTo("7:0");
    assertThat(server.redis.commands().pttl("__epoch")).as("without a TTL").isEqualTo(-1);
    assertThat(server.acquire(KEY).fence()).isEqualTo(7 * FENCES + 1);
    assertThat(server.acquire("orders:2").fence()).isEqualTo(7 * FENCES + 2);
    assertThat(server.redis.caller().call("lease_info", List.of(), List.of()).get(7)).isEqualTo(7L);
  }

  @ParameterizedTest
  @EnumSource
  void anEpochIsAboveTheOneBeforeAndTheOneInTheData(RedisEngine engine) {
    LeaseServer server = untold(engine, true);
    String load = server.loadId();
    server.redis.commands().set("__epoch", "41:0");
    assertThat(server.call("lease_epoch", "__epoch", "41", load, "0").fields())
        .containsExactly("STALE_EPOCH", 41L);
    assertThat(server.call("lease_epoch", "__epoch", "42", load, "0").word()).isEqualTo("EPOCH");
    server.redis.commands().del("__epoch");
    assertThat(server.call("lease_epoch", "__epoch", "42", load, "0").fields())
        .as("the library knows it too")
        .containsExactly("STALE_EPOCH", 42L);
    server.redis.commands().set("__epoch", "50:0");
    assertThat(server.call("lease_epoch", "__epoch", "50", load, "0").fields())
        .containsExactly("STALE_EPOCH", 50L);
    for (String nonsense : List.of("", "x", "51", "51:", ":0", "67108864:0", "-51:0", "51:0:0")) {
      server.redis.commands().set("__epoch", nonsense);
      assertThat(server.call("lease_epoch", "__epoch", "42", load, "0").fields())
          .as(nonsense)
          .containsExactly("STALE_EPOCH", 42L);
    }
    server.redis.commands().del("__epoch");
    server.redis.commands().lpush("__epoch", "51:0");
    assertThat(errorOfAcquire(server)).isEqualTo("NOEPOCH");
    assertThat(server.call("lease_epoch", "__epoch", "43", load, "0").word()).isEqualTo("EPOCH");
    assertThat(server.acquire(KEY).word()).isEqualTo("GRANTED");
    String last = Long.toString((1L << 26) - 1);
    assertThat(server.call("lease_epoch", "__epoch", last, load, "0").word()).isEqualTo("EPOCH");
    assertThat(server.acquire("orders:9").fence()).isEqualTo(((1L << 26) - 1) * FENCES + 1);
  }

  @ParameterizedTest
  @EnumSource
  void freshIsForTheFirstCallAfterALoadOnly(RedisEngine engine) {
    RedisServer redis = RedisServer.shared(engine);
    Library library = LeaseCompiler.compile(Limits.POLICY, List.of(Leases.lease("orders")), true);
    redis.load(library);
    FunctionCaller caller = redis.caller();
    assertThat(caller.call("lease_epoch", List.of("__epoch"), List.of("5", "fresh", "0")))
        .containsExactly("EPOCH", 5L);
    assertThat(caller.call("lease_epoch", List.of("__epoch"), List.of("6", "fresh", "0")))
        .containsExactly("WRONG_LOAD");
    redis.load(library);
    caller.call("lease_stats", List.of(), List.of());
    assertThat(caller.call("lease_epoch", List.of("__epoch"), List.of("6", "fresh", "0")))
        .containsExactly("WRONG_LOAD");
    assertThat(caller.call("lease_epoch", List.of("__epoch"), List.of("6", "1234", "0")))
        .containsExactly("WRONG_LOAD");
    assertThat(redis.commands().get("__epoch")).isEqualTo("5:0");
  }

  /** An edit of the policy: no count is lost, and the old library goes on if it is aborted. */
  @ParameterizedTest
  @EnumSource
  void aLibraryIsSwappedWithItsEpochInOneStep(RedisEngine engine) {
    LeaseServer server = new LeaseServer(engine, Leases.lease("orders"));
    Grant grant = server.acquire(KEY);
    String text =
        LeaseCompiler.compileWithTestClock(
                Limits.POLICY, List.of(Leases.lease("orders", 2000, 1000, 4000, 0)), true)
            .text();
    try (StatefulRedisConnection<String, String> connection = server.redis.connect()) {
      RedisCommands<String, String> redis = connection.sync();
      redis.watch("__epoch");
      server.tell(); // by a faster operator
      assertThat(swap(redis, text, 3).wasDiscarded()).isTrue();
      assertThat(server.renew(grant).word()).isEqualTo("RENEWED");

      redis.watch("__epoch");
      TransactionResult result = swap(redis, text, 3);
      List<Object> stats = result.get(0);
      assertThat(stats).contains("orders.granted", 1L, "orders.renewed", 1L);
      List<Object> told = result.get(2);
      assertThat(told).containsExactly("EPOCH", 3L);
    }
    assertThat(server.renew(grant).word()).isEqualTo("RENEWED");
    Grant next = server.acquire("orders:2");
    assertThat(next.fence()).isEqualTo(3 * FENCES + 1);
    assertThat(next.ttl()).isEqualTo(2000);
  }

  private static TransactionResult swap(
      RedisCommands<String, String> redis, String text, int epoch) {
    redis.multi();
    redis.fcallReadOnly("lease_stats", ScriptOutputType.MULTI, new String[0]);
    redis.functionLoad(text, true);
    redis.fcall(
        "lease_epoch",
        ScriptOutputType.MULTI,
        new String[] {"__epoch"},
        Integer.toString(epoch),
        "fresh",
        "0");
    return redis.exec();
  }

  @ParameterizedTest
  @EnumSource
  void inQuarantineNothingIsGrantedAndEverythingElseGoesOn(RedisEngine engine) {
    LeaseServer server = new LeaseServer(engine, Leases.lease("orders"));
    Grant grant = server.acquire(KEY);
    long until = server.now() + 60_000;
    server.tell(2, until);
    assertThat(server.acquire(KEY, grant.id()).resent()).isTrue();
    assertThat(server.acquire(KEY).word()).isEqualTo("HELD");
    assertThat(server.renew(grant).word()).isEqualTo("RENEWED");
    Answer refused = server.acquire("orders:2").answer();
    assertThat(refused.word()).isEqualTo("QUARANTINE");
    assertThat(refused.number(1)).isBetween(1L, 60_000L);
    assertThat(server.release(grant).word()).isEqualTo("RELEASED");
    assertThat(server.acquire(KEY).word()).isEqualTo("QUARANTINE");
    server.advanceTo(until - 10);
    Grant last = server.acquire(KEY);
    assertThat(last.word().equals("QUARANTINE") || server.now() >= until).isTrue();
    server.advanceTo(until);
    assertThat(server.acquire("orders:3").word()).isEqualTo("GRANTED");
    assertThat(server.counted("orders").get("quarantined")).isBetween(2L, 3L);
  }

  /** A record that knows a higher fence than could be issued now: nobody gets a lower one. */
  @ParameterizedTest
  @EnumSource
  void noKeySeesAFallingFence(RedisEngine engine) {
    LeaseServer server = new LeaseServer(engine, Leases.lease("orders"));
    server.tell(9, 0);
    Grant grant = server.acquire(KEY);
    server.release(grant);
    server.redis.commands().del("__epoch");
    server.load(Leases.lease("orders"));
    assertThat(server.call("lease_epoch", "__epoch", "8", server.loadId(), "0").word())
        .isEqualTo("EPOCH");
    assertThat(errorOfAcquire(server)).isEqualTo("NOEPOCH");
    assertThat(server.acquire("orders:2").fence()).isEqualTo(8 * FENCES + 1);
  }

  private static LeaseServer untold(RedisEngine engine, boolean fsyncAlways) {
    LeaseServer server =
        new LeaseServer(RedisServer.shared(engine), fsyncAlways, Leases.lease("orders"));
    server.redis.commands().flushall();
    server.load(Leases.lease("orders"));
    return server;
  }

  private static String errorOfAcquire(LeaseServer server) {
    return server.errorOf("lease_acquire", KEY, Leases.grant(1000), "h");
  }
}
