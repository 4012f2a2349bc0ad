//===- StatusTest.cpp - Texts of failures ---------------------------------===//

#include "core/Status.h"

#include <gtest/gtest.h>

using namespace plait::runtime;

TEST(Status, SuggestsTheNearestName) {
  std::vector<std::string> names = {"--inputs", "--outputs", "--steps"};
  EXPECT_EQ(didYouMean("--inptus", names), "; did you mean '--inputs'?");
  EXPECT_EQ(didYouMean("--output", names), "; did you mean '--outputs'?");
}

TEST(Status, SuggestsNothingFar) {
  EXPECT_EQ(didYouMean("zebra", {"--inputs", "params"}), "");
  EXPECT_EQ(didYouMean("x", {}), "");
}

TEST(Status, SuggestsLongNames) {
  EXPECT_EQ(didYouMean("params['blocks'][0]['dwn']",
                       {"params['blocks'][0]['down']", "opt"}),
            "; did you mean 'params['blocks'][0]['down']'?");
  // Too long to be compared, and not a mistake of typing.
  EXPECT_EQ(didYouMean(std::string(100000, 'a'), {std::string(100000, 'b')}),
            "");
}

TEST(Status, OneLineHasNoControlCharacters) {
  EXPECT_EQ(oneLine("a\nb\x1b[31m\tc\x7f"), "a?b?[31m?c?");
  EXPECT_EQ(oneLine(std::string(5000, 'x')).size(), 1003u);
}

TEST(Status, ProductsAreChecked) {
  EXPECT_EQ(checkedProduct({}), 1);
  EXPECT_EQ(checkedProduct({3, 4}), 12);
  EXPECT_EQ(checkedProduct({3, -4}), -1);
  EXPECT_EQ(checkedProduct({INT64_MAX, 2}), -1);
  EXPECT_EQ(checkedProduct({INT64_MAX, 2, 0}), 0);
  EXPECT_EQ(checkedProduct({INT64_MAX, 2, -1}), -1);
}

TEST(Status, ListsAreSpelled) {
  EXPECT_EQ(spellList({}), "[]");
  EXPECT_EQ(spellList({2, 3}), "[2, 3]");
}
