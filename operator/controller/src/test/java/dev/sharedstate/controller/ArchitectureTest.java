// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Who may know whom. */
@AnalyzeClasses(packages = "dev.sharedstate", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String[] CLIENTS = {
    "io.fabric8.kubernetes.client.dsl..",
    "io.fabric8.kubernetes.client.informers..",
    "io.fabric8.kubernetes.client",
    "io.lettuce..",
    "io.javaoperatorsdk..",
    "io.prometheus.."
  };

  @ArchTest
  static final ArchRule pureParts =
      noClasses()
          .that()
          .resideInAnyPackage(
              "..controller.model..",
              "..controller.resource..",
              "..controller.status..",
              "..controller.config..",
              "dev.sharedstate.functions..",
              "dev.sharedstate.api.model..")
          .and()
          .resideOutsideOfPackage("..testing..") // another module's test jar
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(CLIENTS)
          .because("what is desired and what is said is a pure function of what was found");

  @ArchTest
  static final ArchRule pureOfTime =
      noClasses()
          .that()
          .resideInAnyPackage("..controller.model..", "..controller.resource..")
          .should()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(java.time.Instant.class, "now")
          .orShould()
          .callMethod(Math.class, "random");

  @ArchTest
  static final ArchRule redisKnowsNoKubernetes =
      noClasses()
          .that()
          .resideInAnyPackage("..controller.redis..", "..controller.metrics..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.fabric8.kubernetes.client.dsl..", "..controller.kube..", "..controller.pass..");

  @ArchTest
  static final ArchRule buildersDoNotKnowTheirUsers =
      noClasses()
          .that()
          .resideInAnyPackage(
              "..controller.model..", "..controller.resource..", "..controller.config..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "..controller.kube..", "..controller.pass..", "..controller.status..");
}
