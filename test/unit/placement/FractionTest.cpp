//===- FractionTest.cpp - Exact ratios ------------------------------------===//
#include "plait/placement/Fraction.h"

#include "gtest/gtest.h"

namespace plait {
namespace {

TEST(Fraction, IsInLowestTermsWithAPositiveDenominator) {
  Fraction f(6, -8);
  EXPECT_EQ(f.numerator(), -3);
  EXPECT_EQ(f.denominator(), 4);
  EXPECT_EQ(Fraction(0, 7), Fraction(0));
  EXPECT_EQ(Fraction(0, 7).denominator(), 1);
}

TEST(Fraction, Arithmetic) {
  EXPECT_EQ(Fraction(1, 6) + Fraction(1, 4), Fraction(5, 12));
  EXPECT_EQ(Fraction(1, 6) - Fraction(1, 4), Fraction(-1, 12));
  EXPECT_EQ(Fraction(4, 9) * Fraction(3, 8), Fraction(1, 6));
  EXPECT_EQ(Fraction(4, 9) / Fraction(-8, 3), Fraction(-1, 6));
  EXPECT_TRUE(Fraction(63, 256) < Fraction(1, 4));
  EXPECT_FALSE(Fraction(7, 32) < Fraction(7, 32));
  EXPECT_DOUBLE_EQ(Fraction(7, 32).toDouble(), 0.21875);
}

TEST(Fraction, RoundsUp) {
  EXPECT_EQ(Fraction(1, 3).ceilTimes(9), 3);
  EXPECT_EQ(Fraction(1, 3).ceilTimes(10), 4);
  EXPECT_EQ(Fraction(-1, 3).ceilTimes(10), -3);
  // Needs more than 64 bits on the way.
  EXPECT_EQ(Fraction(65535, 65536).ceilTimes(int64_t(1) << 60),
            (int64_t(1) << 60) - (int64_t(1) << 44));
}

} // namespace
} // namespace plait
