//===- CombineTest.cpp - Element-wise reductions --------------------------===//

#include "core/Combine.h"
#include "core/HalfFloat.h"

#include <cmath>
#include <complex>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

using namespace plait::runtime;

/// One element of each source.
template <typename T>
static T combineAll(int32_t dtype, int32_t combiner, std::vector<T> values) {
  std::vector<const void *> sources;
  for (const T &value : values)
    sources.push_back(&value);
  T out;
  combine(dtype, combiner, sources.data(), int64_t(sources.size()), &out, 1);
  return out;
}

TEST(Combine, NanWinsWherever) {
  float nan = NAN;
  for (int32_t combiner : {PLAIT_MAX, PLAIT_MIN}) {
    EXPECT_TRUE(std::isnan(combineAll<float>(PLAIT_F32, combiner, {nan, 1})));
    EXPECT_TRUE(std::isnan(combineAll<float>(PLAIT_F32, combiner, {1, nan})));
    EXPECT_TRUE(
        std::isnan(combineAll<float>(PLAIT_F32, combiner, {1, nan, 2})));
    EXPECT_TRUE(std::isnan(
        combineAll<double>(PLAIT_F64, combiner, {1, 3, std::nan("")})));
    Bf16 half = combineAll<Bf16>(PLAIT_BF16, combiner,
                                 {toBf16(1), toBf16(nan), toBf16(2)});
    EXPECT_TRUE(std::isnan(toFloat(half)));
  }
}

TEST(Combine, ZerosAreOrdered) {
  for (bool swap : {false, true}) {
    float a = swap ? 0.f : -0.f, b = swap ? -0.f : 0.f;
    EXPECT_FALSE(std::signbit(combineAll<float>(PLAIT_F32, PLAIT_MAX, {a, b})));
    EXPECT_TRUE(std::signbit(combineAll<float>(PLAIT_F32, PLAIT_MIN, {a, b})));
  }
}

TEST(Combine, InfinitiesAreNumbers) {
  EXPECT_EQ(combineAll<float>(PLAIT_F32, PLAIT_MAX, {1, INFINITY}), INFINITY);
  EXPECT_EQ(combineAll<float>(PLAIT_F32, PLAIT_MIN, {1, -INFINITY}), -INFINITY);
}

TEST(Combine, SignednessFollowsTheType) {
  EXPECT_EQ(combineAll<int8_t>(PLAIT_I8, PLAIT_MAX, {-1, 1}), 1);
  EXPECT_EQ(combineAll<uint8_t>(PLAIT_U8, PLAIT_MAX, {255, 1}), 255);
  EXPECT_EQ(combineAll<int64_t>(PLAIT_I64, PLAIT_MIN, {INT64_MIN, 1}),
            INT64_MIN);
  EXPECT_EQ(combineAll<uint64_t>(PLAIT_U64, PLAIT_MIN, {UINT64_MAX, 1}), 1u);
}

TEST(Combine, IntegersWrap) {
  EXPECT_EQ(combineAll<int8_t>(PLAIT_I8, PLAIT_SUM, {120, 100}), -36);
  EXPECT_EQ(combineAll<int16_t>(PLAIT_I16, PLAIT_PROD, {300, 300}), 24464);
  EXPECT_EQ(combineAll<uint16_t>(PLAIT_U16, PLAIT_PROD, {65535, 65535}), 1);
  EXPECT_EQ(combineAll<int32_t>(PLAIT_I32, PLAIT_SUM, {INT32_MAX, 1}),
            INT32_MIN);
  EXPECT_EQ(combineAll<int64_t>(PLAIT_I64, PLAIT_PROD, {INT64_MAX, 2}), -2);
}

/// 256 + seven times 1 in bfloat16: one by one each 1 would be lost.
TEST(Combine, BfloatAccumulatesInFloat) {
  std::vector<Bf16> values(8, toBf16(1));
  values[0] = toBf16(256);
  EXPECT_EQ(toFloat(combineAll<Bf16>(PLAIT_BF16, PLAIT_SUM, values)),
            toFloat(toBf16(263)));
}

TEST(Combine, HalfAccumulatesInFloat) {
  std::vector<F16> values(8, toF16(1));
  values[0] = toF16(2048);
  EXPECT_EQ(toFloat(combineAll<F16>(PLAIT_F16, PLAIT_SUM, values)),
            toFloat(toF16(2055)));
}

TEST(Combine, OrderIsThatOfTheSources) {
  EXPECT_EQ(combineAll<float>(PLAIT_F32, PLAIT_SUM, {1e8f, -1e8f, 1.f}), 1.f);
  EXPECT_EQ(combineAll<float>(PLAIT_F32, PLAIT_SUM, {1e8f, 1.f, -1e8f}), 0.f);
}

TEST(Combine, BooleansAreLogical) {
  struct Row {
    int32_t combiner;
    uint8_t a, b, want;
  };
  for (Row row : {Row{PLAIT_SUM, 1, 1, 1}, Row{PLAIT_SUM, 0, 0, 0},
                  Row{PLAIT_PROD, 1, 0, 0}, Row{PLAIT_MAX, 0, 1, 1},
                  Row{PLAIT_MIN, 1, 0, 0}, Row{PLAIT_AND, 1, 1, 1},
                  Row{PLAIT_OR, 0, 1, 1}, Row{PLAIT_XOR, 1, 1, 0}})
    EXPECT_EQ(combineAll<uint8_t>(PLAIT_BOOL, row.combiner, {row.a, row.b}),
              row.want)
        << row.combiner;
}

TEST(Combine, ComplexSumAndProduct) {
  using C = std::complex<float>;
  EXPECT_EQ(combineAll<C>(PLAIT_C64, PLAIT_SUM, {{1, 2}, {3, -5}}), C(4, -3));
  EXPECT_EQ(combineAll<C>(PLAIT_C64, PLAIT_PROD, {{1, 2}, {3, -5}}), C(13, 1));
}

TEST(Combine, WhatIsDefined) {
  EXPECT_TRUE(canCombine(PLAIT_F32, PLAIT_MIN));
  EXPECT_FALSE(canCombine(PLAIT_F32, PLAIT_AND));
  EXPECT_FALSE(canCombine(PLAIT_C64, PLAIT_MAX));
  EXPECT_TRUE(canCombine(PLAIT_BOOL, PLAIT_XOR));
  EXPECT_FALSE(canCombine(PLAIT_I32, 7));
  EXPECT_FALSE(canCombine(PLAIT_I32, -1));
}

/// Longer than one block, not a multiple of it.
TEST(Combine, LongArrays) {
  constexpr int64_t count = 5001;
  std::vector<Bf16> a(count), b(count), out(count);
  for (int64_t i = 0; i < count; ++i) {
    a[i] = toBf16(float(i % 97));
    b[i] = toBf16(float(-(i % 89)));
  }
  const void *sources[] = {a.data(), b.data()};
  combine(PLAIT_BF16, PLAIT_SUM, sources, 2, out.data(), count);
  for (int64_t i = 0; i < count; ++i)
    ASSERT_EQ(toFloat(out[i]), float(i % 97 - i % 89)) << i;
}
