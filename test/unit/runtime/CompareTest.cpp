//===- CompareTest.cpp - The rule of --expected ---------------------------===//

#include "core/HalfFloat.h"
#include "plait/runtime/TensorFile.h"

#include <cmath>
#include <complex>
#include <gtest/gtest.h>

using namespace plait::runtime;

template <typename T>
static Tensor tensorOf(int32_t dtype, const std::vector<T> &values,
                       std::vector<int64_t> shape = {}) {
  Tensor tensor;
  tensor.name = "t";
  tensor.dtype = dtype;
  tensor.shape =
      shape.empty() ? std::vector<int64_t>{int64_t(values.size())} : shape;
  tensor.data = values.data();
  return tensor;
}

template <typename T>
static bool agree(int32_t dtype, const std::vector<T> &a,
                  const std::vector<T> &b, double tolerance = -1) {
  std::string difference;
  bool result = tensorsAgree(tensorOf(dtype, a), tensorOf(dtype, b), tolerance,
                             &difference);
  EXPECT_EQ(result, difference.empty());
  return result;
}

using Floats = std::vector<float>;

TEST(Compare, RelativeToTheLargest) {
  EXPECT_TRUE(agree<float>(PLAIT_F32, {100.009f, 0}, {100, 0}));
  EXPECT_FALSE(agree<float>(PLAIT_F32, {100.011f, 0}, {100, 0}));
  // Small elements may be off by as much as large ones.
  EXPECT_TRUE(agree<float>(PLAIT_F32, {100, 0.009f}, {100, 0}));
  EXPECT_FALSE(agree<float>(PLAIT_F32, {0.001f}, {0}));
}

TEST(Compare, Tolerances) {
  EXPECT_TRUE(agree<float>(PLAIT_F32, {1.5f}, {1}, 0.6));
  EXPECT_FALSE(agree<float>(PLAIT_F32, {1.5f}, {1}, 0.4));
  EXPECT_FALSE(agree<float>(PLAIT_F32, {1.0000001f}, {1}, 0));
  EXPECT_TRUE(agree<double>(PLAIT_F64, {1 + 1e-11}, {1}));
  EXPECT_FALSE(agree<double>(PLAIT_F64, {1 + 1e-9}, {1}));
  EXPECT_TRUE(agree<Bf16>(PLAIT_BF16, {toBf16(1.01f)}, {toBf16(1)}));
  EXPECT_FALSE(agree<Bf16>(PLAIT_BF16, {toBf16(1.05f)}, {toBf16(1)}));
  EXPECT_TRUE(agree<F16>(PLAIT_F16, {toF16(1.01f)}, {toF16(1)}));
  EXPECT_DOUBLE_EQ(defaultTolerance(PLAIT_C128), 1e-10);
  EXPECT_DOUBLE_EQ(defaultTolerance(PLAIT_I32), 0);
}

TEST(Compare, NanEqualsNanOnly) {
  EXPECT_TRUE(agree<float>(PLAIT_F32, {NAN, 1}, {NAN, 1}));
  EXPECT_FALSE(agree<float>(PLAIT_F32, {NAN, 1}, {1, 1}, 1e9));
  EXPECT_FALSE(agree<float>(PLAIT_F32, {1, 1}, {1, NAN}, 1e9));
}

TEST(Compare, InfinityEqualsItselfOnly) {
  EXPECT_TRUE(agree<float>(PLAIT_F32, {INFINITY, 1}, {INFINITY, 1}));
  EXPECT_FALSE(agree<float>(PLAIT_F32, {-INFINITY, 1}, {INFINITY, 1}, 1e9));
  EXPECT_FALSE(agree<float>(PLAIT_F32, {3e38f, 1}, {INFINITY, 1}, 1e9));
  EXPECT_FALSE(agree<float>(PLAIT_F32, {INFINITY, 1}, {1, 1}, 1e9));
  // An infinite b does not make everything else small.
  EXPECT_FALSE(agree<float>(PLAIT_F32, {INFINITY, 2}, {INFINITY, 1}));
}

