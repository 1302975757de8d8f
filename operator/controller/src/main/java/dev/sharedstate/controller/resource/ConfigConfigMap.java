// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.resource;

import dev.sharedstate.controller.model.DesiredInstance;
import dev.sharedstate.controller.model.KindTraits;
import dev.sharedstate.functions.Digests;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** {@code <policy>-rl-config}: redis.conf and the scripts of the pod. */
public final class ConfigConfigMap {
  private static final List<String> SCRIPTS =
      List.of("start.sh", "common.sh", "keeper.sh", "ready.sh", "live.sh");

  private ConfigConfigMap() {}

  public static ConfigMap of(DesiredInstance desired) {
    Map<String, String> data = new TreeMap<>();
    data.put("redis.conf", RedisConf.of(desired));
    scripts(desired).forEach(script -> data.put(script, script(desired, script)));
    return new ConfigMapBuilder()
        .withMetadata(Meta.of(desired, desired.names().config()))
        .withData(data)
        .build();
  }

  /** Changes when the running pod has to be replaced to take over its configuration. */
  static String restartHash(DesiredInstance desired) {
    StringBuilder all = new StringBuilder(RedisConf.restartOnly(desired));
    scripts(desired).forEach(script -> all.append('\n').append(script(desired, script)));
    return Digests.sha256(all.toString()).substring(0, 16);
  }

  private static List<String> scripts(DesiredInstance desired) {
    if (desired.durability().volume().isEmpty()) {
      return SCRIPTS;
    }
    List<String> scripts = new ArrayList<>(SCRIPTS);
    scripts.add(PodParts.WITH_VOLUME);
    return scripts;
  }

  private static String script(DesiredInstance desired, String name) {
    KindTraits kind = desired.names().kind();
    return InstanceFiles.read(name)
        .replace("@library@", kind.library())
        .replace("@info@", kind.functions() + "_info")
        .replace("@local-rules@", String.join(" ", Acl.local(desired)));
  }
}
