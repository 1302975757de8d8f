// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.redis;

import io.lettuce.core.api.async.RedisAsyncCommands;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The one round trip of an observation. */
final class Observing {
  private final InstanceAddress address;
  private final Collection<String> parameters;

  Observing(InstanceAddress address, Collection<String> parameters) {
    this.address = address;
    this.parameters = parameters;
  }

  /** The read-only function that says which library runs. */
  static String info(InstanceAddress address) {
    return address.functions() + "_info";
  }

  /** The read-only function that counts. */
  static String stats(InstanceAddress address) {
    return address.functions() + "_stats";
  }

  CompletionStage<Observation> send(RedisAsyncCommands<String, String> redis) {
    // All five are on the wire before the first answer is looked at.
    var server = Answer.of(Wire.info(redis));
    var config = Answer.of(Wire.configGet(redis, parameters));
    var libraries = Answer.of(Wire.functionList(redis, false));
    var info = Answer.of(Wire.read(redis, info(address)));
    var stats = Answer.of(Wire.read(redis, stats(address)));
    return CompletableFuture.allOf(server, config, libraries, info, stats)
        .thenApply(
            all -> read(server.join(), config.join(), libraries.join(), info.join(), stats.join()));
  }

  private Observation read(
      Answer<InfoText> serverAnswer,
      Answer<Map<String, String>> config,
      Answer<Map<String, String>> libraries,
      Answer<List<Object>> info,
      Answer<List<Object>> stats) {
    InfoText server = serverAnswer.orRefused(address, "INFO");
    return new Observation(
        server.version(),
        server.runId(),
        config.orRefused(address, "CONFIG GET"),
        // A server that still reads its data answers INFO, but not this.
        List.copyOf(libraries.orRefused(address, "FUNCTION LIST").keySet()),
        info.ifThere(address, info(address)).flatMap(Replies::info),
        stats.ifThere(address, stats(address)).flatMap(Replies::stats),
        server.figures(),
        server.engine(),
        server.disk());
  }
}
