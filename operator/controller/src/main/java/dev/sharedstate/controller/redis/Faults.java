// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.redis;

import dev.sharedstate.controller.redis.RedisUnavailable.Cause;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** Turns what Lettuce throws into what a status can say: no moving numbers, never a password. */
final class Faults {
  private Faults() {}

  static RedisUnavailable of(InstanceAddress instance, Throwable failure) {
    Throwable thrown = unwrap(failure);
    if (thrown instanceof RedisUnavailable known) {
      return known;
    }
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      if (t instanceof RedisCommandTimeoutException) {
        return fault(instance, Cause.TIMEOUT, "no answer in time", thrown);
      }
      if (t instanceof RedisCommandExecutionException) {
        return refused(instance, "", t);
      }
    }
    return fault(instance, Cause.UNREACHABLE, "no connection", thrown);
  }

  /** For an error reply of the server to {@code what}. */
  static RedisUnavailable refused(InstanceAddress instance, String what, Throwable reply) {
    String text = String.valueOf(unwrap(reply).getMessage());
    String code = text.split(" ", 2)[0];
    Cause cause =
        switch (code) {
          case "WRONGPASS", "NOAUTH" -> Cause.AUTHENTICATION;
          case "LOADING" -> Cause.LOADING;
          default -> Cause.REFUSED;
        };
    return fault(instance, cause, what.isEmpty() ? text : what + ": " + text, unwrap(reply));
  }

  static RedisUnavailable fault(
      InstanceAddress instance, Cause cause, String text, Throwable thrown) {
    String message = instance.host() + ":" + instance.port() + ": " + text;
    String password = instance.password();
    // A server that does not know AUTH repeats its arguments in the reply.
    boolean leaks = !password.isEmpty() && leaks(password, message, thrown);
    return new RedisUnavailable(
        cause, leaks ? message.replace(password, "***") : message, leaks ? null : thrown);
  }

  private static boolean leaks(String password, String message, Throwable thrown) {
    boolean leaks = message.contains(password);
    for (Throwable t = thrown; t != null && !leaks; t = t.getCause()) {
      leaks = String.valueOf(t.getMessage()).contains(password);
    }
    return leaks;
  }

  /** An error reply, as opposed to a connection that failed. */
  static boolean isReply(Throwable failure) {
    return unwrap(failure) instanceof RedisCommandExecutionException;
  }

  /** An error reply, or an answer that a caller refused: the server is there. */
  static boolean isAnswer(Throwable failure) {
    return isReply(failure) || unwrap(failure) instanceof RedisUnavailable;
  }

  static Throwable unwrap(Throwable failure) {
    Throwable t = failure;
    while ((t instanceof CompletionException || t instanceof ExecutionException)
        && t.getCause() != null) {
      t = t.getCause();
    }
    return t;
  }
}
