// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.resource;

import dev.sharedstate.controller.model.DesiredInstance;

/** The server's configuration file. */
final class RedisConf {
  private RedisConf() {}

  static String of(DesiredInstance desired) {
    return InstanceFiles.read("redis.conf")
        .replace("${maxmemory}", Long.toString(desired.memory().maxmemory()))
        .replace("${maxmemory-clients}", Long.toString(desired.memory().maxmemoryClients()));
  }

  /** What only a restart brings into effect: all but the values that are set live. */
  static String restartOnly() {
    return InstanceFiles.read("redis.conf");
  }
}
