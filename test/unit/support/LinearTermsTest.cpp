#include "plait/support/LinearTerms.h"

#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using plait::linearTerms;
using Terms = llvm::SmallVector<std::pair<unsigned, int64_t>, 2>;

namespace {
struct LinearTermsTest : testing::Test {
  AffineExpr d(unsigned number) { return getAffineDimExpr(number, &context); }
  MLIRContext context;
};
} // namespace

TEST_F(LinearTermsTest, LoopsTimesConstantsInOrder) {
  auto sum = linearTerms((d(3) * 2 + d(0) - 4) * 3);
  ASSERT_TRUE(sum);
  EXPECT_EQ(sum->terms, (Terms{{3, 6}, {0, 3}}));
  EXPECT_EQ(sum->constant, -12);
}

TEST_F(LinearTermsTest, AConstantHasNoTerms) {
  auto sum = linearTerms(getAffineConstantExpr(7, &context));
  ASSERT_TRUE(sum);
  EXPECT_TRUE(sum->terms.empty());
  EXPECT_EQ(sum->constant, 7);
}

TEST_F(LinearTermsTest, DivisionsAndSymbolsAreNoSums) {
  EXPECT_FALSE(linearTerms(d(0) + d(1).floorDiv(2)));
  EXPECT_FALSE(linearTerms(d(0) % 4));
  EXPECT_FALSE(linearTerms(d(0) * getAffineSymbolExpr(0, &context)));
}
