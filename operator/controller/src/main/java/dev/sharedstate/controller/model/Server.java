// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.model;

import dev.sharedstate.api.v1alpha1.Engine;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The server of an instance as its pod is to run.
 *
 * @param requests canonical quantities by resource
 * @param limits canonical quantities by resource
 */
public record Server(
    Engine engine,
    String image,
    String pullPolicy,
    List<String> pullSecrets,
    Map<String, Quantity> requests,
    Map<String, Quantity> limits,
    OptionalLong runAsUser) {}
