// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.model;

import dev.sharedstate.api.v1alpha1.Resources;
import dev.sharedstate.controller.config.RedisDefaults;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;
import java.util.TreeMap;

/**
 * Requests and limits of the Redis container. Where a default would contradict what the policy
 * says, the default gives way: a request above its limit is refused by the API server.
 */
record PodResources(Map<String, Quantity> requests, Map<String, Quantity> limits) {
  private static final Resources.Amounts NOTHING = new Resources.Amounts(null, null);

  static PodResources of(Resources asked, RedisDefaults defaults) {
    Resources.Amounts requests =
        asked == null || asked.requests() == null ? NOTHING : asked.requests();
    Resources.Amounts limits = asked == null || asked.limits() == null ? NOTHING : asked.limits();

    Quantity memoryLimit = limits.memory();
    if (memoryLimit == null) {
      memoryLimit = larger(defaults.memoryLimit(), requests.memory());
    }
    Quantity memoryRequest = requests.memory();
    if (memoryRequest == null) {
      memoryRequest = smaller(defaults.memoryRequest(), memoryLimit);
    }
    Quantity cpuRequest = requests.cpu();
    if (cpuRequest == null) {
      cpuRequest = smaller(defaults.cpuRequest(), limits.cpu());
    }
    return new PodResources(amounts(cpuRequest, memoryRequest), amounts(limits.cpu(), memoryLimit));
  }

  private static Quantity larger(Quantity a, Quantity b) {
    return b == null || compare(a, b) >= 0 ? a : b;
  }

  private static Quantity smaller(Quantity a, Quantity b) {
    return b == null || compare(a, b) <= 0 ? a : b;
  }

  private static int compare(Quantity a, Quantity b) {
    return a.getNumericalAmount().compareTo(b.getNumericalAmount());
  }

  private static Map<String, Quantity> amounts(Quantity cpu, Quantity memory) {
    Map<String, Quantity> amounts = new TreeMap<>();
    if (cpu != null) {
      amounts.put("cpu", CanonicalQuantities.cpu(cpu));
    }
    amounts.put("memory", CanonicalQuantities.memory(memory));
    return amounts;
  }
}
