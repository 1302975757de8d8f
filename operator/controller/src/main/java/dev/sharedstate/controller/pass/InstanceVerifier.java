// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.pass;

import dev.sharedstate.controller.model.Credentials;
import dev.sharedstate.controller.model.DesiredInstance;
import dev.sharedstate.controller.model.Names;
import dev.sharedstate.controller.redis.InstanceAddress;
import dev.sharedstate.controller.redis.Observation;
import dev.sharedstate.controller.redis.Observation.LibraryInfo;
import dev.sharedstate.controller.redis.RedisAdmin;
import dev.sharedstate.controller.redis.RedisUnavailable;
import dev.sharedstate.controller.status.PodFacts;
import dev.sharedstate.controller.status.RedisFacts;
import dev.sharedstate.controller.status.RedisFacts.Failure;
import dev.sharedstate.controller.status.RedisFacts.LibraryProblem;
import dev.sharedstate.functions.SelfTestFailure;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Configures an instance, pushes its library where it is not the desired one, and reads back. What
 * is as desired is not written.
 */
public final class InstanceVerifier {
  private final RedisAdmin admin;
  private final UserStep users;

  public InstanceVerifier(RedisAdmin admin) {
    this.admin = admin;
    this.users = new UserStep(admin);
  }

  /** Where the pod's Redis is reached, if it has an address. */
  static Optional<InstanceAddress> address(
      DesiredInstance desired, Credentials credentials, PodFacts pod) {
    return pod.address()
        .map(
            at ->
                new InstanceAddress(
                    desired.owner().uid(),
                    at.podUid(),
                    at.ip(),
                    Names.PORT,
                    Credentials.OPERATOR,
                    credentials.operator(),
                    desired.names().kind().functions()));
  }

  /** One pass over one instance; tells the journal what was wrong and corrected. */
  RedisFacts verify(
      DesiredInstance desired, Credentials credentials, InstanceAddress address, Journal journal) {
    Observation seen;
    try {
      seen = admin.observe(address);
    } catch (RedisUnavailable e) {
      return RedisFacts.failed(failure(e));
    }
    journal.observed(seen);
    RedisFacts facts = RedisFacts.seen(seen);
    try {
      facts = facts.withConfig(configure(desired, address, seen, journal));
      facts = library(desired, address, facts, journal);
      return facts.withUsers(users.correct(desired, credentials, address, seen, journal));
    } catch (RedisUnavailable e) {
      return facts.withFailure(failure(e));
    }
  }

  private Map<String, String> configure(
      DesiredInstance desired, InstanceAddress address, Observation seen, Journal journal) {
    Map<String, String> wanted = desired.liveConfig();
    Map<String, String> wrong = difference(wanted, seen.config());
    if (wrong.isEmpty()) {
      return wrong;
    }
    Map<String, String> correction = new TreeMap<>(wanted);
    correction.keySet().retainAll(wrong.keySet());
    Map<String, String> readBack = admin.configure(address, correction);
    journal.configured(seen, wrong);
    return difference(correction, readBack);
  }

  private static Map<String, String> difference(
      Map<String, String> wanted, Map<String, String> live) {
    Map<String, String> wrong = new TreeMap<>();
    wanted.forEach(
        (name, value) -> {
          if (!value.equals(live.get(name))) {
            wrong.put(name, String.valueOf(live.get(name)));
          }
        });
    return wrong;
  }

  private RedisFacts library(
      DesiredInstance desired, InstanceAddress address, RedisFacts facts, Journal journal) {
    Observation seen = facts.observation().orElseThrow();
    if (isDesired(desired, address, seen)) {
      journal.verified(seen, seen.info().orElseThrow());
      return facts.withLibrary(seen.info(), Optional.empty());
    }
    try {
      RedisAdmin.Pushed pushed =
          admin.push(
              address, desired.library(), desired.program().trial(), desired.memory().maxmemory());
      journal.pushed(seen, pushed);
      return facts.withLibrary(Optional.of(pushed.info()), Optional.empty());
    } catch (SelfTestFailure e) {
      journal.pushFailed("the self-test failed: " + e.getMessage());
      return facts.withLibrary(
          seen.info(), Optional.of(new LibraryProblem("SelfTestFailed", e.getMessage())));
    } catch (RedisUnavailable e) {
      journal.pushFailed(e.getMessage());
      if (e.reason() != RedisUnavailable.Cause.REFUSED) {
        throw e;
      }
      return facts.withLibrary(
          seen.info(), Optional.of(new LibraryProblem("PushFailed", e.getMessage())));
    }
  }

  /** What the library says of itself, that it is the only one, and its very text. */
  private boolean isDesired(DesiredInstance desired, InstanceAddress address, Observation seen) {
    String name = desired.library().name();
    return seen.libraries().equals(List.of(name))
        && seen.info().filter(info -> says(desired, info)).isPresent()
        && desired.library().text().equals(admin.libraryTexts(address).get(name));
  }

  private static boolean says(DesiredInstance desired, LibraryInfo info) {
    return info.digest().equals(desired.library().digest())
        && info.generation() == desired.library().generation()
        && info.policyUid().equals(desired.owner().uid())
        && !info.testClock();
  }

  private static Failure failure(RedisUnavailable e) {
    return switch (e.reason()) {
      case UNREACHABLE, TIMEOUT -> new Failure("Unreachable", e.getMessage(), true);
      case AUTHENTICATION -> new Failure("AuthenticationFailed", e.getMessage(), true);
      case LOADING -> new Failure("Starting", e.getMessage(), false);
      case REFUSED -> new Failure("UnexpectedAnswer", e.getMessage(), true);
    };
  }
}
