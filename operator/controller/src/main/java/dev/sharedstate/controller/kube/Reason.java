// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.kube;

/** Reasons of the Events on a policy. Closed, so that people can search and alert on them. */
public enum Reason {
  PolicyAccepted(false),
  PolicyRejected(true),
  LibraryPushed(false),
  PushFailed(true),
  ConfigDriftCorrected(true),
  LibraryDriftCorrected(true),
  UsersDriftCorrected(true),
  ObjectRestored(true),
  SecretRestored(true),
  PodRolled(false),
  RedisReady(false),
  RedisNotReady(true),
  NameConflict(true),
  MemoryPressure(true),
  MemoryPressureRelieved(false),
  UnfinishedWriteDropped(true),
  ManagedByOther(true);

  private final boolean warning;

  Reason(boolean warning) {
    this.warning = warning;
  }

  String type() {
    return warning ? "Warning" : "Normal";
  }
}
