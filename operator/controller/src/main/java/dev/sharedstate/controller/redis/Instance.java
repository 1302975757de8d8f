// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.redis;

import dev.sharedstate.controller.redis.RedisAdminListener.Operation;
import dev.sharedstate.controller.redis.RedisUnavailable.Cause;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * One instance's connection and circuit. Thread-safe; no lock is held while anything is awaited.
 */
final class Instance {
  private final InstanceAddress address;
  private final Supplier<CompletionStage<StatefulRedisConnection<String, String>>> connector;
  private final Circuit circuit;
  private final RedisAdminListener listener;
  private final Runnable dropped;
  private final long patienceMillis;
  private final Object wire = new Object();

  private CompletableFuture<StatefulRedisConnection<String, String>> connection; // null: none
  private CompletableFuture<StatefulRedisConnection<String, String>> blamed; // counted as failed
  private boolean closed;
  private int writers;
  private long writes;

  /**
   * @param patienceMillis after which a blocking call gives up even if no timer of Lettuce fired
   * @param dropped called when the other side ends the connection
   */
  Instance(
      InstanceAddress address,
      Supplier<CompletionStage<StatefulRedisConnection<String, String>>> connector,
      Circuit circuit,
      RedisAdminListener listener,
      Runnable dropped,
      long patienceMillis) {
    this.address = address;
    this.connector = connector;
    this.circuit = circuit;
    this.listener = listener;
    this.dropped = dropped;
    this.patienceMillis = patienceMillis;
  }

  InstanceAddress address() {
    return address;
  }

  /**
   * Sends a batch of commands in one go, connecting first where needed.
   *
   * @param commands dispatches without waiting and answers what completes when all are answered. It
   *     runs alone on this connection, so that a transaction cannot swallow another caller's
   *     commands.
   * @return fails with {@link RedisUnavailable} only
   */
  <T> CompletableFuture<T> send(
      Operation operation,
      Function<RedisAsyncCommands<String, String>, CompletionStage<T>> commands) {
    CompletableFuture<StatefulRedisConnection<String, String>> connected;
    synchronized (this) {
      if (connection == null && !closed) {
        Optional<RedisUnavailable> refusal = circuit.refusal();
        if (refusal.isPresent()) {
          return CompletableFuture.failedFuture(refusal.get());
        }
      }
      connected = connection();
    }
    CompletableFuture<T> answer = new CompletableFuture<>();
    connected
        .thenCompose(open -> dispatch(open, commands))
        .whenComplete(
            (value, failure) -> {
              if (failure == null) {
                answered();
                answer.complete(value);
              } else {
                answer.completeExceptionally(failed(operation, connected, failure));
              }
            });
    return answer;
  }

  /** {@link #send}, awaited. */
  <T> T ask(
      Operation operation,
      Function<RedisAsyncCommands<String, String>, CompletionStage<T>> commands) {
    return await(send(operation, commands));
  }

  <T> T await(CompletableFuture<T> answer) {
    try {
      return answer.get(patienceMillis, TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      RedisUnavailable known = Faults.of(address, e);
      // With the caller's stack, not the I/O thread's.
      throw new RedisUnavailable(known.reason(), known.getMessage(), known.getCause());
    } catch (TimeoutException e) {
      throw Faults.fault(address, Cause.TIMEOUT, "no answer in time", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Faults.fault(address, Cause.UNREACHABLE, "the operator is stopping", e);
    }
  }

  private <T> CompletionStage<T> dispatch(
      StatefulRedisConnection<String, String> open,
      Function<RedisAsyncCommands<String, String>, CompletionStage<T>> commands) {
    synchronized (wire) {
      return commands.apply(open.async());
    }
  }

  private CompletableFuture<StatefulRedisConnection<String, String>> connection() {
    if (closed) {
      return CompletableFuture.failedFuture(
          Faults.fault(address, Cause.UNREACHABLE, "replaced by another address", null));
    }
    if (connection == null) {
      connection = connect();
      connection.thenAccept(this::watch);
    }
    return connection;
  }

  private CompletableFuture<StatefulRedisConnection<String, String>> connect() {
    try {
      return connector.get().toCompletableFuture();
    } catch (RuntimeException e) { // the client was shut down
      return CompletableFuture.failedFuture(e);
    }
  }

  private void watch(StatefulRedisConnection<String, String> open) {
    open.addListener(
        new RedisConnectionStateListener() {
          @Override
          public void onRedisDisconnected(RedisChannelHandler<?, ?> handler) {
            if (lost(open)) {
              dropped.run();
            }
          }
        });
    boolean unwanted;
    synchronized (this) {
      unwanted = closed;
    }
    if (unwanted) {
      end(open);
    } else if (!open.isOpen() && lost(open)) { // ended before the listener was there
      dropped.run();
    }
  }

  /** Forgets a connection that ended by itself: the next call makes a new one at once. */
  private synchronized boolean lost(StatefulRedisConnection<String, String> open) {
    if (connection == null || closed || connection.getNow(null) != open) {
      return false;
    }
    connection = null;
    return true;
  }

  private synchronized void answered() {
    circuit.answered();
  }

  private RedisUnavailable failed(
      Operation operation,
      CompletableFuture<StatefulRedisConnection<String, String>> used,
      Throwable failure) {
    RedisUnavailable why = Faults.of(address, failure);
    // What a batch itself throws is about an answer; all else is about the connection.
    boolean answered = !used.isCompletedExceptionally() && Faults.isAnswer(failure);
    boolean told;
    synchronized (this) {
      told = !closed;
      if (answered) {
        circuit.answered(); // it refuses, but it is there
      } else {
        if (connection == used) {
          connection = null;
        }
        if (blamed != used) { // however many commands it took with it
          blamed = used;
          circuit.failed(why);
        }
      }
    }
    if (!answered && !used.isCompletedExceptionally()) {
      // After a timeout nobody knows what was executed: a late answer must reach nobody.
      used.thenAccept(Instance::end);
    }
    if (told) {
      listener.unavailable(address.policyUid(), operation, why.reason());
    }
    return why;
  }

  /** Between this and {@link #writeEnds} a difference to what was set is our own doing. */
  synchronized void writeBegins() {
    writers++;
    writes++;
  }

  synchronized void writeEnds() {
    writers--;
    writes++;
  }

  /** Grows with each write of ours; -1 while one runs. */
  synchronized long writeMark() {
    return writers == 0 ? writes : -1;
  }

  private static void end(StatefulRedisConnection<String, String> open) {
    if (open.isOpen()) {
      open.closeAsync();
    }
  }

  void close() {
    CompletableFuture<StatefulRedisConnection<String, String>> last;
    synchronized (this) {
      closed = true;
      last = connection;
      connection = null;
    }
    if (last != null) {
      last.thenAccept(Instance::end);
    }
  }
}
