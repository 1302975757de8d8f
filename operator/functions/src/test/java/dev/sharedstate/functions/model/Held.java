// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions.model;

import java.math.BigInteger;

/** What a key holds, as the definitions of the algorithms see it. */
public sealed interface Held {
  /** The first millisecond at which it means nothing any more. */
  BigInteger deadline();

  /** The text that the library keeps for it. */
  String text();

  /** {@code count} calls in the window of {@code length} ms that began at {@code start}. */
  record Window(long length, long start, BigInteger count) implements Held {
    @Override
    public BigInteger deadline() {
      return BigInteger.valueOf(start).add(BigInteger.valueOf(length));
    }

    @Override
    public String text() {
      return "f1:" + length + ":" + start + ":" + count;
    }
  }

  /** A bucket that lacked {@code missing} tokens at {@code at} and gets {@code rate} each ms. */
  record Bucket(Fraction rate, Fraction missing, long at) implements Held {
    @Override
    public BigInteger deadline() {
      return BigInteger.valueOf(at).add(missing.per(rate).ceil());
    }

    @Override
    public String text() {
      BigInteger units = missing.times(Fraction.of(rate.denominator())).numerator();
      return "t1:" + rate.denominator() + ":" + rate.numerator() + ":" + units + ":" + at;
    }
  }

  /** A record of a layout that only a later version knows. */
  record Later(String text) implements Held {
    @Override
    public BigInteger deadline() {
      return BigInteger.TWO.pow(100);
    }
  }

  /** Something that no version of the library wrote. */
  record Garbage(String text) implements Held {
    @Override
    public BigInteger deadline() {
      return BigInteger.TWO.pow(100);
    }
  }
}
