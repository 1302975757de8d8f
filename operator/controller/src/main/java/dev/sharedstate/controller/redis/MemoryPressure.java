// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.redis;

/** When memory counts as nearly full: from 85 % on, until it is below 75 % again. */
public final class MemoryPressure {
  private static final int ON_PERCENT = 85;
  private static final int OFF_PERCENT = 75;

  private MemoryPressure() {}

  /**
   * @param before whether it was under pressure
   * @param maxMemory in bytes; 0 (unlimited) is no pressure
   */
  public static boolean next(boolean before, long usedMemory, long maxMemory) {
    if (maxMemory <= 0) {
      return false;
    }
    double percent = 100.0 * usedMemory / maxMemory;
    return percent >= (before ? OFF_PERCENT : ON_PERCENT);
  }
}
