// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.config;

import java.util.List;

/** The environment does not make sense. The message lists every variable that is wrong. */
public final class ConfigError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ConfigError(List<String> problems) {
    super("wrong configuration:\n  " + String.join("\n  ", problems));
  }
}
