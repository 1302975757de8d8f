// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.sharedstate.api.crd.SchemaExtras;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.crdv2.generator.v1.SchemaCustomizer;
import io.fabric8.generator.annotation.Required;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Categories;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;

/** How far the fencing tokens of an instance have come; has the name of the policy's objects. */
@Group(RateLimitPolicy.GROUP)
@Version(RateLimitPolicy.VERSION)
@Kind("InstanceEpoch")
@Plural("instanceepochs")
@Singular("instanceepoch")
@ShortNames("ssepoch")
@Categories("sharedstate")
@AdditionalPrinterColumn(
    name = "Epoch",
    jsonPath = ".spec.epoch",
    type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(
    name = "Quarantine Until",
    jsonPath = ".spec.quarantineUntil",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Age",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
@SchemaCustomizer(
    value = SchemaExtras.Description.class,
    input =
        "InstanceEpoch records how far the fencing tokens of an instance have come. It is written"
            + " by the operator. It outlives the policy, so that a policy created again goes on"
            + " above, and its epoch cannot be lowered.")
@SchemaCustomizer(value = SchemaExtras.Absent.class, input = "status")
public class InstanceEpoch extends CustomResource<InstanceEpochSpec, Void> implements Namespaced {
  private static final long serialVersionUID = 1L;

  @Override
  protected InstanceEpochSpec initSpec() {
    return null; // a record has no empty instance
  }

  @Override
  protected Void initStatus() {
    return null; // there is none
  }

  @Required
  @JsonPropertyDescription("What the next epoch must know of the ones before.")
  @Override
  public InstanceEpochSpec getSpec() {
    return super.getSpec();
  }
}
