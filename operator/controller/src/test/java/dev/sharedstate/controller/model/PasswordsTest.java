// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class PasswordsTest {
  private static final Owner OWNER = new Owner("g/v1", "Kind", "ns", "name", "uid", 1);
  private static final Passwords PASSWORDS = new Passwords(new byte[32]);

  @Test
  void thePasswordIsFrozenForReinstalledOperatorsMustReachWhatRuns() {
    assertThat(PASSWORDS.of(OWNER, "app", 0))
        .isEqualTo("zL599s_4jOghzlxrivHEUqDVrMKt5ALBnArXdOKVs-w");
  }

  @Test
  void whateverTellsOneInstanceFromAnotherChangesIt() {
    byte[] otherKey = new byte[32];
    otherKey[31] = 1;
    assertThat(
            List.of(
                PASSWORDS.of(OWNER, "app", 0),
                PASSWORDS.of(OWNER, "app", 1),
                PASSWORDS.of(OWNER, "_operator", 0),
                PASSWORDS.of(new Owner("g/v1", "Kind", "ns", "name", "uid2", 1), "app", 0),
                PASSWORDS.of(new Owner("g/v1", "Kind", "ns", "name2", "uid", 1), "app", 0),
                PASSWORDS.of(new Owner("g/v1", "Kind", "ns2", "name", "uid", 1), "app", 0),
                PASSWORDS.of(new Owner("g/v1", "Kind2", "ns", "name", "uid", 1), "app", 0),
                new Passwords(otherKey).of(OWNER, "app", 0)))
        .doesNotHaveDuplicates()
        .allMatch(password -> password.matches("[A-Za-z0-9_-]{43}"));
  }

  @Test
  void theGenerationDoesNot() {
    assertThat(PASSWORDS.of(OWNER.at(7), "app", 0)).isEqualTo(PASSWORDS.of(OWNER, "app", 0));
  }

  @Test
  void aShortKeyIsRefused() {
    assertThatThrownBy(() -> new Passwords(new byte[31]))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void theHashIsWhatAnAclFileCarries() {
    assertThat(Passwords.hash(""))
        .isEqualTo("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  }

  @Test
  void credentialsAreNotPrinted() {
    Credentials credentials = Credentials.of(PASSWORDS, OWNER);
    assertThat(credentials.toString()).doesNotContain(credentials.app(), credentials.operator());
  }
}
