// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sharedstate.api.model.Durability;
import dev.sharedstate.api.model.OperatorLimits;
import dev.sharedstate.api.model.PolicyDefaults;
import dev.sharedstate.api.model.PolicyProblem;
import dev.sharedstate.api.model.Quantities;
import dev.sharedstate.api.v1alpha1.Engine;
import dev.sharedstate.api.v1alpha1.PersistenceMode;
import dev.sharedstate.api.v1alpha1.RedisSpec;
import dev.sharedstate.controller.config.RedisDefaults;
import dev.sharedstate.functions.LibraryFootprint;
import dev.sharedstate.functions.PolicyIdentity;
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
  public <S> List<PolicyProblem> problems(PolicyKind<S> kind, S spec) {
    return kind.problems(
        spec, new OperatorLimits(MemoryPlan.SMALLEST_LIMIT, defaults.images().overrideAllowed()));
  }

  /** The model of a spec without problems. */
  public <S> DesiredInstance desired(PolicyKind<S> kind, Owner owner, S spec) {
    Program program = kind.program(new PolicyIdentity(owner.uid(), owner.generation()), spec);
    Server server = server(kind.redis(spec));
    Durability durability = PolicyDefaults.durability(kind.redis(spec), kind.persistence());
    long limit = Quantities.bytes(server.limits().get("memory"));
    return new DesiredInstance(
        owner,
        new Names(kind.traits(), owner.namespace(), owner.name()),
        server,
        MemoryPlan.of(
            limit,
            LibraryFootprint.bytes(program.library()),
            durability.mode() == PersistenceMode.None),
        durability,
        program,
        json(spec));
  }

  /**
   * The spec that {@link DesiredInstance#specJson} kept.
   *
   * @throws JsonProcessingException if somebody wrote something else there
   */
  public static <S> S spec(PolicyKind<S> kind, String json) throws JsonProcessingException {
    return JSON.readValue(json, kind.specType());
  }

  private static String json(Object spec) {
    try {
      return JSON.writeValueAsString(spec);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a spec that came as JSON", e);
    }
  }

  private Server server(RedisSpec asked) {
    RedisSpec redis = asked == null ? new RedisSpec(null, null, null) : asked;
    Engine engine = PolicyDefaults.engine(redis);
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
