// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.resource;

import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.PodSecurityContextBuilder;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.SecurityContextBuilder;
import java.util.OptionalLong;

/** The Pod Security Standard "restricted", and a read-only root file system. */
final class PodSecurity {
  private PodSecurity() {}

  /**
   * @param user uid, gid and fsGroup; empty where the platform assigns them
   */
  static PodSecurityContext pod(OptionalLong user) {
    PodSecurityContextBuilder security =
        new PodSecurityContextBuilder()
            .withRunAsNonRoot(true)
            .withNewSeccompProfile()
            .withType("RuntimeDefault")
            .endSeccompProfile();
    user.ifPresent(
        id ->
            security
                .withRunAsUser(id)
                .withRunAsGroup(id)
                .withFsGroup(id)
                .withFsGroupChangePolicy("OnRootMismatch"));
    return security.build();
  }

  static SecurityContext container() {
    return new SecurityContextBuilder()
        .withAllowPrivilegeEscalation(false)
        .withReadOnlyRootFilesystem(true)
        .withNewCapabilities()
        .withDrop("ALL")
        .endCapabilities()
        .build();
  }
}
