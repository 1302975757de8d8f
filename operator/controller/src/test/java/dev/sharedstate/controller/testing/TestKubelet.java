// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.testing;

import dev.sharedstate.functions.testing.RedisEngine;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * StatefulSet controller and kubelet of one namespace, as far as the operator meets them: makes the
 * pod of each StatefulSet, runs it as a real redis-server on a loopback address of its own, keeps
 * its mounts and its readiness up to date, and lets go of it when it is deleted.
 */
public final class TestKubelet implements AutoCloseable {
  /** An image of this name cannot be pulled. */
  public static final String BAD_IMAGE = "nowhere/bad:1";

  private static final AtomicInteger ADDRESSES = new AtomicInteger(10);

  private final KubernetesClient client;
  private final String namespace;
  private final RedisEngine engine;
  private final TestVolumes volumes;
  private final Map<String, TestPod> running = new ConcurrentHashMap<>();
  private final Map<String, String> reported = new HashMap<>();
  private final ScheduledExecutorService loop = Executors.newSingleThreadScheduledExecutor();
  private volatile boolean paused;

  public TestKubelet(KubernetesClient client, String namespace, RedisEngine engine) {
    this.client = client;
    this.namespace = namespace;
    this.engine = engine;
    this.volumes = new TestVolumes(client, namespace);
    loop.scheduleWithFixedDelay(this::round, 0, 100, TimeUnit.MILLISECONDS);
  }

  /** The container of a pod that runs. */
  public TestPod container(String pod) {
    return Objects.requireNonNull(running.get(uid(pod)), pod + " does not run");
  }

  private String uid(String pod) {
    return client.pods().inNamespace(namespace).withName(pod).require().getMetadata().getUid();
  }

  /** Mounts and statuses stay as they are. */
  public void pause(boolean value) {
    paused = value;
  }

  private void round() {
    try {
      if (!paused) {
        client.apps().statefulSets().inNamespace(namespace).list().getItems().forEach(this::set);
        List<Pod> pods = client.pods().inNamespace(namespace).list().getItems();
        pods.forEach(this::pod);
        List<String> there = pods.stream().map(pod -> pod.getMetadata().getUid()).toList();
        running.keySet().stream()
            .filter(uid -> !there.contains(uid))
            .toList()
            .forEach(uid -> running.remove(uid).close());
      }
    } catch (KubernetesClientException e) {
      if (e.getCode() != 404 && e.getCode() != 409) {
        e.printStackTrace();
      }
    } catch (RuntimeException e) {
      e.printStackTrace();
    }
  }

  private void set(StatefulSet set) {
    if (set.getSpec().getReplicas() == 0) {
      return;
    }
    String revision =
        set.getMetadata().getName()
            + "-"
            + Integer.toHexString(Serialization.asJson(set.getSpec().getTemplate()).hashCode());
    if (set.getStatus() == null
        || !revision.equals(set.getStatus().getUpdateRevision())
        || !Objects.equals(
            set.getStatus().getObservedGeneration(), set.getMetadata().getGeneration())) {
      client
          .resource(set)
          .editStatus(
              s -> {
                s.setStatus(
                    new io.fabric8.kubernetes.api.model.apps.StatefulSetStatusBuilder()
                        .withReplicas(1)
                        .withObservedGeneration(s.getMetadata().getGeneration())
                        .withUpdateRevision(revision)
                        .build());
                return s;
              });
    }
    String name = set.getMetadata().getName() + "-0";
    if (client.pods().inNamespace(namespace).withName(name).get() == null
        && set.getMetadata().getDeletionTimestamp() == null) {
      client.resource(fromTemplate(set, name, revision)).create();
    }
  }

  private Pod fromTemplate(StatefulSet set, String name, String revision) {
    return new PodBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace(namespace)
        .withLabels(set.getSpec().getTemplate().getMetadata().getLabels())
        .addToLabels("controller-revision-hash", revision)
        .withAnnotations(set.getSpec().getTemplate().getMetadata().getAnnotations())
        .withOwnerReferences(
            new OwnerReferenceBuilder()
                .withApiVersion("apps/v1")
                .withKind("StatefulSet")
                .withName(set.getMetadata().getName())
                .withUid(set.getMetadata().getUid())
                .withController(true)
                .build())
        .endMetadata()
        .withSpec(set.getSpec().getTemplate().getSpec())
        .editSpec()
        .withNodeName("test")
        .addAllToVolumes(volumes.of(set, name))
        .endSpec()
        .build();
  }

