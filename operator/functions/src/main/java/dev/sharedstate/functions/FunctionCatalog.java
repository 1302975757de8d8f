// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sharedstate.functions.FunctionSpec.Caller;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** The functions of all libraries, read from {@code docs/functions.json}. */
public final class FunctionCatalog {
  private static final Document DOCUMENT = read();

  private FunctionCatalog() {}

  /** Every function, in the order of the document. */
  public static List<FunctionSpec> all() {
    return DOCUMENT.functions();
  }

  /** All functions of a kind. */
  public static List<FunctionSpec> of(String kind) {
    return all().stream().filter(function -> function.kind().equals(kind)).toList();
  }

  /** The functions of a kind that this caller is meant to call. */
  public static List<FunctionSpec> of(String kind, Caller caller) {
    return of(kind).stream().filter(function -> function.caller() == caller).toList();
  }

  /** The Redis commands that these functions call. */
  public static SortedSet<String> commands(List<FunctionSpec> functions) {
    SortedSet<String> commands = new TreeSet<>();
    functions.forEach(function -> commands.addAll(function.commands()));
    return commands;
  }

  /** The codes of the libraries' own error replies and what they mean. */
  public static Map<String, String> errors() {
    return DOCUMENT.errors();
  }

  private static Document read() {
    try (InputStream in = FunctionCatalog.class.getResourceAsStream("functions.json")) {
      return new ObjectMapper().readValue(in, Document.class);
    } catch (IOException e) {
      throw new UncheckedIOException("functions.json of this jar", e);
    }
  }

  private record Document(String about, Map<String, String> errors, List<FunctionSpec> functions) {}
}
