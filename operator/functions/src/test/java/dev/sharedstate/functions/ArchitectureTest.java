// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  /** A policy is compiled without a cluster and without a server. */
  @Test
  void noClients() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.lettuce..", "redis..", "io.fabric8..")
        .check(
            new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("dev.sharedstate.functions"));
  }
}
