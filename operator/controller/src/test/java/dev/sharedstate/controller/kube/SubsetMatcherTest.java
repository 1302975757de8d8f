// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.kube;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sharedstate.controller.resource.Manifests;
import dev.sharedstate.controller.testing.Samples;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class SubsetMatcherTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static JsonNode yaml(String text) {
    return Serialization.unmarshal(text, JsonNode.class);
  }

  @Provide
  Arbitrary<HasMetadata> object() {
    List<HasMetadata> all = new ArrayList<>(Manifests.watched(Samples.orders()));
    all.addAll(Manifests.secrets(Samples.orders(), Samples.CREDENTIALS));
    return Arbitraries.of(all);
  }

  @Property(tries = 20)
  void everyObjectMatchesItself(@ForAll("object") HasMetadata object) {
    assertThat(SubsetMatcher.difference(object, object)).isEmpty();
  }

  /** Whatever field of ours somebody takes away or changes is seen. */
  @Property(tries = 300)
  void anyChangeOfAFieldOfOursIsSeen(
      @ForAll("object") HasMetadata object, @ForAll int which, @ForAll boolean remove) {
    JsonNode desired = JSON.valueToTree(object);
    JsonNode live = desired.deepCopy();
    List<Runnable> changes = new ArrayList<>();
    collect(live, remove, changes);
    changes.get(Math.floorMod(which, changes.size())).run();
    assertThat(SubsetMatcher.matches(desired, live)).isFalse();
  }

  /** Whatever others add to maps beside our fields is theirs. */
  @Property(tries = 300)
  void whatOthersAddIsTheirs(@ForAll("object") HasMetadata object, @ForAll int which) {
    JsonNode desired = JSON.valueToTree(object);
    JsonNode live = desired.deepCopy();
    List<ObjectNode> maps = new ArrayList<>();
    maps(live, "", maps);
    maps.get(Math.floorMod(which, maps.size())).put("added-by-somebody", "x");
    assertThat(SubsetMatcher.difference(desired, live)).isEmpty();
  }

  private static void collect(JsonNode node, boolean remove, List<Runnable> changes) {
    if (node instanceof ObjectNode map) {
      List<String> names = new ArrayList<>();
      map.fieldNames().forEachRemaining(names::add);
      for (String name : names) {
        JsonNode value = map.get(name);
        if (remove) {
          changes.add(() -> map.remove(name));
        } else if (value.isValueNode()) {
          changes.add(() -> map.put(name, value.asText() + "-changed"));
        }
        collect(value, remove, changes);
      }
    } else if (node.isArray()) {
      node.forEach(element -> collect(element, remove, changes));
    }
  }

  private static void maps(JsonNode node, String path, List<ObjectNode> maps) {
    if (node instanceof ObjectNode map) {
      if (!path.equals("/spec/selector")) { // one value, entirely ours
        maps.add(map);
      }
      map.properties().forEach(entry -> maps(entry.getValue(), path + "/" + entry.getKey(), maps));
    } else if (node.isArray()) {
      node.forEach(element -> maps(element, path + "/-", maps));
    }
  }

  @Example
  void aSelectorIsOneValue() {
    JsonNode desired = yaml("spec: {selector: {a: b}}");
    assertThat(SubsetMatcher.difference(desired, yaml("spec: {selector: {a: b, c: d}}")))
        .contains("/spec/selector");
  }

  @Example
  void listElementsAreFoundByTheirKeyWhateverTheOrder() {
    JsonNode desired = yaml("containers: [{name: redis, image: a}]");
    assertThat(
            SubsetMatcher.matches(
                desired, yaml("containers: [{name: sidecar}, {name: redis, image: a, tty: true}]")))
        .isTrue();
    assertThat(SubsetMatcher.difference(desired, yaml("containers: [{name: redis, image: b}]")))
        .contains("/containers/redis/image");
  }

  @Example
  void commandsAreOneValue() {
    assertThat(SubsetMatcher.matches(yaml("command: [a, b]"), yaml("command: [a, b, c]")))
        .isFalse();
    assertThat(SubsetMatcher.matches(yaml("command: [a, b]"), yaml("command: [b, a]"))).isFalse();
  }

  @Example
  void amountsAreComparedByValue() {
    assertThat(
            SubsetMatcher.matches(
                yaml("limits: {memory: 1Gi, cpu: 500m}"),
                yaml("limits: {memory: 1024Mi, cpu: '0.5'}")))
        .isTrue();
    assertThat(SubsetMatcher.matches(yaml("limits: {memory: 1Gi}"), yaml("limits: {memory: 1G}")))
        .isFalse();
  }
}
