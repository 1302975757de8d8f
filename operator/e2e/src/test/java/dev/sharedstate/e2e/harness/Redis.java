// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.e2e.harness;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A connection that speaks just enough of the Redis protocol. The tests time answers to the
 * millisecond and count attempts, which a client library with retries of its own would hide.
 */
public final class Redis implements Closeable {
  private static final int TIMEOUT_MILLIS = 2_000;
  private final Socket socket = new Socket();
  private final InputStream in;

  /** An error reply. */
  public static final class ErrorReply extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ErrorReply(String message) {
      super(message);
    }
  }

  /**
   * Connects and authenticates.
   *
   * @throws UncheckedIOException if nothing answers within two seconds
   * @throws ErrorReply if the password is refused
   */
  public Redis(String host, int port, String user, String password) {
    try {
      socket.connect(new InetSocketAddress(host, port), TIMEOUT_MILLIS);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.setTcpNoDelay(true);
      in = new BufferedInputStream(socket.getInputStream());
      call("AUTH", user, password);
    } catch (IOException e) {
      throw new UncheckedIOException(host + ":" + port, e);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /** One command; strings, longs, nulls and lists come back as such. */
  public Object call(String... arguments) {
    StringBuilder request = new StringBuilder("*" + arguments.length + "\r\n");
    for (String argument : arguments) {
      int length = argument.getBytes(StandardCharsets.UTF_8).length;
      request.append('$').append(length).append("\r\n").append(argument).append("\r\n");
    }
    try {
      socket.getOutputStream().write(request.toString().getBytes(StandardCharsets.UTF_8));
      return reply();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A command whose answer is a flat list, such as FCALL: every element as text. */
  public List<String> list(String... arguments) {
    List<String> texts = new ArrayList<>();
    for (Object element : (List<?>) call(arguments)) {
      texts.add(String.valueOf(element));
    }
    return texts;
  }

  /** {@code rl_take} of one key at cost 1. */
  public List<String> take(String key) {
    return list("FCALL", "rl_take", "1", key);
  }

  private Object reply() throws IOException {
    String line = line();
    String rest = line.substring(1);
    return switch (line.charAt(0)) {
      case '+' -> rest;
      case ':' -> Long.parseLong(rest);
      case '$' -> bulk(Integer.parseInt(rest));
      case '*' -> array(Integer.parseInt(rest));
      case '-' -> throw new ErrorReply(rest);
      default -> throw new IOException("not a reply: " + line);
    };
  }

  private List<Object> array(int size) throws IOException {
    List<Object> elements = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      elements.add(reply());
    }
    return elements;
  }

  private String bulk(int length) throws IOException {
    if (length < 0) {
      return null;
    }
    byte[] bytes = in.readNBytes(length);
    line();
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\r'; c = in.read()) {
      if (c < 0) {
        throw new EOFException("closed by the server");
      }
      line.append((char) c);
    }
    in.read();
    return line.toString();
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
