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
 * An example object.
 *
 * @param expected what the API server's message contains; empty if it is accepted
 */
record ExampleFile(String name, String text, List<String> expected) {
  private static final String EXPECT = "# expect: ";

  JsonNode tree() {
    return Yaml.parse(text);
  }

  /** Of an edit: what is there first. */
  ExampleFile before() {
    return new ExampleFile(name, text.split("(?m)^---$")[0], List.of());
  }

  /** Of an edit: what is sent then. */
  ExampleFile after() {
    return new ExampleFile(name, text.split("(?m)^---$")[1], expected);
  }

  /** The files of a folder, by name. */
  static List<ExampleFile> load(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".yaml"))
          .sorted()
          .map(ExampleFile::of)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ExampleFile of(Path file) {
    String text = Yaml.read(file);
    List<String> expected =
        text.lines()
            .takeWhile(line -> line.startsWith(EXPECT))
            .map(line -> line.substring(EXPECT.length()))
            .toList();
    return new ExampleFile(file.getFileName().toString().replace(".yaml", ""), text, expected);
  }
}
