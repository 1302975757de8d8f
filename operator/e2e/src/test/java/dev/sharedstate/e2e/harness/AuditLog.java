// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.e2e.harness;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What the API server wrote down about a user's requests. */
public final class AuditLog {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Set<String> WRITES =
      Set.of("create", "update", "patch", "delete", "deletecollection");

  /** A finished request; {@code resource} includes the subresource, {@code code} is HTTP's. */
  public record Request(
      Instant at,
      String verb,
      String group,
      String resource,
      String namespace,
      String name,
      int code,
      String message) {
    /** Does it change something? */
    public boolean isWrite() {
      return WRITES.contains(verb);
    }

    /** Was a right missing? Nobody may create anything in a namespace that is going. */
    public boolean isForbidden() {
      return code == 403 && !message.contains("it is being terminated");
    }
  }

  private AuditLog() {}

  /** All finished requests of a user since a moment, for resources only. */
  public static List<Request> requests(String user, Instant since) {
    Path file =
        Path.of(
            Workspace.script(java.util.Map.of(), "dev/cluster/cluster", "audit").orFail().strip());
    try (Stream<Path> files = Files.list(file.getParent())) {
      // The log is rotated while it is read: all parts are one log.
      return files
          .filter(part -> part.getFileName().toString().endsWith(".log"))
          .flatMap(part -> parse(part, user))
          .filter(request -> !request.at().isBefore(since))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<Request> parse(Path file, String user) {
    String mark = '"' + user + '"';
    try {
      return Files.readAllLines(file).stream()
          .filter(line -> line.contains(mark) && line.endsWith("}"))
          .map(AuditLog::event)
          .filter(event -> user.equals(event.path("user").path("username").asText()))
          .filter(event -> event.path("stage").asText().startsWith("Response"))
          .filter(event -> event.has("objectRef"))
          .map(AuditLog::request);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JsonNode event(String line) {
    try {
      return JSON.readTree(line);
    } catch (IOException e) {
      throw new UncheckedIOException(line, e);
    }
  }

  private static Request request(JsonNode event) {
    JsonNode object = event.path("objectRef");
    String subresource = object.path("subresource").asText("");
    return new Request(
        Instant.parse(event.path("requestReceivedTimestamp").asText()),
        event.path("verb").asText(),
        object.path("apiGroup").asText(""),
        object.path("resource").asText() + (subresource.isEmpty() ? "" : "/" + subresource),
        object.path("namespace").asText(""),
        object.path("name").asText(""),
        event.path("responseStatus").path("code").asInt(),
        event.path("responseStatus").path("message").asText(""));
  }
}
