// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.crd;

class CrdOn137IT extends CrdContract {
  CrdOn137IT() {
    super("1.37.2");
  }
}
