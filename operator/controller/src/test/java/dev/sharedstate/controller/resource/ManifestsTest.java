// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.resource;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sharedstate.controller.model.DesiredInstance;
import dev.sharedstate.controller.testing.Samples;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The objects of a policy, compared with files: {@code golden/<case>/in.yaml} is a spec, every
 * other file there one expected object. {@code -Dgolden.write=true} writes them anew: read the
 * difference before you commit it.
 */
class ManifestsTest {
  private static final Path GOLDEN = Path.of("src/test/resources/golden");

  static Stream<Path> cases() throws IOException {
    return Files.list(GOLDEN).filter(Files::isDirectory).sorted();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void theObjectsAreAsExpected(Path directory) throws IOException {
    DesiredInstance desired = Samples.desired(Files.readString(directory.resolve("in.yaml")));
    TreeSet<String> expected = new TreeSet<>();
    for (HasMetadata object : objects(desired)) {
      String file = "out-" + object.getKind() + "-" + object.getMetadata().getName() + ".yaml";
      expected.add(file);
      String text = readable(object, desired);
      if (Boolean.getBoolean("golden.write")) {
        Files.writeString(directory.resolve(file), text);
      }
      assertThat(directory.resolve(file)).as("run with -Dgolden.write=true").exists();
      assertThat(text).isEqualTo(Files.readString(directory.resolve(file)));
    }
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .as("no file without an object")
          .filteredOn(file -> file.startsWith("out-"))
          .containsExactlyInAnyOrderElementsOf(expected);
    }
  }

  private static List<HasMetadata> objects(DesiredInstance desired) {
    List<HasMetadata> all = new ArrayList<>(Manifests.watched(desired));
    all.addAll(Manifests.secrets(desired, Samples.CREDENTIALS));
    return all;
  }

  /** Scripts and library have tests of their own; hashes of them would only make noise here. */
  private static String readable(HasMetadata object, DesiredInstance desired) {
    String yaml = Serialization.asYaml(object);
    return yaml.replaceAll("(sharedstate.dev/desired-hash: ).*", "$1<hash>")
        .replaceAll("(sharedstate.dev/config-hash: ).*", "$1<hash>")
        .replaceAll(
            "(?m)^  (load.txt|library.lua|[a-z]+\\.sh): (.*\\R(    .*\\R|\\R)*)", "  $1: <text>\n");
  }

  /**
   * What decides whether running pods are replaced. Where this test fails, the next release
   * restarts every Redis of every user: change the file only if that is meant, and say so in the
   * CHANGELOG.
   */
  @Test
  void anUpgradeOfTheOperatorRestartsNothing() throws IOException, URISyntaxException {
    String template =
        Serialization.asYaml(RedisStatefulSet.of(Samples.orders()).getSpec().getTemplate());
    Path frozen = Path.of("src/test/resources/frozen-template.yaml");
    if (Boolean.getBoolean("golden.write") && !Files.exists(frozen)) {
      Files.writeString(frozen, template);
    }
    assertThat(template).isEqualTo(Files.readString(frozen));
  }

  @Test
  void aChangedLimitOrLibraryDoesNotReplaceThePod() {
    DesiredInstance other =
        Samples.desired(
            "limits: [{name: other, algorithm: TokenBucket, limit: 7, window: 1s, onUnavailable:"
                + " Deny}]");
    assertThat(RedisStatefulSet.of(other).getSpec())
        .isEqualTo(RedisStatefulSet.of(Samples.orders()).getSpec());
  }

  @Test
  void aFieldThatIsNoLongerSentChangesTheHash() {
    HasMetadata full = Hashes.stamp(Services.clients(Samples.orders()));
    var less = Services.clients(Samples.orders());
    less.getSpec().setType(null);
    assertThat(Hashes.stamp(less).getMetadata().getAnnotations())
        .isNotEqualTo(full.getMetadata().getAnnotations());
  }

  @Test
  void theLibraryLineIsReadBackAsItWas() {
    assertThat(LibraryConfigMap.quote("a\"b\\c\nd\te\rf\u00e9"))
        .isEqualTo("\"a\\\"b\\\\c\\nd\\te\\rf\\xc3\\xa9\"");
  }
}
