// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sharedstate.api.model.RateLimitEntry;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class RateLimitCompilerTest {
  private static final RateLimitEntry WINDOW = Limits.window("per_user", 5, 30_000, true);
  private static final RateLimitEntry BUCKET = Limits.bucket("burst", 100, 60_000, 120);

  @Test
  void theSamePolicyGivesTheSameText() {
    Library first = compile(WINDOW, BUCKET);
    assertThat(compile(WINDOW, BUCKET)).isEqualTo(first);
    Locale locale = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      assertThat(compile(WINDOW, BUCKET)).isEqualTo(first);
    } finally {
      Locale.setDefault(locale);
    }
  }

  @Test
  void anyOtherPolicyGivesAnotherDigest() {
    List<Library> libraries =
        List.of(
            compile(WINDOW),
            compile(BUCKET),
            compile(WINDOW, BUCKET),
            compile(BUCKET, WINDOW),
            compile(Limits.window("per_user", 5, 30_000, false)),
            compile(Limits.window("per_user", 6, 30_000, true)),
            RateLimitCompiler.compile(new PolicyIdentity("another", 3), List.of(WINDOW)),
            RateLimitCompiler.compile(new PolicyIdentity(Limits.POLICY.uid(), 4), List.of(WINDOW)),
            RateLimitCompiler.compileForSelfTest(Limits.POLICY, List.of(WINDOW)),
            RateLimitCompiler.compileWithTestClock(Limits.POLICY, List.of(WINDOW)));
    assertThat(libraries).extracting(Library::digest).doesNotHaveDuplicates();
  }

  @Test
  void theDigestIsOfTheTextWithTheDigestBlanked() throws Exception {
    Library library = compile(WINDOW);
    assertThat(library.digest()).matches("[0-9a-f]{64}");
    assertThat(library.text()).containsOnlyOnce(library.digest());
    byte[] blanked = library.text().replace(library.digest(), "").getBytes(StandardCharsets.UTF_8);
    assertThat(library.digest())
        .isEqualTo(HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(blanked)));
    assertThat(RateLimitCompiler.digest(library.text())).isEqualTo(library.digest());
  }

  @Test
  void saysWhoseItIs() {
    Library library = compile(WINDOW);
    assertThat(library.name()).isEqualTo("sharedstate_rl");
    assertThat(library.version()).isEqualTo(RateLimitCompiler.VERSION);
    assertThat(library.generation()).isEqualTo(3);
    assertThat(library.text())
        .startsWith("#!lua name=sharedstate_rl\n")
        .contains("local UID = '7d0c2f4e-policy'", "local GENERATION = 3");
  }

  @Test
  void holdsOnlyTheCodeThatThePolicyNeeds() {
    assertThat(compile(WINDOW).text()).contains("FIXED").doesNotContain("BUCKET", "scaled");
    assertThat(compile(BUCKET).text()).contains("BUCKET").doesNotContain("FIXED");
    assertThat(compile(WINDOW, BUCKET).text()).contains("FIXED", "BUCKET");
    assertThat(compile(WINDOW, BUCKET).text()).doesNotContain("advance(", "offset", "@");
    assertThat(compile(WINDOW).text().lines()).noneMatch(line -> line.startsWith("--@"));
  }

  @Test
  void theSelfTestHasNamesAndKeysOfItsOwn() {
    Library library = RateLimitCompiler.compileForSelfTest(Limits.POLICY, List.of(WINDOW, BUCKET));
    assertThat(library.name()).isEqualTo("sharedstate_rl_selftest");
    assertThat(library.text())
        .contains("'selftest_rl_take'", "['__selftest.per_user']", "name = 'per_user'")
        .doesNotContain("'rl_take'", "['per_user']", "test-clock");
  }

  @Test
  void countsABucketInTheFewestWholeUnits() {
    // 100 per 60000 ms: a token is 600 units, one of which comes back each millisecond
    assertThat(compile(BUCKET).text())
        .contains("capacity = 120, size = 72000, unit = 600, rate = 1, period = 72000");
    assertThat(compile(Limits.bucket("uneven", 7, 60_000, 3)).text())
        .contains("capacity = 3, size = 180000, unit = 60000, rate = 7, period = 25715")
        .contains("mark = 't1:60000:7:'");
  }

  @Test
  void refusesNumbersThatCannotBeHeldExactly() {
    long exact = 1L << 52;
    compile(Limits.bucket("a", 1, 1, exact));
    compile(Limits.bucket("a", 1, 1024, exact / 1024));
    compile(Limits.window("a", (1L << 53) - 1, 1));
    for (RateLimitEntry limit :
        List.of(
            Limits.bucket("a", 1, 1, exact + 1),
            Limits.bucket("a", 1, 1024, exact / 1024 + 1),
            Limits.bucket("a", 1, 1000, 0),
            Limits.bucket("a", 0, 1000, 1),
            Limits.bucket("a", Long.MAX_VALUE, 1, 1),
            Limits.bucket("a", 3, 1L << 35, 1),
            Limits.bucket("a", 1, 1000, Long.MAX_VALUE),
            Limits.window("a", 1L << 53, 1),
            Limits.window("a", 0, 1),
            Limits.window("a", 1, 0),
            Limits.window("a", 1, 1L << 35))) {
      assertThatThrownBy(() -> compile(limit))
          .as(limit.toString())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("a: ");
    }
  }

  @Test
  void quotesAnyTextAsOneLuaString() {
    assertThat(Lua.quote("per_user")).isEqualTo("'per_user'");
    assertThat(Lua.quote("a'b\\c\n\0" + "1é")).isEqualTo("'a\\039b\\092c\\010\\0001\\195\\169'");
  }

  @Test
  void boundsTheMemoryByTheText() {
    Library library = compile(WINDOW);
    assertThat(LibraryFootprint.bytes(library))
        .isEqualTo(65_536 + 8L * library.text().length())
        .isLessThan(1 << 20);
  }

  private static Library compile(RateLimitEntry... limits) {
    return RateLimitCompiler.compile(Limits.POLICY, List.of(limits));
  }
}
