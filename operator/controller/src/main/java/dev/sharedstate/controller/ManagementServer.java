// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sharedstate.controller.metrics.OperatorMetrics;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;

/** {@code /healthz}, {@code /readyz} and {@code /metrics} on one port. */
final class ManagementServer implements AutoCloseable {
  private static final int THREADS = 2;

  private final HttpServer server;

  /**
   * @param port 0: any free one
   */
  ManagementServer(
      int port, BooleanSupplier healthy, BooleanSupplier ready, OperatorMetrics metrics)
      throws IOException {
    server = HttpServer.create(new InetSocketAddress(port), 0);
    server.createContext("/healthz", exchange -> probe(exchange, healthy));
    server.createContext("/readyz", exchange -> probe(exchange, ready));
    server.createContext("/metrics", exchange -> metrics(exchange, metrics));
    server.setExecutor(
        Executors.newFixedThreadPool(
            THREADS,
            task -> {
              Thread thread = new Thread(task, "management");
              thread.setDaemon(true);
              return thread;
            }));
    server.start();
  }

  int port() {
    return server.getAddress().getPort();
  }

  private static void probe(HttpExchange exchange, BooleanSupplier probe) throws IOException {
    boolean good = probe.getAsBoolean();
    send(
        exchange,
        good ? 200 : 503,
        "text/plain",
        (good ? "ok\n" : "not ok\n").getBytes(StandardCharsets.UTF_8));
  }

  private static void metrics(HttpExchange exchange, OperatorMetrics metrics) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream(1 << 16);
    try (Writer writer = new OutputStreamWriter(body, StandardCharsets.UTF_8)) {
      metrics.write(writer);
    }
    send(exchange, 200, OperatorMetrics.CONTENT_TYPE, body.toByteArray());
  }

  private static void send(HttpExchange exchange, int code, String type, byte[] body)
      throws IOException {
    try (exchange) {
      exchange.getResponseHeaders().set("Content-Type", type);
      exchange.sendResponseHeaders(code, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
