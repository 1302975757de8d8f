// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.crd;

import io.fabric8.crdv2.generator.v1.SchemaCustomizer.Customizer;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;

/**
 * What a schema needs and the generator has no annotation for. Used while the CRD is generated and
 * never at run time.
 */
public final class SchemaExtras {
  private SchemaExtras() {}

  /** Input {@code text}: the description of the object itself. */
  public static final class Description implements Customizer {
    @Override
    public JSONSchemaProps apply(
        JSONSchemaProps props, String input, KubernetesSerialization serialization) {
      props.setDescription(input);
      return props;
    }
  }

  /**
   * Input {@code property=patch}: a JSON merge patch of one property. (The generator's own merge
   * patch cannot do this: it would replace all properties of the object.)
   */
  public static final class Property implements Customizer {
    @Override
    public JSONSchemaProps apply(
        JSONSchemaProps props, String input, KubernetesSerialization serialization) {
      String[] parts = input.split("=", 2);
      JSONSchemaProps property = props.getProperties().get(parts[0]);
      if (property == null) {
        throw new IllegalArgumentException("no property " + parts[0] + " to customize");
      }
      serialization.mergePatch(property, parts[1]);
      return props;
    }
  }

  /** Input {@code property}: a property that the class inherits and the object does not have. */
  public static final class Absent implements Customizer {
    @Override
    public JSONSchemaProps apply(
        JSONSchemaProps props, String input, KubernetesSerialization serialization) {
      if (props.getProperties().remove(input) == null) {
        throw new IllegalArgumentException("no property " + input + " to remove");
      }
      return props;
    }
  }
}
