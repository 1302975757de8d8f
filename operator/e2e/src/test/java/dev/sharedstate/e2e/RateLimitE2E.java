// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sharedstate.e2e.harness.Command;
import dev.sharedstate.e2e.harness.Operator;
import dev.sharedstate.e2e.harness.Policy;
import dev.sharedstate.e2e.harness.Redis;
import dev.sharedstate.e2e.harness.SharedOperator;
import dev.sharedstate.e2e.harness.Workspace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** What an application sees of a limit, and what a person sees of an edit. */
@ExtendWith(SharedOperator.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RateLimitE2E {
  private String namespace;

  @BeforeAll
  void namespace(String created) {
    namespace = created;
  }

  @Test
  void twentyConcurrentCallsAgainstFiveAdmitFive() throws Exception {
    Policy policy = new Policy(namespace, "window").apply(Policy.fixedWindow(5, "30s"));
    policy.awaitReady();

    List<List<String>> answers = concurrently(20, policy, "login:alice");

    assertThat(answers).filteredOn(a -> a.get(0).equals("ALLOWED")).hasSize(5);
    assertThat(answers).filteredOn(a -> a.get(0).equals("LIMITED")).hasSize(15);
    assertThat(answers)
        .filteredOn(a -> a.get(0).equals("LIMITED"))
        .allSatisfy(a -> assertThat(Long.parseLong(a.get(2))).isBetween(1L, 30_000L));
    try (Redis redis = policy.connect()) {
      assertThat((String) redis.call("GET", "login:alice")).endsWith(":20");
      assertThat((Long) redis.call("PTTL", "login:alice")).isBetween(1L, 30_000L);
    }
  }

  @Test
  void tokenBucketOnValkeyAdmitsItsCapacity() throws Exception {
    Policy policy =
        new Policy(namespace, "bucket")
            .apply(
                """
                limits:
                - {name: per_user, algorithm: TokenBucket, limit: 1, window: 1h, capacity: 7, onUnavailable: Allow}
                redis: {engine: Valkey}
                """)
            .awaitReady();

    List<List<String>> answers = concurrently(20, policy, "per_user:alice");

    assertThat(answers).filteredOn(a -> a.get(0).equals("ALLOWED")).hasSize(7);
  }

  @Test
  void anEditIsEnforcedWithoutRestartAndKeepsWhatWasConsumed() throws Exception {
    Policy policy =
        new Policy(namespace, "edited").apply(Policy.fixedWindow(5, "10m")).awaitReady();
    concurrently(20, policy, "login:alice");
    String run = policy.run();

    try (Redis redis = policy.connect()) {
      long began = System.nanoTime();
      policy.apply(Policy.fixedWindow(50, "10m"));
      long applied = System.nanoTime();
      while (!redis.list("FCALL_RO", "rl_peek", "1", "login:alice").get(5).equals("50")) {
        assertThat(System.nanoTime() - began).as("still the old limit").isLessThan(10_000_000_000L);
      }
      long enforced = System.nanoTime();
      System.out.printf(
          "enforced %d ms after kubectl apply began, %d ms after it returned%n",
          (enforced - began) / 1_000_000, Math.max(0, enforced - applied) / 1_000_000);

      assertThat(redis.take("login:alice").subList(5, 7)).containsExactly("50", "29");
      assertThat((enforced - applied) / 1_000_000).as("ms from apply to enforced").isLessThan(1000);
    }
    policy.awaitReady();
    assertThat(policy.run()).isEqualTo(run);
    assertThat(policy.resource().require().getStatus().library().generation()).isEqualTo(2);
  }

  @Test
  void anInvalidEditIsRefusedWithTheFieldsName() {
    Policy policy = new Policy(namespace, "invalid").apply(Policy.fixedWindow(5, "30s"));

    Command.Result zero = policy.tryApply(Policy.fixedWindow(0, "30s"));
    assertThat(zero.exitCode()).isNotZero();
    assertThat(zero.output()).contains("spec.limits[0].limit");

    Command.Result window = policy.tryApply(Policy.fixedWindow(5, "soon"));
    assertThat(window.exitCode()).isNotZero();
    assertThat(window.output()).contains("window");

    policy.awaitReady();
    assertThat(policy.resource().require().getMetadata().getGeneration()).isEqualTo(1);
  }

  @Test
  void whatOnlyTheOperatorFindsWrongIsNotAcceptedAndTheOldLibraryAnswers() {
    Policy policy =
        new Policy(namespace, "starved").apply(Policy.fixedWindow(5, "30s")).awaitReady();
    String run = policy.run();

    policy.apply(Policy.fixedWindow(9, "30s") + Policy.memory("16Mi").replace("64Mi", "16Mi"));

    assertThat(policy.awaitState("Accepted", "False/MemoryTooSmall").message())
        .contains("spec.redis.resources.limits.memory")
        .contains("64Mi");
    assertThat(policy.state("Ready")).isEqualTo("False/MemoryTooSmall");
    try (Redis redis = policy.connect()) {
      assertThat(redis.take("login:alice").subList(5, 7)).containsExactly("5", "4");
    }
    assertThat(policy.run()).isEqualTo(run);
  }

  @Test
  void theExampleScriptBindsByTheSecret() {
    String example = Workspace.root().resolve("examples/ratelimit.yaml").toString();
    Workspace.kubectl("-n", namespace, "apply", "-f", example).orFail();
    Policy policy = new Policy(namespace, "orders").awaitReady();
    Map<String, String> here =
        Map.of("NAMESPACE", namespace, "REDIS_HOST", policy.serviceAddress(), "TIMEOUT", "5");

    for (int call = 1; call <= 5; call++) {
      assertThat(Workspace.script(here, "examples/ratelimit.sh", "orders", "login:bob"))
          .isEqualTo(new Command.Result(0, "allowed: " + (5 - call) + " of 5 left\n"));
    }
    Command.Result sixth = Workspace.script(here, "examples/ratelimit.sh", "orders", "login:bob");
    assertThat(sixth.exitCode()).isEqualTo(1);
    assertThat(sixth.output()).startsWith("refused: try again in ");
    assertThat(Workspace.script(here, "examples/ratelimit.sh", "orders", "per_user:bob", "121"))
        .isEqualTo(new Command.Result(2, "refused: 121 at once is more than the limit of 120\n"));
    assertThat(Workspace.script(here, "examples/ratelimit.sh", "orders", "nobody:bob").exitCode())
        .isEqualTo(2);
  }

  @Test
  void theExampleScriptFollowsOnUnavailable() {
    String example = Workspace.root().resolve("examples/ratelimit.yaml").toString();
    Workspace.kubectl("-n", namespace, "apply", "-f", example).orFail();
    new Policy(namespace, "orders").awaitReady();
    // Nothing listens at this address.
    Map<String, String> nowhere = Map.of("NAMESPACE", namespace, "REDIS_HOST", "127.0.0.2");

    assertThat(Workspace.script(nowhere, "examples/ratelimit.sh", "orders", "login:bob").exitCode())
        .isEqualTo(3);
    assertThat(
            Workspace.script(nowhere, "examples/ratelimit.sh", "orders", "per_user:bob").exitCode())
        .isZero();
  }

  @Test
  void podsAndObjectsKeepSecretsToThemselves(Operator operator) {
    Policy policy =
        new Policy(namespace, "secretive").apply(Policy.fixedWindow(5, "30s")).awaitReady();
    String password = policy.secret("secretive-rl-app").get("password");
    assertThat(policy.secret("secretive-rl-acl").toString()).doesNotContain(password);

    String seen =
        operator.log()
            + Workspace.kubectl("-n", namespace, "logs", policy.names().pod()).orFail()
            + Workspace.kubectl(
                    "-n",
                    namespace,
                    "get",
                    "ratelimitpolicies.sharedstate.dev,statefulsets,controllerrevisions,pods,services,configmaps,events",
                    "-o",
                    "yaml")
                .orFail();

    String hash = dev.sharedstate.controller.model.Passwords.hash(password);
    assertThat(policy.secret("secretive-rl-acl").toString()).contains(hash);
    assertThat(seen.contains(password)).as("the password is seen outside its Secret").isFalse();
    assertThat(seen.contains(hash)).as("its hash is seen outside its Secret").isFalse();
  }

  private static List<List<String>> concurrently(int calls, Policy policy, String key)
      throws Exception {
    List<Redis> connections = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(calls);
    try {
      for (int i = 0; i < calls; i++) {
        connections.add(policy.connect());
      }
      List<Callable<List<String>>> takes = new ArrayList<>();
      connections.forEach(redis -> takes.add(() -> redis.take(key)));
      List<List<String>> answers = new ArrayList<>();
      for (Future<List<String>> answer : threads.invokeAll(takes)) {
        answers.add(answer.get());
      }
      return answers;
    } finally {
      connections.forEach(Redis::close);
      threads.shutdownNow();
    }
  }
}
