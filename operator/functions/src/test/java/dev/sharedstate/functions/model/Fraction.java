// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.functions.model;

import java.math.BigInteger;

/** An exact rational number; the denominator is positive. */
record Fraction(BigInteger numerator, BigInteger denominator) implements Comparable<Fraction> {
  static final Fraction ZERO = of(0, 1);

  Fraction {
    BigInteger common = numerator.gcd(denominator);
    numerator = numerator.divide(common);
    denominator = denominator.divide(common);
  }

  static Fraction of(long numerator, long denominator) {
    return new Fraction(BigInteger.valueOf(numerator), BigInteger.valueOf(denominator));
  }

  static Fraction of(BigInteger whole) {
    return new Fraction(whole, BigInteger.ONE);
  }

  Fraction plus(Fraction other) {
    return new Fraction(
        numerator.multiply(other.denominator).add(other.numerator.multiply(denominator)),
        denominator.multiply(other.denominator));
  }

  Fraction minus(Fraction other) {
    return plus(new Fraction(other.numerator.negate(), other.denominator));
  }

  Fraction times(Fraction other) {
    return new Fraction(
        numerator.multiply(other.numerator), denominator.multiply(other.denominator));
  }

  /** Divided by a positive number. */
  Fraction per(Fraction other) {
    return times(new Fraction(other.denominator, other.numerator));
  }

  Fraction atLeast(Fraction other) {
    return compareTo(other) < 0 ? other : this;
  }

  Fraction atMost(Fraction other) {
    return compareTo(other) > 0 ? other : this;
  }

  BigInteger floor() {
    BigInteger[] quotient = numerator.divideAndRemainder(denominator);
    return quotient[1].signum() < 0 ? quotient[0].subtract(BigInteger.ONE) : quotient[0];
  }

  BigInteger ceil() {
    return new Fraction(numerator.negate(), denominator).floor().negate();
  }

  @Override
  public int compareTo(Fraction other) {
    return numerator.multiply(other.denominator).compareTo(other.numerator.multiply(denominator));
  }
}
