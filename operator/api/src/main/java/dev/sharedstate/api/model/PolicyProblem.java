// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.model;

/**
 * Why a policy cannot be served, found by the operator because the API server cannot see it.
 *
 * @param reason CamelCase, the reason of {@code Accepted=False}
 * @param field the path of the field at fault, such as {@code spec.redis.resources.limits.memory}
 * @param message what is wrong and what to write instead; goes on after the field's path
 */
public record PolicyProblem(String reason, String field, String message) {
  public static final String MEMORY_TOO_SMALL = "MemoryTooSmall";
  public static final String IMAGE_NOT_ALLOWED = "ImageNotAllowed";
  public static final String STORAGE_TOO_SMALL = "StorageTooSmall";

  /** A claim with the data of an earlier policy is there, and this one may not take it over. */
  public static final String VOLUME_KEPT = "VolumeKept";

  /** A claim is there that is not known to be of a policy of this kind and name. */
  public static final String VOLUME_FOREIGN = "VolumeForeign";

  public static final String LIMIT_NOT_EXACT = "LimitNotExact";

  /** The CRD is newer than the operator and allows what this operator does not know. */
  public static final String NOT_SUPPORTED = "NotSupported";

  /** A field whose value this operator cannot read; such a value is read as null. */
  static PolicyProblem notSupported(String field) {
    return new PolicyProblem(
        NOT_SUPPORTED,
        field,
        "has a value that this operator does not know: use another one, or update the operator,"
            + " which is older than its CRD");
  }

  /** The whole sentence, as a condition's message shows it. */
  public String text() {
    return field + " " + message;
  }
}
