// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.redis;

import dev.sharedstate.controller.model.Trial;
import dev.sharedstate.controller.redis.Observation.LibraryInfo;
import dev.sharedstate.controller.redis.Observation.LibraryStats;
import dev.sharedstate.controller.redis.RedisAdmin.Pushed;
import dev.sharedstate.controller.redis.RedisAdminListener.Operation;
import dev.sharedstate.controller.redis.RedisUnavailable.Cause;
import dev.sharedstate.functions.FunctionCaller;
import dev.sharedstate.functions.FunctionCaller.FunctionError;
import dev.sharedstate.functions.Library;
import dev.sharedstate.functions.SelfTestFailure;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.protocol.CommandType;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * One push: try the new code beside the old, swap, read back. Where it ends early the old library
 * serves on; what it leaves behind after a lost connection the next push clears.
 */
final class LibraryPush {
  /** In command timeouts: the longest that all commands of a push may take together. */
  static final int COMMAND_TIMEOUTS = 5;

  private final Instance instance;
  private final InstanceAddress address;
  private final Library library;
  private final Trial trial;
  private final Consumer<Pushed> swapped;
  private final long reserve;
  private final long deadline;

  /**
   * @param swapped told at once when the new library is live, whatever comes after: the old one's
   *     last counters are known only here
   */
  LibraryPush(
      Instance instance,
      Library library,
      Trial trial,
      Consumer<Pushed> swapped,
      RedisSettings settings) {
    this.instance = instance;
    this.address = instance.address();
    this.library = library;
    this.trial = trial;
    this.swapped = swapped;
    this.reserve = settings.pushReserveBytes() + 2L * library.text().length();
    this.deadline =
        System.nanoTime() + settings.commandTimeout().multipliedBy(COMMAND_TIMEOUTS).toNanos();
  }

  /**
   * @param maxmemory in bytes, to go back to
   */
  Pushed run(long maxmemory) {
    InfoText server = ask("INFO", Wire::info);
    Set<String> foreign =
        new LinkedHashSet<>(
            ask("FUNCTION LIST", redis -> Wire.functionList(redis, false)).keySet());
    foreign.remove(library.name());
    foreign.remove(trial.library().name()); // of a push that was cut off: replaced below
    long used = server.number("used_memory");
    long limit = server.number("maxmemory");
    Pushed pushed;
    if (limit > 0 && used + reserve > limit) {
      long raised = Math.max(limit, used) + reserve;
      pushed =
          guarded(
              () -> setMaxmemory(raised),
              () -> trySwap(List.copyOf(foreign)),
              () -> setMaxmemory(maxmemory));
    } else {
      pushed = trySwap(List.copyOf(foreign));
    }
    readBack();
    return pushed;
  }

  private Pushed trySwap(List<String> foreign) {
    Set<String> touched = new LinkedHashSet<>();
    guarded(
        this::loadTrial,
        () -> {
          trial.selfTest().accept(caller(touched));
          return null;
        },
        () -> clearTrial(touched));
    return swap(foreign);
  }

  /** {@code undo} runs in any case; its own failure never hides the first one. */
  private static <T> T guarded(Runnable begin, Supplier<T> action, Runnable undo) {
    T result;
    try {
      begin.run();
      result = action.get();
    } catch (RuntimeException failure) {
      try {
        undo.run();
      } catch (RuntimeException second) {
        failure.addSuppressed(second);
      }
      throw failure;
    }
    undo.run();
    return result;
  }

  private void loadTrial() {
    inTime();
    Answer<String> loaded = answer(redis -> Wire.functionLoad(redis, trial.library().text()));
    if (!loaded.ok() && loaded.code().equals("ERR")) {
      throw new SelfTestFailure("the code does not load: " + loaded.text());
    }
    loaded.orRefused(address, "FUNCTION LOAD for the self-test");
  }

  private FunctionCaller caller(Set<String> touched) {
    return (function, keys, args) -> {
      inTime();
      touched.addAll(keys);
      Answer<List<Object>> reply =
          answer(redis -> Wire.call(redis, CommandType.FCALL, function, keys, args));
      if (!reply.ok()) {
        throw new FunctionError(reply.text(), reply.error());
      }
      return reply.value();
    };
  }

