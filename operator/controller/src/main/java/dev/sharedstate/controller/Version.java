// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version that was built. */
final class Version {
  private Version() {}

  static String version() {
    return read().getProperty("version", "unknown");
  }

  static String revision() {
    return read().getProperty("revision", "unknown");
  }

  private static Properties read() {
    Properties properties = new Properties();
    try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
      if (in != null) {
        properties.load(in);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("version.properties of this jar", e);
    }
    return properties;
  }
}
