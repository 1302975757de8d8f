// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.redis;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/**
 * What the server said to one command: a value or an error reply. A connection that failed is
 * neither: it stays an exception.
 */
record Answer<T>(T value, Throwable error) {
  /** First words of replies in which the server speaks, not a function. */
  private static final Set<String> SERVERS_OWN =
      Set.of("LOADING", "BUSY", "NOPERM", "NOAUTH", "MASTERDOWN");

  static <T> CompletableFuture<Answer<T>> of(CompletionStage<T> sent) {
    return sent.handle(
            (value, failure) -> {
              if (failure == null) {
                return new Answer<T>(value, null);
              }
              if (Faults.isReply(failure)) {
                return new Answer<T>(null, Faults.unwrap(failure));
              }
              throw new CompletionException(Faults.unwrap(failure));
            })
        .toCompletableFuture();
  }

  boolean ok() {
    return error == null;
  }

  /** The whole error reply. */
  String text() {
    return String.valueOf(error.getMessage());
  }

  /** The first word of the error reply. */
  String code() {
    return text().split(" ", 2)[0];
  }

  /**
   * @throws RedisUnavailable for an error reply to {@code what}
   */
  T orRefused(InstanceAddress instance, String what) {
    if (error != null) {
      throw Faults.refused(instance, what, error);
    }
    return value;
  }

  /**
   * Of a function: empty when it is not there, or fails: neither can be ours.
   *
   * @throws RedisUnavailable for what the server itself says (LOADING, BUSY, NOPERM)
   */
  Optional<T> ifThere(InstanceAddress instance, String function) {
    if (error != null && SERVERS_OWN.contains(code())) {
      throw Faults.refused(instance, function, error);
    }
    return Optional.ofNullable(value);
  }
}
