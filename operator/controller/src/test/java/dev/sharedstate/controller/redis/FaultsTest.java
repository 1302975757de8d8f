// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sharedstate.controller.redis.RedisUnavailable.Cause;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisConnectionException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ConnectException;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FaultsTest {
  private static final InstanceAddress AT =
      new InstanceAddress("uid", "pod", "10.0.0.1", 6379, "_operator", "s3cret-word", "rl");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "WRONGPASS invalid username-password pair or user is disabled.|AUTHENTICATION",
        "NOAUTH Authentication required.|AUTHENTICATION",
        "LOADING Redis is loading the dataset in memory|LOADING",
        "NOPERM this user has no permissions|REFUSED",
        "ERR max number of clients reached|REFUSED",
      })
  void errorReplies(String reply, Cause cause) {
    Throwable login =
        new RedisConnectionException(
            "Unable to connect", new RedisCommandExecutionException(reply));
    RedisUnavailable fault = Faults.of(AT, new CompletionException(login));
    assertThat(fault.reason()).isEqualTo(cause);
    assertThat(fault).hasMessage("10.0.0.1:6379: " + reply);
  }

  @Test
  void connectionsThatFail() {
    RedisUnavailable refused =
        Faults.of(AT, new RedisConnectionException("x", new ConnectException("refused")));
    assertThat(refused.reason()).isEqualTo(Cause.UNREACHABLE);
    RedisUnavailable slow =
        Faults.of(
            AT, new RedisConnectionException("x", new RedisCommandTimeoutException("2 seconds")));
    assertThat(slow.reason()).isEqualTo(Cause.TIMEOUT);
    assertThat(slow).hasMessage("10.0.0.1:6379: no answer in time");
  }

  @Test
  void aServerThatRepeatsThePasswordDoesNotGetItIntoALog() {
    String reply = "ERR unknown command 'AUTH', with args beginning with: 's3cret-word'";
    RedisUnavailable fault =
        Faults.of(AT, new RedisConnectionException("x", new RedisCommandExecutionException(reply)));
    StringWriter trace = new StringWriter();
    fault.printStackTrace(new PrintWriter(trace));
    assertThat(trace.toString()).contains("unknown command").doesNotContain("s3cret-word");
    assertThat(AT.toString()).doesNotContain("s3cret-word");
  }
}
