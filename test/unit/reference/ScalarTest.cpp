//===- ScalarTest.cpp - One number in a register --------------------------===//

#include "Scalar.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace mlir;
using namespace plait::reference;

namespace {
struct ScalarTest : ::testing::Test {
  MLIRContext context;
  Builder b{&context};

  /// What memory keeps of a float.
  double kept(Type type, double value) {
    ScalarType scalar = *ScalarType::of(type);
    char bytes[16] = {};
    Slot slot;
    slot.d = value;
    store(scalar, slot, bytes);
    return load(scalar, bytes).d;
  }
  int64_t keptInteger(unsigned width, int64_t value) {
    ScalarType scalar = *ScalarType::of(b.getIntegerType(width));
    char bytes[16] = {};
    Slot slot;
    slot.i = value;
    store(scalar, slot, bytes);
    return static_cast<int64_t>(load(scalar, bytes).i);
  }
};
} // namespace

TEST_F(ScalarTest, WrapsAtTheWidth) {
  EXPECT_EQ(static_cast<int64_t>(wrap(255, 8)), -1);
  EXPECT_EQ(static_cast<int64_t>(wrap(128, 8)), -128);
  EXPECT_EQ(static_cast<int64_t>(wrap(9 + 9, 4)), 2);
  EXPECT_EQ(static_cast<int64_t>(wrap(1, 1)), -1);
  EXPECT_EQ(static_cast<uint64_t>(unsignedOf(-1, 8)), 255u);
  EXPECT_EQ(static_cast<uint64_t>(unsignedOf(-1, 64)), UINT64_MAX);
}

TEST_F(ScalarTest, IntegersKeepTheirLowBits) {
  EXPECT_EQ(keptInteger(1, -1), -1);
  EXPECT_EQ(keptInteger(4, 8), -8);
  EXPECT_EQ(keptInteger(8, 300), 44);
  EXPECT_EQ(keptInteger(16, -5), -5);
  EXPECT_EQ(keptInteger(64, INT64_MIN), INT64_MIN);
}

TEST_F(ScalarTest, Bfloat16RoundsHalvesToEven) {
  Type bf16 = b.getBF16Type();
  EXPECT_EQ(kept(bf16, 257), 256);
  EXPECT_EQ(kept(bf16, 259), 260);
  EXPECT_EQ(kept(bf16, 3.4e38), HUGE_VAL);
  EXPECT_TRUE(std::isnan(kept(bf16, std::nan(""))));
  EXPECT_TRUE(std::signbit(kept(bf16, -0.0)));
}

TEST_F(ScalarTest, SmallFloatsOverflowAsTheyDo) {
  EXPECT_EQ(kept(b.getF16Type(), 65519), 65504);
  EXPECT_EQ(kept(b.getF16Type(), 65520), HUGE_VAL);
  EXPECT_EQ(kept(b.getType<Float8E5M2Type>(), 61440), HUGE_VAL);
  EXPECT_EQ(kept(b.getType<Float8E4M3FNType>(), 460), 448);
  EXPECT_TRUE(std::isnan(kept(b.getType<Float8E4M3FNType>(), 480)));
}

TEST_F(ScalarTest, EveryBfloat16IsItself) {
  ScalarType type = *ScalarType::of(b.getBF16Type());
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    uint16_t in = bits, out = 0;
    Slot slot = load(type, reinterpret_cast<char *>(&in));
    store(type, slot, reinterpret_cast<char *>(&out));
    if (!std::isnan(slot.d))
      ASSERT_EQ(in, out) << bits;
  }
}

TEST_F(ScalarTest, EveryFloat16IsItself) {
  ScalarType type = *ScalarType::of(b.getF16Type());
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    uint16_t in = bits, out = 0;
    Slot slot = load(type, reinterpret_cast<char *>(&in));
    store(type, slot, reinterpret_cast<char *>(&out));
    if (!std::isnan(slot.d))
      ASSERT_EQ(in, out) << bits;
  }
}

TEST_F(ScalarTest, SingleArithmeticRoundsLikeFloat) {
  // A product of floats has at most 48 digits: the double is exact.
  ScalarType type = *ScalarType::of(b.getF32Type());
  for (int i = 1; i < 1000; ++i) {
    float x = 1.0f + i * 1.1920929e-07f, y = 3.0f / i;
    EXPECT_EQ(static_cast<float>(rounded(double(x) * double(y), type)), x * y);
    EXPECT_EQ(static_cast<float>(rounded(double(x) / double(y), type)), x / y);
    EXPECT_EQ(static_cast<float>(rounded(std::sqrt(double(y)), type)),
              std::sqrt(y));
  }
}

TEST_F(ScalarTest, ReadsConstants) {
  EXPECT_EQ(static_cast<int64_t>(slotOf(b.getI8IntegerAttr(-3))->i), -3);
  EXPECT_EQ(static_cast<int64_t>(slotOf(b.getBoolAttr(true))->i), -1);
  EXPECT_EQ(slotOf(b.getF32FloatAttr(0.5f))->d, 0.5);
  auto pair = b.getArrayAttr({b.getF32FloatAttr(1), b.getF32FloatAttr(-2)});
  EXPECT_EQ(slotOf(pair)->complex(), std::complex<double>(1, -2));
  EXPECT_FALSE(slotOf(b.getStringAttr("x")));
}
