// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sharedstate.controller.model.Trial;
import dev.sharedstate.controller.redis.RedisAdmin.Pushed;
import dev.sharedstate.controller.redis.RedisUnavailable.Cause;
import dev.sharedstate.functions.Library;
import dev.sharedstate.functions.PolicyIdentity;
import dev.sharedstate.functions.RateLimitCompiler;
import dev.sharedstate.functions.SelfTestFailure;
import dev.sharedstate.functions.testing.RedisEngine;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.protocol.CommandType;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PushRedisTest {
  private static final long MAX = TestInstance.MAXMEMORY;

  private final LettuceRedisAdmin admin =
      new LettuceRedisAdmin(RedisSettings.defaults(), RedisAdminListener.NONE);

  @AfterEach
  void close() {
    admin.close();
  }

  private Pushed push(TestInstance redis, long generation, long limit, long maxmemory) {
    return TestInstance.push(admin, redis.address(), generation, limit, maxmemory);
  }

  /** A push whose trial is not the library's own code. */
  private void push(TestInstance redis, Library library, Library trial) {
    push(redis, library, trial, MAX);
  }

  private void push(TestInstance redis, Library library, Library trial, long maxmemory) {
    admin.push(
        redis.address(),
        library,
        new Trial(trial, caller -> RateLimitCompiler.selfTest(caller, TestInstance.limits(5))),
        maxmemory);
  }

  private static Library trial() {
    return RateLimitCompiler.compileForSelfTest(
        new PolicyIdentity("uid-1", 2), TestInstance.limits(5));
  }

  private static Library withText(Library library, String text) {
    return new Library(
        library.name(), library.version(), library.generation(), library.digest(), text);
  }

  /** Nothing of a push is left but the library of this generation, which answers. */
  private void assertServing(TestInstance redis, long generation) {
    Observation seen = admin.observe(redis.address());
    assertThat(seen.libraries()).containsExactly("sharedstate_rl");
    assertThat(seen.info().orElseThrow().generation()).isEqualTo(generation);
    assertThat(redis.commands().keys("__selftest*")).isEmpty();
    assertThat(redis.call("rl_peek", "login:somebody").get(0)).isEqualTo("ALLOWED");
  }

  @ParameterizedTest
  @EnumSource(RedisEngine.class)
  void firstPushAndTheNext(RedisEngine engine) {
    try (TestInstance redis = TestInstance.start(engine, "uid-1")) {
      Pushed first = push(redis, 1, 3, MAX);
      assertThat(first.lastStats()).isEqualTo(new Observation.LibraryStats("", Map.of()));
      assertThat(first.removed()).isEmpty();
      assertThat(first.info().generation()).isEqualTo(1);
      assertServing(redis, 1);
      for (int i = 0; i < 5; i++) {
        redis.call("rl_take", "login:ann");
      }

      Pushed second = push(redis, 2, 10, MAX);
      assertThat(second.lastStats().loadId())
          .isEqualTo(first.info().loadId())
          .isNotEqualTo(second.info().loadId());
      assertThat(second.lastStats().counters())
          .containsEntry("login.allowed", 3L)
          .containsEntry("login.limited", 2L);
      assertServing(redis, 2);
      assertThat(admin.libraryTexts(redis.address()))
          .containsEntry("sharedstate_rl", TestInstance.library("uid-1", 2, 10).text());
      assertThat(redis.call("rl_take", "login:ann").get(6)).isEqualTo(6L); // 3 of 10 were used
    }
  }

  @ParameterizedTest
  @EnumSource(RedisEngine.class)
  void codeThatDoesNotLoadOrAnswersWronglyNeverGoesLive(RedisEngine engine) {
    try (TestInstance redis = TestInstance.start(engine, "uid-1")) {
      push(redis, 1, 5, MAX);
      Library next = TestInstance.library("uid-1", 2, 5);
      String good = trial().text();

      Library broken =
          withText(trial(), good.replace("local function take", "local functoin take"));
      assertThatThrownBy(() -> push(redis, next, broken))
          .isInstanceOf(SelfTestFailure.class)
          .hasMessageContaining("does not load");
      assertServing(redis, 1);

      Library wrong = withText(trial(), good.replace("'ALLOWED'", "'ADMITTED'"));
      assertThat(wrong.text()).isNotEqualTo(good);
      assertThatThrownBy(() -> push(redis, next, wrong)).isInstanceOf(SelfTestFailure.class);
      assertServing(redis, 1);

      push(redis, next, trial());
      assertServing(redis, 2);
    }
  }

  @ParameterizedTest
  @EnumSource(RedisEngine.class)
  void swapThatFailsKeepsTheOldLibrary(RedisEngine engine) {
    try (TestInstance redis = TestInstance.start(engine, "uid-1")) {
      push(redis, 1, 5, MAX);
      Library next = TestInstance.library("uid-1", 2, 5);
      Library broken = withText(next, next.text() + "\nnil nil");
      RedisUnavailable refused =
          catchThrowableOfType(RedisUnavailable.class, () -> push(redis, broken, trial()));
      assertThat(refused.reason()).isEqualTo(Cause.REFUSED);
      assertThat(refused).hasMessageContaining("FUNCTION LOAD: ERR");
      assertServing(redis, 1);

      // Queued commands that are refused discard the whole transaction.
      redis.run(CommandType.ACL, "SETUSER", "_operator", "-function|delete");
      redis.commands().functionLoad(TestInstance.foreign("theirs", "f", "return 1"));
      Throwable aborted = catchThrowable(() -> push(redis, next, trial()));
      assertThat(aborted).isInstanceOf(RedisUnavailable.class).hasMessageContaining("NOPERM");
      redis.run(CommandType.ACL, "SETUSER", "_operator", "+function|delete");
      push(redis, next, trial());
      assertServing(redis, 2);
    }
  }

  @ParameterizedTest
  @EnumSource(RedisEngine.class)
  void anotherTextThanItsDigestSaysIsNotBelieved(RedisEngine engine) {
    try (TestInstance redis = TestInstance.start(engine, "uid-1")) {
      Library next = TestInstance.library("uid-1", 2, 5);
      Library other = withText(next, next.text().replace(next.digest(), "0".repeat(64)));
      assertThatThrownBy(() -> push(redis, other, trial()))
          .isInstanceOf(RedisUnavailable.class)
          .hasMessageContaining("rl_info answers for another library");
    }
  }

  @ParameterizedTest
  @EnumSource(RedisEngine.class)
  void anotherTextLoadedBehindOurBackIsFoundByReadingBack(RedisEngine engine) {
    try (TestInstance redis = TestInstance.start(engine, "uid-1")) {
      Library library = TestInstance.library("uid-1", 1, 5);
      RedisAdminListener somebody =
          new RedisAdminListener() {
            @Override
            public void pushed(String uid, Pushed pushed) {
              // The same digest in it, but not the same code.
              redis.server().load(withText(library, library.text() + "-- edited\n"));
            }
          };
      try (LettuceRedisAdmin watched = new LettuceRedisAdmin(RedisSettings.defaults(), somebody)) {
        RedisUnavailable refused =
            catchThrowableOfType(
                RedisUnavailable.class,
                () ->
                    watched.push(redis.address(), library, TestInstance.trial("uid-1", 1, 5), MAX));
        assertThat(refused.reason()).isEqualTo(Cause.REFUSED);
        assertThat(refused).hasMessageContaining("another text is loaded than was pushed");
      }
    }
  }

  @ParameterizedTest
  @EnumSource(RedisEngine.class)
  void foreignLibrariesGoEvenIfTheyHoldOurNames(RedisEngine engine) {
    try (TestInstance redis = TestInstance.start(engine, "uid-1")) {
      redis.commands().functionLoad(TestInstance.foreign("theirs", "rl_info", "return 'hello'"));
      redis.commands().functionLoad(TestInstance.foreign("more", "do_more", "return 1"));
      // What a push that was cut off left behind is ours, and no news.
      redis.server().load(trial());
      Pushed pushed = push(redis, 1, 5, MAX);
      assertThat(pushed.removed()).containsExactlyInAnyOrder("theirs", "more");
      assertServing(redis, 1);
      assertThat(push(redis, 2, 5, MAX).removed()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(RedisEngine.class)
  void pushAtFullMemory(RedisEngine engine) {
    try (TestInstance redis = TestInstance.start(engine, "uid-1")) {
      push(redis, 1, 5, MAX);
      long max = redis.fill();
      String set = Long.toString(max);
      assertThatThrownBy(
              () -> redis.commands().functionLoad(TestInstance.foreign("x", "x", "return 1")))
          .isInstanceOf(RedisCommandExecutionException.class)
          .hasMessageStartingWith("OOM");
      push(redis, 2, 5, max);
      assertServing(redis, 2);
      assertThat(redis.commands().configGet("maxmemory")).containsEntry("maxmemory", set);

      // Lowered again after a failure too.
      Library wrong = withText(trial(), trial().text().replace("'ALLOWED'", "'ADMITTED'"));
      Library next = TestInstance.library("uid-1", 3, 5);
      assertThatThrownBy(() -> push(redis, next, wrong, max)).isInstanceOf(SelfTestFailure.class);
      assertServing(redis, 2);
      assertThat(redis.commands().configGet("maxmemory")).containsEntry("maxmemory", set);
      assertThat(catchThrowable(() -> redis.call("rl_take", "login:new")))
          .hasMessageStartingWith("OOM");
    }
  }

  @ParameterizedTest
  @EnumSource(RedisEngine.class)
  void whereThereIsRoomMaxmemoryIsLeftAlone(RedisEngine engine) {
    try (TestInstance redis = TestInstance.start(engine, "uid-1")) {
      redis.run(CommandType.CONFIG, "RESETSTAT");
      push(redis, 1, 5, MAX);
      assertThat(redis.info("commandstats")).doesNotContainKey("cmdstat_config|set");
    }
  }
}
