// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Set;

/**
 * One function that a library registers, as {@code docs/functions.json} publishes it.
 *
 * @param name such as {@code rl_take}
 * @param kind of the policies whose libraries have it
 * @param summary what it does
 * @param keys how many keys a call takes
 * @param arguments what follows the keys
 * @param answers the flat arrays it may answer
 * @param errors codes of its own error replies
 * @param flags as registered, such as {@code no-writes}
 * @param caller who may call it
 * @param commands the Redis commands that it calls, in lower case: a function runs with its
 *     caller's rights, so whoever calls it must be allowed these on the keys
 * @param repeated what the same call does when a client sends it again
 * @param touches keys beside those of the call that it reads or writes: its caller must be allowed
 *     these too
 * @param channels that it publishes on: the same
 */
public record FunctionSpec(
    String name,
    String kind,
    String summary,
    Keys keys,
    List<Argument> arguments,
    List<Answer> answers,
    List<String> errors,
    Set<String> flags,
    Caller caller,
    Set<String> commands,
    String repeated,
    List<Touch> touches,
    List<String> channels) {
  /** What few functions have may be left out. */
  public FunctionSpec {
    touches = touches == null ? List.of() : List.copyOf(touches);
    channels = channels == null ? List.of() : List.copyOf(channels);
  }

  /** Whether FCALL_RO takes it. */
  public boolean readOnly() {
    return flags.contains("no-writes");
  }

  /** Who may call a function. */
  public enum Caller {
    /** Applications. */
    @JsonProperty("app")
    APP,
    /** The operator alone. */
    @JsonProperty("operator")
    OPERATOR,
    /** The pod that Redis runs in, as its own user. */
    @JsonProperty("pod")
    POD,
    /** Tests: only libraries with a test clock have it. */
    @JsonProperty("test")
    TEST
  }

  /** How many keys a call takes. */
  public record Keys(int min, int max, String type) {}

  /**
   * A key that a function uses besides those of the call.
   *
   * @param key {@code <entry>} stands for the name of each entry
   * @param access {@code read} or {@code write}
   */
  public record Touch(String key, String access) {}

  /** An argument; {@code count} says how often it stands. */
  public record Argument(String name, String type, String count, String text) {}

  /** A position of an answer. */
  public record Field(String name, String type, String text) {}

  /**
   * One form of answer.
   *
   * @param words what the first field may be; empty if it is no word
   * @param fields the fixed positions
   * @param perKey positions that follow once for each key
   * @param repeatedFields positions that follow any number of times
   */
  public record Answer(
      List<String> words, List<Field> fields, List<Field> perKey, List<Field> repeatedFields) {}
}
