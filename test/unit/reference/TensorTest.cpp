//===- TensorTest.cpp - Values of the reference interpreter ---------------===//

#include "plait/reference/Tensor.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"
#include <cstring>

using namespace mlir;
using namespace plait::reference;

namespace {
struct TensorTest : ::testing::Test {
  MLIRContext context;
  Builder b{&context};

  Tensor floats(ArrayRef<int64_t> shape, ArrayRef<float> values) {
    Tensor tensor(b.getF32Type(), shape);
    std::memcpy(tensor.mutableData(), values.data(), tensor.numBytes());
    return tensor;
  }
  static std::string spell(const Tensor &tensor) {
    std::string text;
    for (int64_t i = 0; i < tensor.numElements(); ++i)
      text += (i ? " " : "") + tensor.spell(i);
    return text;
  }
};
} // namespace

TEST_F(TensorTest, CopiesShareUntilOneIsWritten) {
  Tensor a = floats({2}, {1, 2});
  Tensor c = a;
  EXPECT_EQ(a.data(), c.data());
  float value = 5;
  std::memcpy(c.mutableData(), &value, sizeof(value));
  EXPECT_EQ(spell(a), "1 2");
  EXPECT_EQ(spell(c), "5 2");
}

TEST_F(TensorTest, SizesOfElements) {
  EXPECT_EQ(Tensor(b.getI1Type(), {3}).numBytes(), 3);
  EXPECT_EQ(Tensor(b.getIntegerType(4), {3}).numBytes(), 3);
  EXPECT_EQ(Tensor(b.getBF16Type(), {3}).numBytes(), 6);
  EXPECT_EQ(Tensor(b.getIndexType(), {3}).numBytes(), 24);
  EXPECT_EQ(Tensor(ComplexType::get(b.getF64Type()), {3}).numBytes(), 48);
  EXPECT_EQ(Tensor(b.getF32Type(), {}).numElements(), 1);
  EXPECT_EQ(Tensor(b.getF32Type(), {0, 4}).numElements(), 0);
}

TEST_F(TensorTest, RefusesTypesItCannotHold) {
  EXPECT_FALSE(Tensor::isSupported(b.getTF32Type()));
  EXPECT_FALSE(Tensor::isSupported(VectorType::get({4}, b.getF32Type())));
  EXPECT_FALSE(Tensor::isSupported(ComplexType::get(b.getI32Type())));
  EXPECT_TRUE(Tensor::isSupported(b.getType<Float8E4M3FNType>()));
}

TEST_F(TensorTest, ReadsConstants) {
  auto i1 = RankedTensorType::get({3}, b.getI1Type());
  EXPECT_EQ(spell(*tensorOf(
                DenseElementsAttr::get(i1, ArrayRef<bool>{true, false, true}))),
            "true false true");
  auto f32 = RankedTensorType::get({2, 2}, b.getF32Type());
  EXPECT_EQ(spell(*tensorOf(DenseElementsAttr::get(f32, 1.5f))),
            "1.5 1.5 1.5 1.5");
  auto i8 = RankedTensorType::get({2}, b.getI8Type());
  EXPECT_EQ(
      spell(*tensorOf(DenseElementsAttr::get(i8, ArrayRef<int8_t>{-1, 7}))),
      "-1 7");
  auto empty = RankedTensorType::get({0}, b.getF32Type());
  EXPECT_EQ(
      tensorOf(DenseElementsAttr::get(empty, ArrayRef<float>{}))->numElements(),
      0);
}

TEST_F(TensorTest, CopiesBoxesWithStrides) {
  Tensor from = floats({2, 3}, {0, 1, 2, 3, 4, 5});
  Tensor to = floats({2, 2}, {9, 9, 9, 9});
  copyBox(from, {0, 2}, {1, -2}, to, {0, 0}, {1, 1}, {2, 2});
  EXPECT_EQ(spell(to), "2 0 5 3");
  copyBox(from, {1, 1}, to, {0, 0}, {1, 1});
  EXPECT_EQ(spell(to), "4 0 5 3");
  copyBox(from, {0, 0}, to, {0, 0}, {0, 2}); // nothing
  EXPECT_EQ(spell(to), "4 0 5 3");
}

TEST_F(TensorTest, PoisonIsSeen) {
  Tensor f = floats({1}, {0});
  poison(f);
  EXPECT_EQ(spell(f), "nan");
  Tensor p(b.getI1Type(), {1});
  poison(p);
  EXPECT_EQ(spell(p), "true");
}

TEST_F(TensorTest, ComparesByTheLargestExpected) {
  int64_t worst = -1;
  EXPECT_EQ(relativeDifference(floats({2}, {1, 2}), floats({2}, {1, 2}), worst),
            0);
  EXPECT_NEAR(
      relativeDifference(floats({2}, {1.5, 4}), floats({2}, {1, 4}), worst),
      0.125, 1e-12);
  EXPECT_EQ(worst, 0);
}

TEST_F(TensorTest, NanAndInfinityEqualThemselvesOnly) {
  float nan = std::nanf(""), inf = std::numeric_limits<float>::infinity();
  int64_t worst = 0;
  EXPECT_EQ(relativeDifference(floats({2}, {nan, inf}), floats({2}, {nan, inf}),
                               worst),
            0);
  EXPECT_GT(
      relativeDifference(floats({2}, {1, 0}), floats({2}, {1, nan}), worst),
      1e300);
  EXPECT_EQ(worst, 1);
  EXPECT_GT(relativeDifference(floats({1}, {-inf}), floats({1}, {inf}), worst),
            1e300);
}

TEST_F(TensorTest, OtherShapesAndTypesDiffer) {
  int64_t worst = 0;
  EXPECT_GT(
      relativeDifference(floats({2}, {1, 2}), floats({1, 2}, {1, 2}), worst),
      1e300);
  EXPECT_FALSE(floats({2}, {1, 2}) == floats({1, 2}, {1, 2}));
  EXPECT_TRUE(floats({2}, {1, 2}).reshaped({1, 2}) == floats({1, 2}, {1, 2}));
}
