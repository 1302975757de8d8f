// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.config;

import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.OptionalLong;

/**
 * What an instance gets where its policy is silent.
 *
 * @param pullPolicy Always, IfNotPresent or Never
 * @param runAsUser uid, gid and fsGroup of the pods; empty where the platform assigns them
 */
public record RedisDefaults(
    Images images,
    String pullPolicy,
    List<String> pullSecrets,
    Quantity cpuRequest,
    Quantity memoryRequest,
    Quantity memoryLimit,
    OptionalLong runAsUser) {

  /**
   * The image of each engine.
   *
   * @param overrideAllowed whether {@code spec.redis.image} may name another one
   */
  public record Images(String redis, String valkey, boolean overrideAllowed) {}
}
