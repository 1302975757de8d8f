// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.crd;

class CrdOn134IT extends CrdContract {
  CrdOn134IT() {
    super("1.34.3");
  }
}
