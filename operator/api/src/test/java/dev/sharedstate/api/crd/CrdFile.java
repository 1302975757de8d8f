// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.crd;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;

/** The CRD as it stands in the repository, and its copy in the chart. */
final class CrdFile {
  private static final Path ROOT = Path.of("../..");
  private static final String NAME = "ratelimitpolicies.sharedstate.dev-v1.yml";

  private CrdFile() {}

  static Path path() {
    return ROOT.resolve("crds").resolve(NAME);
  }

  static Path chartPath() {
    return ROOT.resolve("helm/shared-state-operator/files/crds").resolve(NAME);
  }

  static String text() {
    return Yaml.read(path());
  }

  /** The schema of the one version. */
  static JsonNode schema() {
    return Yaml.parse(text()).at("/spec/versions/0/schema/openAPIV3Schema");
  }
}
