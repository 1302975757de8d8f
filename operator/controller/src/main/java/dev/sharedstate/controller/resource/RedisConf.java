// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.resource;

import dev.sharedstate.controller.model.DesiredInstance;
import java.util.Map;

/** The server's configuration file. */
final class RedisConf {
  private RedisConf() {}

  static String of(DesiredInstance desired) {
    String text = restartOnly(desired);
    for (Map.Entry<String, String> live : desired.liveConfig().entrySet()) {
      text = text.replace("${" + live.getKey() + "}", live.getValue());
    }
    return text;
  }

  /** What only a restart brings into effect: all but the values that are set live. */
  static String restartOnly(DesiredInstance desired) {
    String persistence =
        switch (desired.durability().mode()) {
          case None -> "persistence-none.conf";
          case AppendOnly -> "persistence-append-only.conf";
          case Snapshot -> "persistence-snapshot.conf";
        };
    return InstanceFiles.read("redis.conf")
        .replace("${persistence}\n", InstanceFiles.read(persistence));
  }
}
