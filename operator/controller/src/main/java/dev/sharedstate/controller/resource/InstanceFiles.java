// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.resource;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The files that run inside an instance, as they lie on the class path. */
final class InstanceFiles {
  private static final String DIRECTORY = "/dev/sharedstate/controller/instance/";

  private InstanceFiles() {}

  static String read(String name) {
    try (InputStream in = InstanceFiles.class.getResourceAsStream(DIRECTORY + name)) {
      if (in == null) {
        throw new IllegalStateException("missing on the class path: " + DIRECTORY + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(name, e);
    }
  }
}
