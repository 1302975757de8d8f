// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.testing;

import dev.sharedstate.api.v1alpha1.RateLimitPolicySpec;
import dev.sharedstate.controller.config.RedisDefaults;
import dev.sharedstate.controller.kind.RateLimits;
import dev.sharedstate.controller.model.Credentials;
import dev.sharedstate.controller.model.DesiredInstance;
import dev.sharedstate.controller.model.Owner;
import dev.sharedstate.controller.model.Passwords;
import dev.sharedstate.controller.model.Planner;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.OptionalLong;

/** Desired instances for tests. */
public final class Samples {
  public static final Owner ORDERS =
      new Owner(
          "sharedstate.dev/v1alpha1",
          "RateLimitPolicy",
          "shop",
          "orders",
          "00000000-0000-4000-8000-000000000001",
          3);

  public static final Credentials CREDENTIALS =
      Credentials.of(
          new Passwords(
              "a master key of 32 bytes or more".getBytes(java.nio.charset.StandardCharsets.UTF_8)),
          ORDERS);

  private Samples() {}

  public static RedisDefaults defaults() {
    return new RedisDefaults(
        new RedisDefaults.Images("redis:8.0", "valkey:8.1", true),
        "IfNotPresent",
        List.of(),
        new Quantity("50", "m"),
        new Quantity("128", "Mi"),
        new Quantity("128", "Mi"),
        OptionalLong.of(999));
  }

  /** One FixedWindow and one TokenBucket. */
  public static DesiredInstance orders() {
    return desired(
        """
limits:
- {name: per_user, algorithm: FixedWindow, limit: 5, window: 30s, countRejected: true, onUnavailable: Deny}
- {name: burst, algorithm: TokenBucket, limit: 100, window: 1m, capacity: 120, onUnavailable: Allow}
""");
  }

  /**
   * @param spec as YAML
   */
  public static DesiredInstance desired(String spec) {
    return new Planner(defaults())
        .desired(
            new RateLimits(), ORDERS, Serialization.unmarshal(spec, RateLimitPolicySpec.class));
  }
}
