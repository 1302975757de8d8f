// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

/** Whose library it is: the policy's uid and the generation that is compiled in. */
public record PolicyIdentity(String uid, long generation) {}
