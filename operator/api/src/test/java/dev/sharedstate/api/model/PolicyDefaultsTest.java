// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.sharedstate.api.v1alpha1.LeasePolicySpec;
import dev.sharedstate.api.v1alpha1.RateLimitPolicySpec;
import dev.sharedstate.api.v1alpha1.RedisSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is documented as a default stays one: a change of the golden file is a change of the API.
 */
class PolicyDefaultsTest {
  private static final Path GOLDEN = Path.of("src/test/resources/golden");
  private static final YAMLMapper YAML =
      YAMLMapper.builder().disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER).build();

  @ParameterizedTest
  @ValueSource(strings = {"defaults-absent", "defaults-written"})
  void ofRateLimits(String name) throws Exception {
    RateLimitPolicySpec spec = read(name, RateLimitPolicySpec.class);
    assertThat(text(spec.redis(), "limits", PolicyDefaults.limits(spec))).isEqualTo(expected(name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"leases-absent", "leases-written"})
  void ofLeases(String name) throws Exception {
    LeasePolicySpec spec = read(name, LeasePolicySpec.class);
    assertThat(text(spec.redis(), "leases", PolicyDefaults.leases(spec))).isEqualTo(expected(name));
  }

  private static <T> T read(String name, Class<T> type) throws Exception {
    return YAML.readValue(Files.readString(GOLDEN.resolve(name + ".yaml")), type);
  }

  private static String expected(String name) throws Exception {
    return Files.readString(GOLDEN.resolve(name + ".expected.yaml"));
  }

  private static String text(RedisSpec redis, String list, List<?> entries) throws Exception {
    Map<String, Object> resolved = new LinkedHashMap<>();
    resolved.put("engine", PolicyDefaults.engine(redis));
    resolved.put(list, entries);
    return YAML.writeValueAsString(resolved);
  }
}
