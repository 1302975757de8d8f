// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.crd;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * An example policy.
 *
 * @param expected what the API server's message contains; empty for a valid policy
 */
record PolicyFile(String name, String text, List<String> expected) {
  private static final Path FOLDER = Path.of("src/test/resources/policies");
  private static final Path EXAMPLES = Path.of("../../examples");
  private static final String EXPECT = "# expect: ";

  /** The valid files, and what users copy. */
  static List<PolicyFile> valid() {
    return Stream.concat(load(FOLDER.resolve("valid")).stream(), load(EXAMPLES).stream()).toList();
  }

  static List<PolicyFile> invalid() {
    return load(FOLDER.resolve("invalid"));
  }

  /** An edit: a policy and, after {@code ---}, the same policy as it is to be. */
  static List<PolicyFile> edits() {
    return load(FOLDER.resolve("edits"));
  }

  static PolicyFile valid(String name) {
    return valid().stream().filter(file -> file.name().equals(name)).findFirst().orElseThrow();
  }

  JsonNode tree() {
    return Yaml.parse(text);
  }

  /** Of an edit: what is there first. */
  PolicyFile before() {
    return new PolicyFile(name, text.split("(?m)^---$")[0], List.of());
  }

  /** Of an edit: what is sent then. */
  PolicyFile after() {
    return new PolicyFile(name, text.split("(?m)^---$")[1], expected);
  }

  private static List<PolicyFile> load(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".yaml"))
          .sorted()
          .map(PolicyFile::of)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static PolicyFile of(Path file) {
    String text = Yaml.read(file);
    List<String> expected =
        text.lines()
            .takeWhile(line -> line.startsWith(EXPECT))
            .map(line -> line.substring(EXPECT.length()))
            .toList();
    return new PolicyFile(file.getFileName().toString().replace(".yaml", ""), text, expected);
  }
}
