// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.sharedstate.api.crd.SchemaExtras;
import io.fabric8.crdv2.generator.v1.SchemaCustomizer;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
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
 * @param epoch the epoch that the running instance was told; null for a kind without fencing tokens
 * @param capacity how many records fit into maxmemory, by kind of record
 * @param durability what a crash can lose, in words
 * @param controllerName the operator that manages the policy
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
@SchemaCustomizer(
    value = SchemaExtras.Property.class,
    input = "observedGeneration={\"format\": \"int64\"}")
@SchemaCustomizer(value = SchemaExtras.Property.class, input = "epoch={\"format\": \"int64\"}")
@SchemaCustomizer(
    value = SchemaExtras.Property.class,
    input =
        """
        conditions={"x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["type"]}""")
@SchemaCustomizer(
    value = SchemaExtras.Property.class,
    input =
        """
        clients={"x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"]}""")
@SchemaCustomizer(
    value = SchemaExtras.Property.class,
    input =
        """
        capacity={"x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["record"]}""")
public record PolicyStatus(
    @Min(-1)
        @JsonPropertyDescription(
            "The metadata.generation that the operator has seen. -1: it has not looked yet.")
        Long observedGeneration,
    @Size(max = 16)
        @JsonPropertyDescription(
            "Ready is the one to wait for; the others say where it stands. Sorted by type.")
        List<Condition> conditions,
    @Size(max = 261) @JsonPropertyDescription("host:port that applications connect to.")
        String endpoint,
    @Size(max = 64) @JsonPropertyDescription("The users of the instance and their Secrets.")
        List<ClientStatus> clients,
    @JsonPropertyDescription("The function library that runs, as read back from the server.")
        LibraryStatus library,
    @JsonPropertyDescription("The server that runs, as read back.") RedisStatus redis,
    @Min(1)
        @JsonPropertyDescription(
            "The epoch that the running instance grants in: the upper part of its fencing tokens,"
                + " larger after everything that may have lost some. Absent for kinds without"
                + " fencing tokens.")
        Long epoch,
    @Size(max = 16)
        @JsonPropertyDescription("How many records fit into maxmemory, by kind of record.")
        List<CapacityStatus> capacity,
    @Size(max = 1024) @JsonPropertyDescription("What a crash of the server can lose, in words.")
        String durability,
    @Size(max = 253) @JsonPropertyDescription("The operator that manages this policy.")
        String controllerName) {

  /** A client and its Secret. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record ClientStatus(
      @Required @Size(max = 63) @JsonPropertyDescription("Name of the user in Redis' ACL.")
          String name,
      @Required
          @Size(max = 253)
          @JsonPropertyDescription(
              "Secret in the policy's namespace with host, port, username, password and uri.")
          String secretName) {}

  /** The library that runs. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  @SchemaCustomizer(
      value = SchemaExtras.Property.class,
      input = "generation={\"format\": \"int64\"}")
  public record LibraryStatus(
      @Size(max = 64) @JsonPropertyDescription("Version of the library's code.") String version,
      @Size(max = 128) @JsonPropertyDescription("Digest of the library's text.") String digest,
      @Min(0) @JsonPropertyDescription("The metadata.generation whose limits are enforced now.")
          Long generation) {}

  /** The server that runs. {@code maxmemory} in bytes. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  @SchemaCustomizer(
      value = SchemaExtras.Property.class,
      input = "maxmemory={\"format\": \"int64\"}")
  public record RedisStatus(
      @Size(max = 64) @JsonPropertyDescription("Version of the server.") String version,
      @Size(max = 64) @JsonPropertyDescription("Changes with every start of the server.")
          String runId,
      @Min(0) @JsonPropertyDescription("Bytes that data may take; at that mark writes are refused.")
          Long maxmemory) {}

  /** How many records of one kind fit. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  @SchemaCustomizer(value = SchemaExtras.Property.class, input = "count={\"format\": \"int64\"}")
  public record CapacityStatus(
      @Required @Size(max = 64) @JsonPropertyDescription("Kind of record.") String record,
      @Required @Min(0) @JsonPropertyDescription("Records of this kind alone that fit.")
          Long count) {}
}
