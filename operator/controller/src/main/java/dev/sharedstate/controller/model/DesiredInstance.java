// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.model;

import dev.sharedstate.api.model.Durability;
import dev.sharedstate.api.v1alpha1.Fsync;
import dev.sharedstate.functions.Library;
import java.util.Map;
import java.util.SortedMap;
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
    Server server,
    MemoryPlan memory,
    Durability durability,
    Program program,
    String specJson) {

  /** When a snapshot is taken: after so many seconds with so many writes. */
  private static final String SNAPSHOTS = "300 1 60 1000";

  public Library library() {
    return program.library();
  }

  /** How many records fit, by what the status calls them. */
  public SortedMap<String, Long> capacity() {
    SortedMap<String, Long> fits = new TreeMap<>();
    program.recordBytes().forEach((name, bytes) -> fits.put(name, memory.maxmemory() / bytes));
    return fits;
  }

  /** What is set live and read back in each pass; sizes in bytes. */
  public Map<String, String> liveConfig() {
    Map<String, String> config = new TreeMap<>();
    config.put("maxmemory", Long.toString(memory.maxmemory()));
    config.put("maxmemory-clients", Long.toString(memory.maxmemoryClients()));
    config.put("maxmemory-policy", "noeviction");
    switch (durability.mode()) {
      case None -> memoryOnly(config);
      case AppendOnly -> appendOnly(config, durability.fsync());
      case Snapshot -> {
        memoryOnly(config);
        config.put("save", SNAPSHOTS);
      }
    }
    return config;
  }

  private static void memoryOnly(Map<String, String> config) {
    config.put("save", "");
    config.put("appendonly", "no");
  }

  /** With what would quietly weaken it: no fsync during a rewrite, and no rewrite at all. */
  private static void appendOnly(Map<String, String> config, Fsync fsync) {
    config.put("save", "");
    config.put("appendonly", "yes");
    config.put("appendfsync", fsync == Fsync.Always ? "always" : "everysec");
    config.put("no-appendfsync-on-rewrite", "no");
    config.put("auto-aof-rewrite-percentage", "100");
    config.put("auto-aof-rewrite-min-size", Long.toString(64L << 20));
  }
}
