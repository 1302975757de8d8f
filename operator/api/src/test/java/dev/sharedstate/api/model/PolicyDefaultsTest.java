// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.sharedstate.api.v1alpha1.RateLimitPolicySpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * What is documented as a default stays one: a change of the golden file is a change of the API.
 */
class PolicyDefaultsTest {
  private static final Path GOLDEN = Path.of("src/test/resources/golden");
  private static final YAMLMapper YAML =
      YAMLMapper.builder().disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER).build();

  @Test
  void whatAbsentFieldsMean() throws Exception {
    assertThat(resolved("defaults-absent.yaml"))
        .isEqualTo(Files.readString(GOLDEN.resolve("defaults-absent.expected.yaml")));
  }

  @Test
  void whatIsWrittenStays() throws Exception {
    assertThat(resolved("defaults-written.yaml"))
        .isEqualTo(Files.readString(GOLDEN.resolve("defaults-written.expected.yaml")));
  }

  private static String resolved(String file) throws Exception {
    RateLimitPolicySpec spec =
        YAML.readValue(Files.readString(GOLDEN.resolve(file)), RateLimitPolicySpec.class);
    Map<String, Object> resolved = new LinkedHashMap<>();
    resolved.put("engine", PolicyDefaults.engine(spec.redis()));
    resolved.put("limits", PolicyDefaults.limits(spec));
    return YAML.writeValueAsString(resolved);
  }
}
