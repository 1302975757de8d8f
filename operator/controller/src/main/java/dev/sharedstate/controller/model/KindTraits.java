// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.model;

/**
 * The words of one kind of policy. All of them are contract: names of objects, labels and functions
 * are made from them.
 *
 * @param kind such as {@code RateLimitPolicy}
 * @param suffix what the objects of a policy are called by, as in {@code orders-rl}
 * @param component the label {@code app.kubernetes.io/component}
 * @param functions what the functions of the library begin with, as in {@code rl_take}
 */
public record KindTraits(String kind, String suffix, String component, String functions) {
  /** Under which Redis knows the library. */
  public String library() {
    return "sharedstate_" + functions;
  }
}
