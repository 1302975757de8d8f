// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sharedstate.controller.redis.Observation.ServerFigures;
import org.junit.jupiter.api.Test;

class InfoTextTest {
  private static final String TEXT =
      String.join(
          "\r\n",
          "# Server",
          "redis_version:7.2.4",
          "server_name:valkey",
          "valkey_version:8.1.1",
          "run_id:abc",
          "uptime_in_seconds:9",
          "executable:/usr/bin/redis-server:odd",
          "",
          "# Stats",
          "connected_clients:3",
          "used_memory:1000",
          "used_memory_rss:2000",
          "maxmemory:4000",
          "expired_keys:5",
          "evicted_keys:6",
          "rejected_connections:7",
          "# Errorstats",
          "errorstat_ERR:count=2",
          "errorstat_OOM:count=8",
          "# Keyspace",
          "db0:keys=10,expires=9,avg_ttl=0,subexpiry=0",
          "db12:keys=1,expires=0,avg_ttl=0",
          "");

  @Test
  void figures() {
    assertThat(new InfoText(TEXT).figures())
        .isEqualTo(new ServerFigures(1000, 2000, 4000, 6, 5, 8, 3, 7, 11, 9));
  }

  @Test
  void valkeySaysItsOwnVersion() {
    InfoText info = new InfoText(TEXT);
    assertThat(info.version()).isEqualTo("8.1.1");
    assertThat(info.engine()).isEqualTo("valkey");
    assertThat(info.runId()).isEqualTo("abc");
  }

  @Test
  void whatIsMissingOrOddCountsAsNothing() {
    InfoText info = new InfoText("redis_version:7.0.15\r\nused_memory:lots");
    assertThat(info.version()).isEqualTo("7.0.15");
    assertThat(info.engine()).isEqualTo("redis");
    assertThat(info.figures()).isEqualTo(new ServerFigures(0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
  }
}
