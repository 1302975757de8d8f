// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

import dev.sharedstate.api.model.RateLimitEntry;
import dev.sharedstate.functions.testing.RedisEngine;
import dev.sharedstate.functions.testing.RedisServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every kind of limit edited into every other, at telling times, against the model. */
class EditRedisTest {
  private static final long MINUTE = 60_000;
  private static final long HOUR = 60 * MINUTE;

  private static final List<RateLimitEntry> LIMITS =
      List.of(
          Limits.window("a", 10, HOUR),
          Limits.window("a", 7, 30 * MINUTE, true),
          Limits.bucket("a", 10, HOUR, 10),
          Limits.bucket("a", 10, HOUR, 3),
          Limits.bucket("a", 5, HOUR, 10),
          Limits.bucket("a", 7, 2 * HOUR + 1, 11),
          // a token of more than 2^34 units, which take three digits to base 2^17
          Limits.bucket("a", 1_000_003, 31_622_399_999L, 100_000),
          Limits.bucket("a", 999_983, 31_622_398_979L, 100_000));

  private static final List<Long> ADVANCES =
      List.of(0L, 13 * MINUTE + 7, 59 * MINUTE, 70 * MINUTE, -MINUTE);

  @ParameterizedTest
  @EnumSource
  void anyLimitIntoAnyOther(RedisEngine engine) {
    RedisServer redis = RedisServer.shared(engine);
    for (RateLimitEntry before : LIMITS) {
      for (RateLimitEntry after : LIMITS) {
        for (long advance : ADVANCES) {
          for (long used : List.of(2L, before.capacity())) {
            List<Step> steps = new ArrayList<>();
            steps.add(ask(true, Math.min(used, before.capacity())));
            steps.add(new Step.Advance(advance));
            steps.add(new Step.Edit(List.of(after)));
            steps.add(ask(false, 1));
            boolean emptied = used == before.capacity();
            steps.add(ask(true, emptied ? after.capacity() : 1)); // refused first, or admitted
            steps.add(ask(true, emptied ? 1 : after.capacity()));
            new HistoryRun(redis, List.of(before), List.of("a:x")).play(steps);
          }
        }
      }
    }
  }

  private static Step ask(boolean take, long cost) {
    return new Step.Ask(take, List.of("a:x"), List.of(cost));
  }
}
