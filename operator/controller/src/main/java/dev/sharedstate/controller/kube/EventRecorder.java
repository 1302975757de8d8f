// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.kube;

import dev.sharedstate.controller.model.Owner;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes Events on a policy. The same words on the same policy are the same Event with a higher
 * count. An Event that cannot be written never stops a pass.
 */
public final class EventRecorder {
  private static final Logger LOG = LoggerFactory.getLogger(EventRecorder.class);
  private static final String COMPONENT = "shared-state-operator";
  private static final int LONGEST_MESSAGE = 1024;

  private final KubernetesClient client;
  private final Clock clock;

  public EventRecorder(KubernetesClient client, Clock clock) {
    this.client = client;
    this.clock = clock;
  }

  /**
   * Tells once.
   *
   * @param message a sentence; cut at 1,024 characters
   */
  public void record(Owner policy, Reason reason, String message) {
    String text =
        message.length() > LONGEST_MESSAGE ? message.substring(0, LONGEST_MESSAGE) : message;
    LOG.atInfo()
        .addKeyValue("namespace", policy.namespace())
        .addKeyValue("policy", policy.name())
        .addKeyValue("reason", reason)
        .log(text);
    Event event = event(policy, reason, text);
    try {
      create(event);
    } catch (KubernetesClientException e) {
      // A namespace that is going, or a missing permission: the pass and its status matter more.
      LOG.atWarn()
          .addKeyValue("policy", policy.name())
          .addKeyValue("code", e.getCode())
          .log("event not written: {}", e.getMessage());
    }
  }

  private void create(Event event) {
    try {
      client.resource(event).create();
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_CONFLICT) {
        throw e;
      }
      again(event);
    }
  }

  private void again(Event event) {
    Resource<Event> told =
        client
            .v1()
            .events()
            .inNamespace(event.getMetadata().getNamespace())
            .withName(event.getMetadata().getName());
    Event seen = told.get();
    if (seen == null) {
      return; // expired in between
    }
    int count = seen.getCount() == null ? 1 : seen.getCount();
    told.patch(
        PatchContext.of(PatchType.JSON_MERGE),
        "{\"count\":%d,\"lastTimestamp\":\"%s\"}".formatted(count + 1, event.getLastTimestamp()));
  }

  private Event event(Owner policy, Reason reason, String message) {
    String now = clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
    String identity = policy.uid() + reason + message;
    UUID hash = UUID.nameUUIDFromBytes(identity.getBytes(StandardCharsets.UTF_8));
    return new EventBuilder()
        .withNewMetadata()
        .withName(policy.name() + "." + hash.toString().replace("-", "").substring(0, 16))
        .withNamespace(policy.namespace())
        .endMetadata()
        .withNewInvolvedObject()
        .withApiVersion(policy.apiVersion())
        .withKind(policy.kind())
        .withNamespace(policy.namespace())
        .withName(policy.name())
        .withUid(policy.uid())
        .endInvolvedObject()
        .withType(reason.type())
        .withReason(reason.name())
        .withMessage(message)
        .withFirstTimestamp(now)
        .withLastTimestamp(now)
        .withCount(1)
        .withNewSource()
        .withComponent(COMPONENT)
        .endSource()
        .withReportingComponent(COMPONENT)
        .build();
  }
}
