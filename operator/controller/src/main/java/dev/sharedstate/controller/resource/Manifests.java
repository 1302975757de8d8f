// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.resource;

import dev.sharedstate.controller.model.Credentials;
import dev.sharedstate.controller.model.DesiredInstance;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;

/** All objects of a policy, in the order in which they are applied. */
public final class Manifests {
  private Manifests() {}

  /** Those that informers watch. The StatefulSet is last, so that its pod finds what it mounts. */
  public static List<HasMetadata> watched(DesiredInstance desired) {
    return List.of(
        Hashes.stamp(ConfigConfigMap.of(desired)),
        Hashes.stamp(LibraryConfigMap.of(desired)),
        Hashes.stamp(Services.nodes(desired)),
        Hashes.stamp(Services.clients(desired)),
        Hashes.stamp(RedisStatefulSet.of(desired)));
  }

  /** Those that are only ever read by name. */
  public static List<HasMetadata> secrets(DesiredInstance desired, Credentials credentials) {
    return List.of(
        Hashes.stamp(Secrets.acl(desired, credentials)),
        Hashes.stamp(Secrets.client(desired, credentials)));
  }
}
