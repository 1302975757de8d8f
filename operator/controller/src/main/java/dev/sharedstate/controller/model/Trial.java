// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.model;

import dev.sharedstate.functions.FunctionCaller;
import dev.sharedstate.functions.Library;
import java.util.function.Consumer;

/**
 * How new code is tried before it goes live.
 *
 * @param library the same code under its self-test names
 * @param selfTest calls it, and throws {@code SelfTestFailure} at a wrong answer
 */
public record Trial(Library library, Consumer<FunctionCaller> selfTest) {}
