// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.crd;

import dev.sharedstate.api.v1alpha1.InstanceEpoch;
import dev.sharedstate.api.v1alpha1.LeasePolicy;
import dev.sharedstate.api.v1alpha1.RateLimitPolicy;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.crdv2.generator.CRDGenerator;
import io.fabric8.crdv2.generator.CRDPostProcessor;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceColumnDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Writes the CRDs of all kinds; run by the build after the classes are compiled.
 *
 * <p>The generator's Maven plugin is not used because it sorts the printer columns by their path
 * and has no hook to put them back.
 */
public final class CrdWriter {
  private static final List<Class<? extends HasMetadata>> KINDS =
      List.of(RateLimitPolicy.class, LeasePolicy.class, InstanceEpoch.class);

  private static final String HEADER =
      "# SPDX-License-Identifier: Apache-2.0\n"
          + "# Generated from the classes in operator/api by the build: edit those.\n";

  /** Bounds come as Java doubles (1.0E12), which YAML 1.1 readers take for a string. */
  private static final Pattern BOUND = Pattern.compile("(?m)((?:minimum|maximum): )([-0-9.E]+)$");

  private CrdWriter() {}

  /**
   * Writes {@code <plural>.<group>-v1.yml} of every kind into each folder; a file that is right
   * already is not touched.
   *
   * @param folders the folders to write to, created if missing
   * @throws IOException if a file cannot be written
   */
  public static void main(String[] folders) throws IOException {
    for (Class<? extends HasMetadata> kind : KINDS) {
      String text = generate(kind);
      for (String folder : folders) {
        write(Path.of(folder, HasMetadata.getFullResourceName(kind) + "-v1.yml"), text);
      }
    }
  }

  /** The CRD of a kind as YAML, always the same for the same class. */
  static String generate(Class<? extends HasMetadata> kind) throws IOException {
    try (Memory memory = new Memory()) {
      new CRDGenerator()
          .customResourceClasses(List.of(kind))
          .withPostProcessor(new DeclaredColumnOrder(kind))
          .withOutput(memory)
          .generate();
      String body = memory.text.toString(StandardCharsets.UTF_8);
      String plain = BOUND.matcher(body).replaceAll(CrdWriter::plainNumber);
      return HEADER + plain.substring(plain.indexOf("apiVersion:"));
    }
  }

  private static String plainNumber(MatchResult bound) {
    return bound.group(1) + new BigDecimal(bound.group(2)).stripTrailingZeros().toPlainString();
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    if (!Files.exists(file) || !Files.readString(file).equals(text)) {
      Files.writeString(file, text);
    }
  }

  private static final class Memory implements CRDGenerator.CRDOutput<OutputStream> {
    private final ByteArrayOutputStream text = new ByteArrayOutputStream();

    @Override
    public OutputStream outputFor(String crdName) {
      return text;
    }

    @Override
    public void close() throws IOException {
      text.close();
    }
  }

  /** Columns in the order of their annotations. */
  private record DeclaredColumnOrder(Class<?> kind) implements CRDPostProcessor {
    @Override
    public HasMetadata process(HasMetadata crd, String version) {
      List<String> order =
          Arrays.stream(kind.getAnnotationsByType(AdditionalPrinterColumn.class))
              .map(AdditionalPrinterColumn::name)
              .toList();
      ((CustomResourceDefinition) crd)
          .getSpec()
          .getVersions()
          .forEach(
              served -> {
                List<CustomResourceColumnDefinition> columns =
                    new ArrayList<>(served.getAdditionalPrinterColumns());
                columns.sort(Comparator.comparingInt(column -> order.indexOf(column.getName())));
                served.setAdditionalPrinterColumns(columns);
              });
      return crd;
    }
  }
}
