//===- DTypeTest.cpp - Names of types, and 16-bit floats bit by bit -------===//

#include "core/DType.h"
#include "core/HalfFloat.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

using namespace plait::runtime;

TEST(DType, NamesLeadBack) {
  for (int32_t dtype = 0; dtype < numDTypes; ++dtype) {
    const DTypeInfo &info = dtypeInfo(dtype);
    EXPECT_EQ(dtypeFromNumpy(info.numpy), dtype);
    EXPECT_EQ(dtypeFromNpy(info.npy), dtype);
    if (info.safetensors) {
      EXPECT_EQ(dtypeFromSafeTensors(info.safetensors), dtype);
    }
  }
}

TEST(DType, UnknownNames) {
  EXPECT_FALSE(dtypeFromNumpy("float8"));
  EXPECT_FALSE(dtypeFromSafeTensors("F8_E4M3"));
  EXPECT_FALSE(dtypeFromNpy("U10"));
  EXPECT_FALSE(dtypeFromNpy(""));
  EXPECT_FALSE(isDType(-1));
  EXPECT_FALSE(isDType(15));
}

TEST(DType, Widths) {
  EXPECT_EQ(byteWidth(PLAIT_BOOL), 1);
  EXPECT_EQ(byteWidth(PLAIT_BF16), 2);
  EXPECT_EQ(byteWidth(PLAIT_C128), 16);
}

/// What the bits of a 16-bit float mean, by the definition.
static double meaning(uint16_t bits, int exponentBits) {
  int mantissaBits = 15 - exponentBits;
  int bias = (1 << (exponentBits - 1)) - 1;
  int exponent = (bits & 0x7fff) >> mantissaBits;
  double mantissa = bits & ((1 << mantissaBits) - 1);
  double sign = bits & 0x8000 ? -1 : 1;
  if (exponent == (1 << exponentBits) - 1)
    return mantissa ? std::nan("") : sign * INFINITY;
  if (exponent == 0)
    return sign * std::ldexp(mantissa, 1 - bias - mantissaBits);
  return sign *
         std::ldexp(1 + std::ldexp(mantissa, -mantissaBits), exponent - bias);
}

static bool sameNumber(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) ||
         (a == b && std::signbit(a) == std::signbit(b));
}

TEST(HalfFloat, WidensAllValuesExactly) {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    uint16_t half = uint16_t(bits);
    ASSERT_TRUE(sameNumber(toFloat(F16{half}), meaning(half, 5))) << bits;
    ASSERT_TRUE(sameNumber(toFloat(Bf16{half}), meaning(half, 8))) << bits;
  }
}

TEST(HalfFloat, NarrowsItsOwnValuesBack) {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    uint16_t half = uint16_t(bits);
    if (!std::isnan(meaning(half, 5))) {
      ASSERT_EQ(toF16(toFloat(F16{half})).bits, half);
    }
    if (!std::isnan(meaning(half, 8))) {
      ASSERT_EQ(toBf16(toFloat(Bf16{half})).bits, half);
    }
  }
}

/// Between all neighbours: the middle goes to the even one, either side of it
/// to the nearer one.
template <typename Half, typename Narrow>
static void checkRounding(int exponentBits, Narrow narrow) {
  uint16_t infinity =
      uint16_t(((1 << exponentBits) - 1) << (15 - exponentBits));
  for (uint16_t low = 0; low + 1 < infinity; ++low) {
    uint16_t high = uint16_t(low + 1), even = low & 1 ? high : low;
    double middle =
        (meaning(low, exponentBits) + meaning(high, exponentBits)) / 2;
    float exact = float(middle);
    if (exact != middle)
      continue; // bfloat16 subnormals: not a float
    ASSERT_EQ(narrow(exact).bits, even) << low;
    ASSERT_EQ(narrow(-exact).bits, even | 0x8000) << low;
    ASSERT_EQ(narrow(std::nextafterf(exact, 0)).bits, low);
    ASSERT_EQ(narrow(std::nextafterf(exact, INFINITY)).bits, high);
  }
}

TEST(HalfFloat, RoundsToNearestEven) {
  checkRounding<F16>(5, [](float value) { return toF16(value); });
  checkRounding<Bf16>(8, [](float value) { return toBf16(value); });
}

TEST(HalfFloat, OverflowIsInfinity) {
  EXPECT_EQ(toF16(65504.f).bits, 0x7bff);
  EXPECT_EQ(toF16(65519.f).bits, 0x7bff);
  EXPECT_EQ(toF16(65520.f).bits, 0x7c00);
  EXPECT_EQ(toF16(-1e30f).bits, 0xfc00);
  EXPECT_EQ(toF16(INFINITY).bits, 0x7c00);
  EXPECT_EQ(toBf16(std::numeric_limits<float>::max()).bits, 0x7f80);
  EXPECT_EQ(toBf16(-INFINITY).bits, 0xff80);
}

TEST(HalfFloat, NanStaysNan) {
  for (uint32_t bits : {0x7f800001u, 0x7fc00000u, 0xff812345u, 0x7fffffffu}) {
    EXPECT_TRUE(std::isnan(toFloat(toF16(asFloat(bits))))) << bits;
    EXPECT_TRUE(std::isnan(toFloat(toBf16(asFloat(bits))))) << bits;
  }
}
