// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

import java.nio.charset.StandardCharsets;

/**
 * What a loaded library costs in memory: its text, which Redis keeps, and its compiled form in the
 * Lua machine, which {@code maxmemory} does not see. Measured on Redis 7.0, Redis 8.0 and Valkey
 * 8.1 with 1 and with 64 entries: the machine takes five times the text.
 */
public final class LibraryFootprint {
  private static final long FIXED = 64 * 1024;
  private static final long PER_TEXT_BYTE = 8;

  private LibraryFootprint() {}

  /**
   * An upper bound in bytes for one loaded copy. While a library is replaced, and until Lua has
   * collected the old one, there are two.
   */
  public static long bytes(Library library) {
    return FIXED + PER_TEXT_BYTE * library.text().getBytes(StandardCharsets.UTF_8).length;
  }
}
