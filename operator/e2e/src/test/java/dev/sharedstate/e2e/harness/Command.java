// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.e2e.harness;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A program, run as a person would run it. */
public final class Command {
  private static final Duration TIMEOUT = Duration.ofMinutes(4);

  /** What a program answered; {@code output} is standard output and error together. */
  public record Result(int exitCode, String output) {
    /** The output of a program that must have succeeded. */
    public String orFail() {
      if (exitCode != 0) {
        throw new AssertionError("exit code " + exitCode + ":\n" + output);
      }
      return output;
    }
  }

  private Command() {}

  /**
   * Runs a program to its end.
   *
   * @param directory where it runs
   * @param environment added to this process' own
   * @param input what it reads, or null
   * @param arguments the program and its arguments
   * @throws AssertionError if it takes more than four minutes
   */
  public static Result run(
      Path directory, Map<String, String> environment, String input, List<String> arguments) {
    try {
      File in = Files.createTempFile("e2e", ".in").toFile();
      File out = Files.createTempFile("e2e", ".out").toFile();
      try {
        Files.writeString(in.toPath(), input == null ? "" : input);
        ProcessBuilder builder =
            new ProcessBuilder(arguments)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectInput(in)
                .redirectOutput(out);
        builder.environment().putAll(environment);
        Process process = builder.start();
        if (!process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
          process.destroyForcibly();
          throw new AssertionError("no end after " + TIMEOUT + ": " + String.join(" ", arguments));
        }
        return new Result(
            process.exitValue(), Files.readString(out.toPath(), StandardCharsets.UTF_8));
      } finally {
        Files.deleteIfExists(in.toPath());
        Files.deleteIfExists(out.toPath());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(String.join(" ", arguments), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
