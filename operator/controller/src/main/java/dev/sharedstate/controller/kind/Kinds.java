// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.kind;

import dev.sharedstate.controller.model.PolicyKind;
import java.util.List;

/** Every kind of policy that this operator serves. */
public final class Kinds {
  public static final List<PolicyKind<?>> ALL = List.of(new RateLimits());

  private Kinds() {}
}
