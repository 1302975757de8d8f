// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.v1alpha1;

import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;

/** Rate limits that one dedicated Redis instance enforces. */
@Group(RateLimitPolicy.GROUP)
@Version(RateLimitPolicy.VERSION)
@Kind("RateLimitPolicy")
@Plural("ratelimitpolicies")
@Singular("ratelimitpolicy")
@ShortNames("ssrl")
public class RateLimitPolicy extends CustomResource<RateLimitPolicySpec, PolicyStatus>
    implements Namespaced {
  public static final String GROUP = "sharedstate.dev";
  public static final String VERSION = "v1alpha1";
  private static final long serialVersionUID = 1L;

  @Override
  protected RateLimitPolicySpec initSpec() {
    return null; // a record has no empty instance
  }

  @Override
  protected PolicyStatus initStatus() {
    return null; // absent until the first pass
  }
}
