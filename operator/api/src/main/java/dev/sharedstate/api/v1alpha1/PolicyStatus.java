// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * What is true of a policy, equal for all kinds. Nothing in it moves by itself: no used memory, no
 * counts.
 *
 * @param observedGeneration the generation that the conditions speak of; -1 until the first pass
 * @param conditions sorted by type
 * @param endpoint host:port for applications
 * @param clients the Secrets to bind to
 * @param library the function library that was read back
 * @param redis the instance that was read back
 * @param capacity how many records fit into maxmemory, by kind of record
 * @param durability what a crash can lose, in words
 * @param controllerName the operator that manages the policy
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PolicyStatus(
    Long observedGeneration,
    List<Condition> conditions,
    String endpoint,
    List<ClientStatus> clients,
    LibraryStatus library,
    RedisStatus redis,
    List<CapacityStatus> capacity,
    String durability,
    String controllerName) {

  /** A client and its Secret. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record ClientStatus(String name, String secretName) {}

  /** The library that runs. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record LibraryStatus(String version, String digest, Long generation) {}

  /** The server that runs. {@code maxmemory} in bytes. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record RedisStatus(String version, String runId, Long maxmemory) {}

  /** How many records of one kind fit. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record CapacityStatus(String record, Long count) {}
}
