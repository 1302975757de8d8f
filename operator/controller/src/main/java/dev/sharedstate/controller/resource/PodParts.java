// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.resource;

import dev.sharedstate.controller.model.DesiredInstance;
import dev.sharedstate.controller.model.Names;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.ProbeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.util.ArrayList;
import java.util.List;

/** Container, probes and volumes of the pod. */
final class PodParts {
  /** What the container runs, without and with a volume. */
  static final String IN_MEMORY = "start.sh";

  static final String WITH_VOLUME = "data.sh";

  private static final String CONFIG = "/config";
  private static final int FIVE_MINUTES = 300;

  /** Before the server answers, data.sh may have to read a large file to its end. */
  private static final int HOUR = 3600;

  private static final int READ_ONLY = 0444;
  private static final int OWNER_AND_GROUP = 0440;

  private PodParts() {}

  private static boolean hasVolume(DesiredInstance desired) {
    return desired.durability().volume().isPresent();
  }

  static Container container(DesiredInstance desired) {
    return new ContainerBuilder()
        .withName(RedisStatefulSet.CONTAINER)
        .withImage(desired.server().image())
        .withImagePullPolicy(desired.server().pullPolicy())
        .withCommand("sh", CONFIG + "/" + (hasVolume(desired) ? WITH_VOLUME : IN_MEMORY))
        .addNewPort()
        .withName("redis")
        .withContainerPort(Names.PORT)
        .withProtocol("TCP")
        .endPort()
        .withNewResources()
        .withRequests(desired.server().requests())
        .withLimits(desired.server().limits())
        .endResources()
        .withSecurityContext(PodSecurity.container())
        // The server is up in well under a second; reading data is not to be shot down.
        .withStartupProbe(
            new ProbeBuilder(probe("live.sh", 1, hasVolume(desired) ? HOUR : FIVE_MINUTES))
                .withInitialDelaySeconds(1)
                .build())
        .withReadinessProbe(probe("ready.sh", 5, 2))
        .withLivenessProbe(probe("live.sh", 15, 4))
        .withTerminationMessagePath("/dev/termination-log")
        .withTerminationMessagePolicy("FallbackToLogsOnError")
        .withVolumeMounts(
            mount("config", CONFIG, true),
            mount("library", "/library", true),
            mount("acl", "/acl", true),
            mount(VolumeClaim.DATA, "/data", false),
            mount("tmp", "/tmp", false))
        .build();
  }

  private static Probe probe(String script, int periodSeconds, int failures) {
    return new ProbeBuilder()
        .withNewExec()
        .withCommand("sh", CONFIG + "/" + script)
        .endExec()
        .withPeriodSeconds(periodSeconds)
        .withTimeoutSeconds(5)
        .withSuccessThreshold(1)
        .withFailureThreshold(failures)
        .build();
  }

  private static VolumeMount mount(String name, String path, boolean readOnly) {
    VolumeMountBuilder mount = new VolumeMountBuilder().withName(name).withMountPath(path);
    return readOnly ? mount.withReadOnly(true).build() : mount.build();
  }

  /** Without the volume of the claim, which the StatefulSet adds. */
  static List<Volume> volumes(DesiredInstance desired) {
    List<Volume> volumes = new ArrayList<>(mounted(desired.names()));
    if (!hasVolume(desired)) {
      volumes.add(
          new VolumeBuilder().withName(VolumeClaim.DATA).withNewEmptyDir().endEmptyDir().build());
    }
    volumes.add(
        new VolumeBuilder()
            .withName("tmp")
            .withNewEmptyDir()
            .withMedium("Memory")
            .withSizeLimit(new Quantity("8", "Mi"))
            .endEmptyDir()
            .build());
    return volumes;
  }

  private static List<Volume> mounted(Names names) {
    return List.of(
        new VolumeBuilder()
            .withName("config")
            .withNewConfigMap()
            .withName(names.config())
            .withDefaultMode(READ_ONLY)
            .endConfigMap()
            .build(),
        new VolumeBuilder()
            .withName("library")
            .withNewConfigMap()
            .withName(names.library())
            .withDefaultMode(READ_ONLY)
            .endConfigMap()
            .build(),
        new VolumeBuilder()
            .withName("acl")
            .withNewSecret()
            .withSecretName(names.acl())
            .withDefaultMode(OWNER_AND_GROUP)
            .endSecret()
            .build());
  }

  /** A node that is gone gives up its pod after this time instead of five minutes. */
  static Toleration tolerate(String key, long seconds) {
    return new TolerationBuilder()
        .withKey(key)
        .withOperator("Exists")
        .withEffect("NoExecute")
        .withTolerationSeconds(seconds)
        .build();
  }
}
