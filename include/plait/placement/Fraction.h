//===- Fraction.h - Exact ratios --------------------------------*- C++ -*-===//
//
// Published formulas are fractions of a model's size, of a step or of a batch;
// as fractions they compare exactly: 2 (n-1)/n * 3/2 == 3 (n-1)/n.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PLACEMENT_FRACTION_H
#define PLAIT_PLACEMENT_FRACTION_H

#include <cstdint>
#include <numeric>

namespace plait {

/// In lowest terms, the denominator positive; numerator and denominator of
/// every result must fit into 64 bits.
class Fraction {
public:
  Fraction(int64_t integer = 0) : num(integer), den(1) {}
  /// `denominator` is not 0.
  Fraction(int64_t numerator, int64_t denominator)
      : num(numerator), den(denominator) {
    int64_t common = std::gcd(num, den);
    if (den < 0)
      common = -common;
    num /= common;
    den /= common;
  }

  int64_t numerator() const { return num; }
  int64_t denominator() const { return den; }
  double toDouble() const { return static_cast<double>(num) / den; }
  /// The smallest integer that is not less than this times `factor`.
  int64_t ceilTimes(int64_t factor) const {
    __int128 product = static_cast<__int128>(num) * factor;
    __int128 quotient = product / den;
    if (product % den != 0 && product > 0)
      ++quotient;
    return static_cast<int64_t>(quotient);
  }

  friend Fraction operator+(Fraction a, Fraction b) {
    int64_t common = std::gcd(a.den, b.den);
    return {a.num * (b.den / common) + b.num * (a.den / common),
            a.den / common * b.den};
  }
  friend Fraction operator-(Fraction a, Fraction b) {
    return a + Fraction(-b.num, b.den);
  }
  friend Fraction operator*(Fraction a, Fraction b) {
    Fraction left(a.num, b.den), right(b.num, a.den); // reduce first
    return {left.num * right.num, left.den * right.den};
  }
  /// `b` is not 0.
  friend Fraction operator/(Fraction a, Fraction b) {
    return a * Fraction(b.den, b.num);
  }
  Fraction &operator+=(Fraction other) { return *this = *this + other; }
  friend bool operator==(Fraction a, Fraction b) {
    return a.num == b.num && a.den == b.den;
  }
  friend bool operator!=(Fraction a, Fraction b) { return !(a == b); }
  friend bool operator<(Fraction a, Fraction b) { return (a - b).num < 0; }

private:
  int64_t num, den;
};

} // namespace plait

#endif // PLAIT_PLACEMENT_FRACTION_H
