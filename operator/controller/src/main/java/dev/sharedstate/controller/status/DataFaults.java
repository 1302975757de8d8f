// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.status;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the last words of a server that could not start say about its data. */
final class DataFaults {
  /** Of Redis 7.0 and 8.0 and Valkey 8.1. */
  private static final List<String> DAMAGED =
      List.of(
          "Bad file format reading the append only file",
          "Unexpected end of file reading the append only file",
          "Unrecoverable error reading the append only file",
          "Error reading the RDB preamble of the AOF file",
          "Wrong signature trying to load DB from file",
          "Can't handle RDB format version",
          "Short read or OOM loading DB",
          "Internal error in RDB reading",
          "RDB CRC error",
          "Terminating server after rdb file reading failure",
          "Invalid AOF manifest file format");

  private static final Map<String, Finding> OTHERS =
      Map.of(
          "No space left on device",
          new Finding(
              "VolumeFull",
              "the volume of claim %s is full: enlarge the claim where its StorageClass allows that"),
          "Can't recover from AOF write error when the AOF fsync policy is 'always'",
          new Finding(
              "VolumeFull",
              "the volume of claim %s cannot be written to, most likely it is full: enlarge the claim"
                  + " where its StorageClass allows that"),
          "Permission denied",
          new Finding(
              "VolumeNotWritable",
              "the server may not write to the volume of claim %s: its StorageClass has to honour the"
                  + " pod's fsGroup"),
          "Read-only file system",
          new Finding("VolumeNotWritable", "the volume of claim %s is read-only"));

  private DataFaults() {}

  /**
   * @param reason of RedisReady
   */
  record Finding(String reason, String message) {}

  /**
   * @param lastWords the end of the container's log
   * @param pod its name, from which the claim's is made
   */
  static Optional<Finding> in(String lastWords, String pod) {
    if (lastWords == null) {
      return Optional.empty();
    }
    String claim = "data-" + pod;
    if (DAMAGED.stream().anyMatch(lastWords::contains)) {
      return Optional.of(
          new Finding(
              "DataDamaged",
              "the server cannot read its data on claim "
                  + claim
                  + ": restore the volume from a backup; or repair it with redis-check-aof --fix in a"
                  + " pod that mounts the claim, which drops what comes after the damage; or delete"
                  + " the claim and the pod to start empty"));
    }
    return OTHERS.entrySet().stream()
        .filter(other -> lastWords.contains(other.getKey()))
        .findFirst()
        .map(
            other ->
                new Finding(
                    other.getValue().reason(), other.getValue().message().formatted(claim)));
  }
}
