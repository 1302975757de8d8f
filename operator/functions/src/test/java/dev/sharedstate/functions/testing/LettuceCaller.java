// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions.testing;

import dev.sharedstate.functions.FunctionCaller;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.List;

/** Calls functions through Lettuce. */
public final class LettuceCaller {
  private LettuceCaller() {}

  /** FCALL. */
  public static FunctionCaller of(RedisCommands<String, String> commands) {
    return (function, keys, args) ->
        guarded(
            () ->
                commands.fcall(
                    function,
                    ScriptOutputType.MULTI,
                    keys.toArray(String[]::new),
                    args.toArray(String[]::new)));
  }

  /** FCALL_RO. */
  public static FunctionCaller readOnly(RedisCommands<String, String> commands) {
    return (function, keys, args) ->
        guarded(
            () ->
                commands.fcallReadOnly(
                    function,
                    ScriptOutputType.MULTI,
                    keys.toArray(String[]::new),
                    args.toArray(String[]::new)));
  }

  private static List<Object> guarded(Call call) {
    try {
      return call.answer();
    } catch (RedisCommandExecutionException e) {
      throw new FunctionCaller.FunctionError(e.getMessage(), e);
    }
  }

  private interface Call {
    List<Object> answer();
  }
}