TEST(Compare, IntegersExactly) {
  EXPECT_TRUE(agree<int64_t>(PLAIT_I64, {INT64_MAX}, {INT64_MAX}));
  EXPECT_FALSE(agree<int64_t>(PLAIT_I64, {INT64_MAX}, {INT64_MAX - 1}, 1));
  EXPECT_FALSE(agree<uint8_t>(PLAIT_BOOL, {1, 0}, {1, 1}));
}

TEST(Compare, ComplexByAbsoluteValue) {
  using C = std::complex<float>;
  EXPECT_TRUE(agree<C>(PLAIT_C64, {{100, 0.005f}}, {{100, 0}}));
  EXPECT_FALSE(agree<C>(PLAIT_C64, {{100, 0.02f}}, {{100, 0}}));
  EXPECT_FALSE(agree<C>(PLAIT_C64, {{100, NAN}}, {{100, 0}}));
}

TEST(Compare, EmptyTensorsAgree) {
  Tensor a = tensorOf<float>(PLAIT_F32, {}, {0, 3});
  std::string difference;
  EXPECT_TRUE(tensorsAgree(a, a, -1, &difference));
}

TEST(Compare, RelativeDifferenceIsTheSmallestTolerance) {
  auto difference = [](Floats a, Floats b) {
    return relativeDifference(tensorOf(PLAIT_F32, a), tensorOf(PLAIT_F32, b));
  };
  EXPECT_DOUBLE_EQ(difference({1, -3, 8}, {1, -4, 8}), 1.0 / 8);
  EXPECT_EQ(difference({NAN, INFINITY, 0}, {NAN, INFINITY, 0}), 0);
  EXPECT_TRUE(std::isinf(difference({0.5f}, {0})));
  std::vector<int32_t> c = {1, 2};
  EXPECT_EQ(relativeDifference(tensorOf(PLAIT_I32, c), tensorOf(PLAIT_I32, c)),
            0);
}

TEST(Compare, SaysWhereAndWhat) {
  Floats a = {1, 2, 3, 4, 5, 9}, b = {1, 2, 3, 4, 5, 6};
  std::string difference;
  EXPECT_FALSE(tensorsAgree(tensorOf(PLAIT_F32, a, {2, 3}),
                            tensorOf(PLAIT_F32, b, {2, 3}), -1, &difference));
  EXPECT_EQ(difference, "'t' differs at [1, 2]: got 9, expected 6; max |a-b| "
                        "must be at most 0.0001 x 6, got: 3");
  std::vector<int32_t> c = {1, 2, 3}, d = {1, 5, 4};
  EXPECT_FALSE(tensorsAgree(tensorOf(PLAIT_I32, c), tensorOf(PLAIT_I32, d), -1,
                            &difference));
  EXPECT_EQ(difference, "'t' differs at [1]: got 2, expected 5; 2 of 3 "
                        "elements differ");
}

TEST(Compare, TypesAndShapes) {
  Floats a = {1, 2};
  std::string difference;
  EXPECT_FALSE(tensorsAgree(tensorOf(PLAIT_F32, a), tensorOf(PLAIT_I32, a), -1,
                            &difference));
  EXPECT_EQ(difference, "'t' differs: got float32[2], expected int32[2]");
  EXPECT_FALSE(tensorsAgree(tensorOf(PLAIT_F32, a),
                            tensorOf(PLAIT_F32, a, {2, 1}), -1, &difference));
}

TEST(Compare, SpellsElements) {
  std::vector<uint8_t> truth = {1, 0};
  EXPECT_EQ(spellElement(tensorOf(PLAIT_BOOL, truth), 0), "true");
  std::vector<uint64_t> large = {UINT64_MAX};
  EXPECT_EQ(spellElement(tensorOf(PLAIT_U64, large), 0),
            "18446744073709551615");
  std::vector<int8_t> small = {-5};
  EXPECT_EQ(spellElement(tensorOf(PLAIT_I8, small), 0), "-5");
  std::vector<std::complex<double>> c = {{1.5, -2}};
  EXPECT_EQ(spellElement(tensorOf(PLAIT_C128, c), 0), "1.5-2j");
  std::vector<Bf16> half = {toBf16(0.5f)};
  EXPECT_EQ(spellElement(tensorOf(PLAIT_BF16, half), 0), "0.5");
}
