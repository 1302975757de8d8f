// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.model;

import dev.sharedstate.api.model.RateLimitEntry;
import dev.sharedstate.functions.Library;
import dev.sharedstate.functions.PolicyIdentity;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * All that one pass wants of one policy's instance. Immutable; every object and every Redis setting
 * is a pure function of it and of the passwords.
 *
 * @param owner the policy, as of the generation that this was made from
 * @param specJson the accepted spec, kept beside the library so that it outlives a rejected edit
 */
public record DesiredInstance(
    Owner owner,
    Names names,
    List<RateLimitEntry> entries,
    Server server,
    MemoryPlan memory,
    Library library,
    String specJson) {

  /** Whose library it is. */
  public PolicyIdentity identity() {
    return new PolicyIdentity(owner.uid(), owner.generation());
  }

  /** What is set live and read back in each pass; sizes in bytes. */
  public Map<String, String> liveConfig() {
    Map<String, String> config = new TreeMap<>();
    config.put("maxmemory", Long.toString(memory.maxmemory()));
    config.put("maxmemory-clients", Long.toString(memory.maxmemoryClients()));
    config.put("maxmemory-policy", "noeviction");
    config.put("save", "");
    config.put("appendonly", "no");
    return config;
  }
}
