// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller;

import dev.sharedstate.controller.config.ConfigError;
import dev.sharedstate.controller.config.OperatorConfig;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The operator's process: reads the environment, starts, and stops in order. */
public final class OperatorMain {
  private static final Logger LOG = LoggerFactory.getLogger(OperatorMain.class);

  private OperatorMain() {}

  public static void main(String[] args) {
    OperatorConfig config;
    try {
      config = OperatorConfig.from(System.getenv());
    } catch (ConfigError e) {
      LOG.atError().log(e.getMessage());
      System.exit(2);
      return;
    }
    // HTTP/2 keeps using a connection whose other end is silently gone; there is no ping.
    KubernetesClient client =
        new KubernetesClientBuilder()
            .withConfig(new ConfigBuilder().withHttp2Disable(true).build())
            .withHttpClientFactory(new JdkHttpClientFactory())
            .build();
    CountDownLatch stopped = new CountDownLatch(1);
    RunningOperator operator;
    try {
      operator = RunningOperator.start(config, client);
    } catch (Exception e) { // whatever it is: say so and let the kubelet try again
      LOG.atError().setCause(e).log("the operator cannot start: {}", rootMessage(e));
      System.exit(1);
      return;
    }
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  operator.close();
                  client.close();
                  stopped.countDown();
                  // Asked to stop and done so: 0, not the JVM's 143.
                  Runtime.getRuntime().halt(0);
                },
                "shutdown"));
    awaitForever(stopped);
  }

  private static String rootMessage(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return String.valueOf(root.getMessage());
  }

  /** Nothing else may keep the process: the threads of the parts are daemons, or may be. */
  private static void awaitForever(CountDownLatch stopped) {
    try {
      stopped.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
