// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.fabric8.kubernetes.client.CustomResource;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static final String GENERATOR = "dev.sharedstate.api.crd..";

  private static final JavaClasses API =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.sharedstate.api");

  /** Whoever reads a policy needs no Kubernetes client. */
  @Test
  void noClientButTheBaseClass() {
    noClasses()
        .that()
        .resideOutsideOfPackage(GENERATOR)
        .should()
        .dependOnClassesThat(
            resideInAPackage("io.fabric8.kubernetes.client..").and(not(type(CustomResource.class))))
        .check(API);
  }

  @Test
  void noRedis() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.lettuce..", "redis..", "dev.sharedstate.functions..")
        .check(API);
  }

  /** The generator is not there at run time: annotations may name it, code may not. */
  @Test
  void theModelDoesNotKnowTheGenerator() {
    noClasses()
        .that()
        .resideInAPackage("dev.sharedstate.api.model..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(GENERATOR, "io.fabric8.crd..", "io.fabric8.crdv2..")
        .check(API);
  }
}
