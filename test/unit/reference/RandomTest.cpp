//===- RandomTest.cpp - Seeded inputs -------------------------------------===//

#include "plait/reference/Tensor.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace mlir;
using namespace plait::reference;

namespace {
struct RandomTest : ::testing::Test {
  MLIRContext context;
  Builder b{&context};
};
} // namespace

TEST_F(RandomTest, TheSeedDecides) {
  Tensor a = randomTensor(b.getF32Type(), {100}, 1);
  EXPECT_TRUE(a == randomTensor(b.getF32Type(), {100}, 1));
  EXPECT_FALSE(a == randomTensor(b.getF32Type(), {100}, 2));
}

TEST_F(RandomTest, FloatsLieInRangeOnBothSides) {
  Tensor a = randomTensor(b.getF32Type(), {1000}, 7);
  int negative = 0;
  for (int64_t i = 0; i < 1000; ++i) {
    double value = a.number(i).real();
    EXPECT_GE(value, -1);
    EXPECT_LE(value, 1);
    negative += value < 0;
  }
  EXPECT_GT(negative, 400);
  EXPECT_LT(negative, 600);
}

TEST_F(RandomTest, IntegersAreZeroOrOne) {
  for (Type type :
       {b.getIntegerType(32), b.getIntegerType(8), b.getIntegerType(1)}) {
    Tensor a = randomTensor(type, {1000}, 3);
    int ones = 0;
    for (int64_t i = 0; i < 1000; ++i) {
      double value = a.number(i).real();
      EXPECT_TRUE(value == 0 || value == 1) << value;
      ones += value == 1;
    }
    EXPECT_GT(ones, 400);
    EXPECT_LT(ones, 600);
  }
}

TEST_F(RandomTest, ComplexNumbersHaveTwoParts) {
  Tensor a = randomTensor(ComplexType::get(b.getF32Type()), {10}, 3);
  EXPECT_NE(a.number(0).real(), a.number(0).imag());
}

TEST_F(RandomTest, DropsSignsOfFloats) {
  Tensor a = randomTensor(b.getF32Type(), {100}, 1), positive = a;
  dropSigns(positive);
  for (int64_t i = 0; i < 100; ++i)
    EXPECT_EQ(positive.number(i).real(), std::fabs(a.number(i).real()));
  EXPECT_FALSE(a == positive);
}
