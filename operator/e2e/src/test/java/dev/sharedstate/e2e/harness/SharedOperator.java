// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.e2e.harness;

import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * One operator for all test classes, installed before the first and removed after the last, and a
 * namespace for each class. A test that stops the operator need not start it again: the next test
 * finds it running. Classes run one after the other.
 */
public final class SharedOperator
    implements BeforeAllCallback, BeforeEachCallback, AfterAllCallback, ParameterResolver {
  private static final Namespace STORE = Namespace.create(SharedOperator.class);
  private static final String RELEASE = "sso-e2e";

  /** Removed with the session. */
  private record Session(Operator operator) implements ExtensionContext.Store.CloseableResource {
    static Session start() {
      refuseSecondOperator();
      String namespace = Cluster.newNamespace("e2e-operator");
      // A short resync shows loops and lost corrections that ten minutes would hide.
      return new Session(
          Operator.install(
              RELEASE, namespace, "config.resyncPeriod=20s", "config.probeInterval=1s"));
    }

    @Override
    public void close() throws IOException {
      Path folder = Files.createDirectories(Path.of("target"));
      Files.writeString(folder.resolve("operator.log"), operator.log());
      operator.uninstall();
      Cluster.deleteNamespace(operator.namespace());
    }
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    session(context);
    context
        .getStore(STORE)
        .put(
            "namespace",
            Cluster.newNamespace(
                "e2e-"
                    + context
                        .getRequiredTestClass()
                        .getSimpleName()
                        .toLowerCase(java.util.Locale.ROOT)
                        .replace("e2e", "")));
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    session(context).operator().scale(1);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    Cluster.deleteNamespace(context.getStore(STORE).get("namespace", String.class));
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return List.of(Operator.class, String.class).contains(parameter.getParameter().getType());
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Operator.class
        ? session(context).operator()
        : context.getStore(STORE).get("namespace", String.class);
  }

  private static Session session(ExtensionContext context) {
    return context
        .getRoot()
        .getStore(STORE)
        .getOrComputeIfAbsent(Session.class, type -> Session.start(), Session.class);
  }

  /** Two operators that watch every namespace would take each other's policies. */
  private static void refuseSecondOperator() {
    List<Deployment> others =
        Cluster.client()
            .apps()
            .deployments()
            .inAnyNamespace()
            .withLabel("app.kubernetes.io/part-of", "shared-state-operator")
            .list()
            .getItems();
    if (!others.isEmpty()) {
      Deployment other = others.get(0);
      throw new AssertionError(
          "another operator is installed; run: helm uninstall -n "
              + other.getMetadata().getNamespace()
              + " "
              + other.getMetadata().getLabels().get("app.kubernetes.io/instance"));
    }
  }
}
