// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.crd;

class CrdOn129IT extends CrdContract {
  CrdOn129IT() {
    super("1.29.15");
  }
}
