// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.e2e.harness;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The repository and the programs that `make tools` made. */
public final class Workspace {
  private static final Pattern EXPORT = Pattern.compile("([A-Z_]+)=(\\S+)");
  private static final Path ROOT = findRoot();
  private static final Map<String, String> ENVIRONMENT = readEnvironment();

  private Workspace() {}

  /** The folder with the chart, the examples and dev/. */
  public static Path root() {
    return ROOT;
  }

  /** The chart. */
  public static Path chart() {
    return ROOT.resolve("helm/shared-state-operator");
  }

  /** Helm, against the development cluster where the command needs one. */
  public static Command.Result helm(String... arguments) {
    return tool("helm", null, arguments);
  }

  /** kubectl against the development cluster. */
  public static Command.Result kubectl(String... arguments) {
    return tool("kubectl", null, arguments);
  }

  /** kubectl with something on its standard input, such as a manifest for {@code apply -f -}. */
  public static Command.Result kubectlWithInput(String input, String... arguments) {
    return tool("kubectl", input, arguments);
  }

  /** A program of the tools' folders. {@code promtool}, say. */
  public static Command.Result tool(String name, String input, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(find(name).toString());
    command.addAll(List.of(arguments));
    return Command.run(ROOT, ENVIRONMENT, input, command);
  }

  /** Any script of the repository, with the tools on its PATH. */
  public static Command.Result script(Map<String, String> environment, String... command) {
    Map<String, String> all = new HashMap<>(ENVIRONMENT);
    all.putAll(environment);
    return Command.run(ROOT, all, null, List.of(command));
  }

  /** The development cluster's kubeconfig. */
  public static Path kubeconfig() {
    String path = ENVIRONMENT.get("KUBECONFIG");
    if (path == null || !Files.isReadable(Path.of(path))) {
      throw new AssertionError("no cluster at " + path + "; run: make cluster");
    }
    return Path.of(path);
  }

  /** A tool's file, looked for on the environment's PATH. */
  public static Path find(String name) {
    List<Path> folders = new ArrayList<>();
    for (String folder : ENVIRONMENT.get("PATH").split(":")) {
      folders.add(Path.of(folder));
    }
    return folders.stream()
        .map(folder -> folder.resolve(name))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " is missing; run: make tools"));
  }

  private static Path findRoot() {
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      if (Files.isExecutable(at.resolve("dev/cluster/cluster"))) {
        return at;
      }
    }
    throw new AssertionError("not inside the repository: dev/cluster/cluster is not above here");
  }

  /** What {@code eval "$(dev/cluster/cluster env)"} would give a shell. */
  private static Map<String, String> readEnvironment() {
    Command.Result shell =
        Command.run(
            ROOT,
            Map.of(),
            null,
            List.of(
                "bash",
                "-c",
                "eval \"$(dev/cluster/cluster env)\" && echo KUBECONFIG=$KUBECONFIG PATH=$PATH"
                    + " SHAREDSTATE_ENGINES=$SHAREDSTATE_ENGINES"));
    Map<String, String> environment = new HashMap<>();
    Matcher matcher = EXPORT.matcher(shell.orFail());
    while (matcher.find()) {
      environment.put(matcher.group(1), matcher.group(2));
    }
    // For redis-cli, which the examples use.
    environment.merge(
        "PATH",
        Path.of(environment.get("SHAREDSTATE_ENGINES"), "redis-8.0", "bin").toString(),
        (path, engine) -> path + ":" + engine);
    return environment;
  }
}
