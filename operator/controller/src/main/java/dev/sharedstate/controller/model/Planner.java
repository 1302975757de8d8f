// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sharedstate.api.model.OperatorLimits;
import dev.sharedstate.api.model.PolicyDefaults;
import dev.sharedstate.api.model.PolicyProblem;
import dev.sharedstate.api.model.PolicyValidator;
import dev.sharedstate.api.model.Quantities;
import dev.sharedstate.api.model.RateLimitEntry;
import dev.sharedstate.api.v1alpha1.Engine;
import dev.sharedstate.api.v1alpha1.RateLimitPolicySpec;
import dev.sharedstate.api.v1alpha1.RedisSpec;
import dev.sharedstate.controller.config.RedisDefaults;
import dev.sharedstate.functions.Library;
import dev.sharedstate.functions.LibraryFootprint;
import dev.sharedstate.functions.PolicyIdentity;
import dev.sharedstate.functions.RateLimitCompiler;
import java.util.List;

/** Makes the desired model of a spec, or says what is wrong with it. Pure. */
public final class Planner {
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS).build();

  private final RedisDefaults defaults;

  public Planner(RedisDefaults defaults) {
    this.defaults = defaults;
  }

  /** What the API server cannot see, empty if the policy can be served. */
  public List<PolicyProblem> problems(RateLimitPolicySpec spec) {
    return PolicyValidator.problems(
        spec, new OperatorLimits(MemoryPlan.SMALLEST_LIMIT, defaults.images().overrideAllowed()));
  }

  /** The model of a spec without problems. */
  public DesiredInstance desired(Owner owner, RateLimitPolicySpec spec) {
    List<RateLimitEntry> entries = PolicyDefaults.limits(spec);
    Library library =
        RateLimitCompiler.compile(new PolicyIdentity(owner.uid(), owner.generation()), entries);
    Server server = server(spec);
    long limit = Quantities.bytes(server.limits().get("memory"));
    return new DesiredInstance(
        owner,
        new Names(owner.namespace(), owner.name()),
        entries,
        server,
        MemoryPlan.of(limit, LibraryFootprint.bytes(library)),
        library,
        json(spec));
  }

  /**
   * The spec that {@link DesiredInstance#specJson} kept.
   *
   * @throws JsonProcessingException if somebody wrote something else there
   */
  public static RateLimitPolicySpec spec(String json) throws JsonProcessingException {
    return JSON.readValue(json, RateLimitPolicySpec.class);
  }

  private static String json(RateLimitPolicySpec spec) {
    try {
      return JSON.writeValueAsString(spec);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a spec that came as JSON", e);
    }
  }

  private Server server(RateLimitPolicySpec spec) {
    RedisSpec redis = spec.redis() == null ? new RedisSpec(null, null, null) : spec.redis();
    Engine engine = PolicyDefaults.engine(spec);
    String image = engine == Engine.Redis ? defaults.images().redis() : defaults.images().valkey();
    PodResources resources = PodResources.of(redis.resources(), defaults);
    return new Server(
        engine,
        redis.image() == null ? image : redis.image(),
        defaults.pullPolicy(),
        defaults.pullSecrets(),
        resources.requests(),
        resources.limits(),
        defaults.runAsUser());
  }
}
