// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.crd;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sharedstate.api.v1alpha1.InstanceEpoch;
import dev.sharedstate.api.v1alpha1.LeasePolicy;
import dev.sharedstate.api.v1alpha1.RateLimitPolicy;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A kind: its CRD as it stands in the repository, and its example files. */
enum TestedKind {
  RATE_LIMITS(RateLimitPolicy.class, "policies"),
  LEASES(LeasePolicy.class, "leases"),
  EPOCHS(InstanceEpoch.class, "epochs");

  private static final Path ROOT = Path.of("../..");

  private final Class<? extends HasMetadata> type;
  private final Path folder;

  TestedKind(Class<? extends HasMetadata> type, String folder) {
    this.type = type;
    this.folder = Path.of("src/test/resources", folder);
  }

  Class<? extends HasMetadata> type() {
    return type;
  }

  /** Such as {@code RateLimitPolicy}. */
  String kind() {
    return HasMetadata.getKind(type);
  }

  /** Such as {@code ratelimitpolicies}. */
  String plural() {
    return HasMetadata.getPlural(type);
  }

  /** The CRD's name. */
  String crd() {
    return HasMetadata.getFullResourceName(type);
  }

  Path path() {
    return ROOT.resolve("crds").resolve(crd() + "-v1.yml");
  }

  Path chartPath() {
    return ROOT.resolve("helm/shared-state-operator/files/crds").resolve(crd() + "-v1.yml");
  }

  String text() {
    return Yaml.read(path());
  }

  /** The one version of the CRD. */
  JsonNode version() {
    return Yaml.parse(text()).at("/spec/versions/0");
  }

  JsonNode schema() {
    return version().at("/schema/openAPIV3Schema");
  }

  /** The valid files, and what users copy. */
  List<ExampleFile> valid() {
    Stream<ExampleFile> copied =
        ExampleFile.load(ROOT.resolve("examples")).stream()
            .filter(file -> file.tree().path("kind").asText().equals(kind()));
    return Stream.concat(ExampleFile.load(folder.resolve("valid")).stream(), copied).toList();
  }

  ExampleFile valid(String name) {
    return valid().stream().filter(file -> file.name().equals(name)).findFirst().orElseThrow();
  }

  List<ExampleFile> invalid() {
    return ExampleFile.load(folder.resolve("invalid"));
  }

  /** An edit: an object and, after {@code ---}, the same object as it is to be. */
  List<ExampleFile> edits() {
    return ExampleFile.load(folder.resolve("edits"));
  }
}