  private void pod(Pod pod) {
    String uid = pod.getMetadata().getUid();
    if (pod.getMetadata().getDeletionTimestamp() != null) {
      TestPod gone = running.remove(uid);
      if (gone != null) {
        gone.close();
      }
      client.resource(pod).withGracePeriod(0).delete();
      return;
    }
    if (pod.getSpec().getContainers().get(0).getImage().equals(BAD_IMAGE)) {
      report(pod, "Pending", waiting("ErrImagePull", "not found"), false, null);
      return;
    }
    Map<String, Map<String, String>> mounts = mounts(pod);
    if (mounts == null) {
      report(pod, "Pending", waiting("ContainerCreating", null), false, null);
      return;
    }
    TestPod container = running.get(uid);
    if (container == null) {
      container =
          new TestPod(engine, "127.0.77." + ADDRESSES.incrementAndGet(), volumes.folder(pod));
      mounts.forEach(container::mount);
      container.start();
      running.put(uid, container);
    } else {
      mounts.forEach(container::mount);
    }
    if (!container.isAlive()) {
      container.start(); // restartPolicy: Always
    }
    boolean ready = container.probe("ready.sh");
    boolean started = ready || container.probe("live.sh");
    report(pod, "Running", runs(started, ready), ready, container.address());
  }

  /** Volume to its files; null while something that is mounted is missing. */
  private Map<String, Map<String, String>> mounts(Pod pod) {
    Map<String, Map<String, String>> mounts = new TreeMap<>();
    for (Volume volume : pod.getSpec().getVolumes()) {
      if (volume.getConfigMap() != null) {
        ConfigMap map =
            client
                .configMaps()
                .inNamespace(namespace)
                .withName(volume.getConfigMap().getName())
                .get();
        if (map == null) {
          return null;
        }
        mounts.put(volume.getName(), map.getData());
      }
      if (volume.getSecret() != null) {
        Secret secret =
            client
                .secrets()
                .inNamespace(namespace)
                .withName(volume.getSecret().getSecretName())
                .get();
        if (secret == null) {
          return null;
        }
        Map<String, String> files = new TreeMap<>();
        secret
            .getData()
            .forEach(
                (key, value) ->
                    files.put(
                        key,
                        new String(Base64.getDecoder().decode(value), StandardCharsets.UTF_8)));
        mounts.put(volume.getName(), files);
      }
    }
    return mounts;
  }

  private static ContainerStatusBuilder waiting(String reason, String message) {
    return new ContainerStatusBuilder()
        .withNewState()
        .withNewWaiting()
        .withReason(reason)
        .withMessage(message)
        .endWaiting()
        .endState();
  }

  private static ContainerStatusBuilder runs(boolean started, boolean ready) {
    return new ContainerStatusBuilder()
        .withNewState()
        .withNewRunning()
        .endRunning()
        .endState()
        .withStarted(started)
        .withReady(ready);
  }

  private void report(
      Pod pod, String phase, ContainerStatusBuilder status, boolean ready, String ip) {
    ContainerStatus container =
        status
            .withName("redis")
            .withImage(pod.getSpec().getContainers().get(0).getImage())
            .withImageID("")
            .withRestartCount(0)
            .build();
    String text = Serialization.asJson(container) + phase + ready + ip;
    if (text.equals(reported.put(pod.getMetadata().getUid(), text))) {
      return;
    }
    client
        .resource(pod)
        .editStatus(
            p -> {
              p.setStatus(
                  new PodStatusBuilder()
                      .withPhase(phase)
                      .withPodIP(ip)
                      .withContainerStatuses(container)
                      .addNewCondition()
                      .withType("PodScheduled")
                      .withStatus("True")
                      .endCondition()
                      .addNewCondition()
                      .withType("Ready")
                      .withStatus(ready ? "True" : "False")
                      .withMessage(ready ? null : "containers with unready status: [redis]")
                      .endCondition()
                      .build());
              return p;
            });
  }

  @Override
  public void close() {
    loop.shutdown();
    try {
      loop.awaitTermination(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    running.values().forEach(TestPod::close);
    running.clear();
    volumes.close();
  }
}