  private void clearTrial(Set<String> touched) {
    Answer<String> deleted = answer(redis -> Wire.functionDelete(redis, trial.library().name()));
    if (!touched.isEmpty()) {
      answer(redis -> Wire.unlink(redis, touched)).orRefused(address, "UNLINK");
    }
    boolean gone = deleted.ok() || deleted.text().contains("not found");
    if (!gone) {
      deleted.orRefused(address, "FUNCTION DELETE of the self-test");
    }
  }

  /** Old counters, new code and what it says of itself, with no call of anybody in between. */
  private Pushed swap(List<String> foreign) {
    inTime();
    Swap done = instance.ask(Operation.PUSH, redis -> Swap.send(redis, address, library, foreign));
    done.loaded().orRefused(address, "FUNCTION LOAD");
    LibraryInfo info =
        done.info()
            .ifThere(address, Observing.info(address))
            .flatMap(Replies::info)
            .filter(this::isOurs)
            .orElseThrow(
                () -> otherLibrary(Observing.info(address) + " answers for another library"));
    LibraryStats last =
        done.stats()
            .ifThere(address, Observing.stats(address))
            .flatMap(Replies::stats)
            .orElse(new LibraryStats("", Map.of()));
    Pushed pushed = new Pushed(info, last, done.removed());
    swapped.accept(pushed);
    return pushed;
  }

  private boolean isOurs(LibraryInfo info) {
    return info.name().equals(library.name())
        && info.digest().equals(library.digest())
        && info.generation() == library.generation();
  }

  private void readBack() {
    String text = ask("FUNCTION LIST", redis -> Wire.functionList(redis, true)).get(library.name());
    if (!library.text().equals(text)) {
      throw otherLibrary("another text is loaded than was pushed");
    }
  }

  private RedisUnavailable otherLibrary(String text) {
    return Faults.fault(address, Cause.REFUSED, text, null);
  }

  private void setMaxmemory(long bytes) {
    Map<String, String> value = Map.of("maxmemory", Long.toString(bytes));
    answer(redis -> Wire.configSet(redis, value)).orRefused(address, "CONFIG SET maxmemory");
  }

  private <T> T ask(
      String what, Function<RedisAsyncCommands<String, String>, CompletionStage<T>> command) {
    inTime();
    return answer(command).orRefused(address, what);
  }

  private <T> Answer<T> answer(
      Function<RedisAsyncCommands<String, String>, CompletionStage<T>> command) {
    return instance.ask(Operation.PUSH, redis -> Answer.of(command.apply(redis)));
  }

  /** Not asked before cleaning up: that must be tried, however late it is. */
  private void inTime() {
    if (System.nanoTime() - deadline > 0) {
      throw Faults.fault(address, Cause.TIMEOUT, "the push took too long", null);
    }
  }

  /**
   * The transaction.
   *
   * @param removed the foreign libraries that were there and are not any more
   */
  record Swap(
      Answer<List<Object>> stats,
      Answer<String> loaded,
      Answer<List<Object>> info,
      List<String> removed) {

    static CompletableFuture<Swap> send(
        RedisAsyncCommands<String, String> redis,
        InstanceAddress address,
        Library library,
        List<String> foreign) {
      redis.multi();
      var stats = Answer.of(Wire.read(redis, Observing.stats(address)));
      // Before the load: names of functions are global, and theirs may be ours.
      var deleted =
          foreign.stream().map(name -> Answer.of(Wire.functionDelete(redis, name))).toList();
      var loaded = Answer.of(Wire.functionLoad(redis, library.text()));
      var info = Answer.of(Wire.read(redis, Observing.info(address)));
      var executed = Answer.of(redis.exec());
      // A command that fails inside EXEC leaves the others as they are.
      return executed.thenApply(
          end -> {
            List<String> removed = new ArrayList<>();
            for (int i = 0; i < foreign.size(); i++) {
              if (deleted.get(i).join().ok()) {
                removed.add(foreign.get(i));
              }
            }
            return new Swap(stats.join(), loaded.join(), info.join(), List.copyOf(removed));
          });
    }
  }
}
