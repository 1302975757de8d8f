// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.model;

import java.util.Map;
import java.util.TreeMap;

/** Labels and annotations of the objects of a policy. Labels of the policy are never copied. */
public final class Labels {
  public static final String NAME = "app.kubernetes.io/name";
  public static final String COMPONENT = "app.kubernetes.io/component";
  public static final String MANAGED_BY = "app.kubernetes.io/managed-by";
  public static final String POLICY = "sharedstate.dev/policy";
  public static final String KIND = "sharedstate.dev/kind";

  /** On each object: hash of what was sent, so that a field we stopped sending is seen. */
  public static final String DESIRED_HASH = "sharedstate.dev/desired-hash";

  /** On the pod template: hash of what needs a restart. */
  public static final String CONFIG_HASH = "sharedstate.dev/config-hash";

  /** On a policy, by hand: another value asks for a full pass, Secrets included. */
  public static final String RECONCILE_AT = "sharedstate.dev/reconcile-at";

  private static final String OPERATOR = "shared-state-operator";

  private Labels() {}

  /** Selects everything of a kind that this operator looks at. */
  public static String watched(KindTraits kind) {
    return MANAGED_BY + "=" + OPERATOR + "," + KIND + "=" + kind.kind();
  }

  /** What the Services and the StatefulSet select by. Immutable in a StatefulSet: never add. */
  public static Map<String, String> selector(Names names) {
    return new TreeMap<>(
        Map.of(
            NAME,
            "sharedstate-redis",
            COMPONENT,
            names.kind().component(),
            POLICY,
            names.policy()));
  }

  /** On every object, the pods included. */
  public static Map<String, String> all(Names names) {
    Map<String, String> labels = new TreeMap<>(selector(names));
    labels.put(MANAGED_BY, OPERATOR);
    labels.put(KIND, names.kind().kind());
    return labels;
  }
}
