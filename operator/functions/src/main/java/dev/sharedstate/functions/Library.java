// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions;

/**
 * A compiled Redis Functions library.
 *
 * @param name the name under which Redis knows it; one per kind, the same for every policy
 * @param version of the Lua code, the library version that {@code rl_info} answers
 * @param generation of the policy that was compiled in
 * @param digest SHA-256 in hex of the text with the digest itself blanked; {@code rl_info} answers
 *     it
 * @param text what FUNCTION LOAD takes
 */
public record Library(String name, String version, long generation, String digest, String text) {}
