// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;

/**
 * The policy's own Redis or Valkey instance.
 *
 * @param engine null: Redis
 * @param image null: the operator's image of the engine
 * @param resources null: the operator's defaults
 * @param persistence null: the default of the kind
 * @param storage null: the defaults
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
@ValidationRule(
    value = "!has(self.image) || self.image.matches('" + RedisSpec.IMAGE_PATTERN + "')",
    fieldPath = ".image",
    message =
        "redis.image must be an image reference without spaces, such as"
            + " docker.io/library/redis:8.0; remove it to use the operator's image")
public record RedisSpec(
    @JsonPropertyDescription(
            "The server: Redis or Valkey. Default: Redis. A change restarts the instance, and rate"
                + " limits start empty then.")
        Engine engine,
    @Pattern(RedisSpec.IMAGE_PATTERN)
        @Size(max = 512)
        @JsonPropertyDescription(
            "Image of the server, at most 512 characters, such as docker.io/library/redis:8.0."
                + " Default: the operator's image for the engine. The operator may be set up to"
                + " refuse it (Accepted=False, reason ImageNotAllowed).")
        String image,
    @JsonPropertyDescription(
            "CPU and memory of the server's container. Absent amounts take the operator's defaults.")
        Resources resources,
    @JsonPropertyDescription(
            "How the instance keeps its data. Absent: AppendOnly with fsync Always for leases, None"
                + " for rate limits. status.durability says what a crash can lose.")
        Persistence persistence,
    @JsonPropertyDescription(
            "The volume of an instance whose persistence mode is AppendOnly or Snapshot. Absent"
                + " fields take their defaults.")
        Storage storage) {

  /** Printable ASCII without spaces; whether it can be pulled is told by {@code RedisReady}. */
  public static final String IMAGE_PATTERN = "^[!-~]+$";

  /** With the kind's way to keep data. */
  public RedisSpec(Engine engine, String image, Resources resources) {
    this(engine, image, resources, null, null);
  }
}
