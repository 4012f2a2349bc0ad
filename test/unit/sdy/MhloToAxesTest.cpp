//===- MhloToAxesTest.cpp - GSPMD's device arrays by axes of a mesh -------===//

#include "plait/dialects/input/sdy/MhloSharding.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

using namespace plait::sdy;
using Ints = std::vector<int64_t>;

namespace {

std::string toString(const MhloAxes::Parts &parts) {
  std::string text = "{";
  for (const MhloAxisPart &part : parts)
    text += std::string(text.size() > 1 ? "," : "") +
            std::to_string(part.axis) + ":(" + std::to_string(part.preSize) +
            ")" + std::to_string(part.size);
  return text + "}";
}

/// Axes as text, such as "[{0:(1)4},{}]"; or the error.
std::string convert(llvm::StringRef text, int64_t rank, const Ints &sizes,
                    const Ints &ids = {}) {
  llvm::Expected<MhloSharding> sharding = parseMhloSharding(text);
  if (!sharding)
    return llvm::toString(sharding.takeError());
  llvm::Expected<MhloAxes> axes = toMeshAxes(*sharding, rank, sizes, ids);
  if (!axes)
    return llvm::toString(axes.takeError());
  std::string result = "[";
  for (const MhloAxes::Parts &parts : axes->dims)
    result += (result.size() > 1 ? "," : "") + toString(parts);
  result += "]";
  if (!axes->manual.empty())
    result += " manual " + toString(axes->manual);
  if (!axes->unreduced.empty())
    result += " unreduced " + toString(axes->unreduced);
  return result + (axes->isOpen ? " open" : "");
}

constexpr const char *kNotAxes =
    "the devices must be split by axes of the mesh or parts of them";

TEST(MhloToAxes, SplitsByWholeAxes) {
  EXPECT_EQ(
      convert("{devices=[4,1,2]<=[8] last_tile_dim_replicate}", 2, {4, 2}),
      "[{0:(1)4},{}]");
  EXPECT_EQ(convert("{devices=[4,2]<=[8]}", 2, {4, 2}), "[{0:(1)4},{1:(1)2}]");
  EXPECT_EQ(convert("{devices=[2,4]<=[4,2]T(1,0)}", 2, {4, 2}),
            "[{1:(1)2},{0:(1)4}]");
}

TEST(MhloToAxes, SplitsADimensionBySeveralAxes) {
  EXPECT_EQ(convert("{devices=[8]<=[8]}", 1, {4, 2}), "[{0:(1)4,1:(1)2}]");
  EXPECT_EQ(convert("{devices=[8]<=[4,2]T(1,0)}", 1, {4, 2}),
            "[{1:(1)2,0:(1)4}]");
}

TEST(MhloToAxes, SplitsByPartsOfAxes) {
  EXPECT_EQ(convert("{devices=[2,4]<=[8] last_tile_dim_replicate}", 1, {8}),
            "[{0:(1)2}]");
  EXPECT_EQ(
      convert("{devices=[4,2]<=[2,4]T(1,0) last_tile_dim_replicate}", 1, {8}),
      "[{0:(2)4}]");
  EXPECT_EQ(
      convert("{devices=[2,2,2]<=[8] last_tile_dim_replicate}", 2, {4, 2}),
      "[{0:(1)2},{0:(2)2}]");
  EXPECT_EQ(convert("{devices=[6,2]<=[12] last_tile_dim_replicate}", 1, {12}),
            "[{0:(1)6}]");
}

TEST(MhloToAxes, KeepsManualAndUnreducedAxes) {
  EXPECT_EQ(convert("{devices=[1,2,4]<=[4,2]T(1,0) "
                    "last_tile_dims={manual,replicated}}",
                    1, {4, 2}),
            "[{}] manual {1:(1)2}");
  EXPECT_EQ(convert("{devices=[2,4]<=[4,2]T(1,0) last_tile_dims={unreduced}}",
                    1, {4, 2}),
            "[{1:(1)2}] unreduced {0:(1)4}");
}

TEST(MhloToAxes, ReadsWords) {
  EXPECT_EQ(convert("{replicated}", 2, {4, 2}), "[{},{}]");
  EXPECT_EQ(convert("{manual}", 1, {4, 2}), "[{}] manual {0:(1)4,1:(1)2}");
  EXPECT_EQ(convert("{unreduced}", 0, {4, 1}), "[] unreduced {0:(1)4}");
  EXPECT_EQ(convert("{unknown}", 1, {4, 2}), "[{}] open");
}

TEST(MhloToAxes, FollowsTheMeshsOrderOfDevices) {
  Ints ids = {6, 1, 4, 3, 2, 5, 0, 7};
  EXPECT_EQ(convert("{devices=[4,2]6,1,4,3,2,5,0,7}", 2, {4, 2}, ids),
            "[{0:(1)4},{1:(1)2}]");
  EXPECT_EQ(convert("{devices=[4,2]<=[8]}", 2, {4, 2}, ids), kNotAxes);
}

TEST(MhloToAxes, IgnoresAxesOfOneDevice) {
  EXPECT_EQ(convert("{devices=[4,2]<=[8]}", 2, {1, 4, 1, 2, 1}),
            "[{1:(1)4},{3:(1)2}]");
  EXPECT_EQ(convert("{devices=[1,1]<=[1]}", 2, {1}), "[{},{}]");
}

TEST(MhloToAxes, RefusesOtherOrders) {
  EXPECT_EQ(convert("{devices=[4]0,1,3,2}", 1, {4}), kNotAxes);
  EXPECT_EQ(convert("{devices=[4]1,2,3,0}", 1, {4}), kNotAxes);
  EXPECT_EQ(convert("{devices=[2,2]0,1,3,2}", 2, {2, 2}), kNotAxes);
  // Six parts of the axis of 4 and the axis of 3 would cross a boundary.
  EXPECT_EQ(convert("{devices=[2,6]<=[12]}", 2, {4, 3}),
            "[{0:(1)2},{0:(2)2,1:(1)3}]");
  EXPECT_EQ(convert("{devices=[3,4]<=[12]}", 2, {4, 3}), kNotAxes);
}

TEST(MhloToAxes, RefusesOtherRanksAndMeshes) {
  EXPECT_EQ(convert("{devices=[8]<=[8]}", 2, {4, 2}),
            "the sharding must be for 2 dimensions, got: 1");
  EXPECT_EQ(convert("{devices=[4]<=[4]}", 1, {4, 2}),
            "the sharding must be for the 8 devices of the mesh, got: 4");
  EXPECT_EQ(convert("{maximal device=1}", 1, {4, 2}),
            "a value on one device has no axes, got: device 1");
  EXPECT_EQ(convert("{{manual}}", 1, {4, 2}),
            "the sharding must be of one value, got: a tuple of 1");
  EXPECT_EQ(convert("{devices=[2]<=[2]}", 1, {2}, {0, 0}),
            "'deviceIds' must be a permutation, got: 0");
  EXPECT_NE(convert("{replicated}", 1, {0}).find("axes of at least 1"),
            std::string::npos);
}

/// Property: whatever digits of a random mesh make up the array of devices, in
/// whatever order, they are found again, up to joining neighbours.
TEST(MhloToAxes, FindsRandomDigitsAgain) {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    // Digits of the mesh, and which axis each belongs to.
    Ints digits, axisOf, sizes;
    for (int axis = 0; axis < 3; ++axis) {
      sizes.push_back(1);
      for (int digit = random() % 3; digit >= 0; --digit) {
        digits.push_back(2 + random() % 2);
        axisOf.push_back(axis);
        sizes.back() *= digits.back();
      }
    }
    Ints order(digits.size());
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), random);
    // The array of devices by digits, each a dimension of its own.
    std::string tile, dims, permutation;
    for (size_t i = 0; i < digits.size(); ++i) {
      std::string comma = i ? "," : "";
      tile += comma + std::to_string(digits[order[i]]);
      dims += comma + std::to_string(digits[i]);
      permutation += comma + std::to_string(order[i]);
    }
    std::string expected = "[";
    for (size_t i = 0; i < order.size(); ++i) {
      int64_t preSize = 1;
      for (int64_t j = order[i]; j-- > 0 && axisOf[j] == axisOf[order[i]];)
        preSize *= digits[j];
      expected += (i ? "," : "") +
                  toString({{axisOf[order[i]], preSize, digits[order[i]]}});
    }
    EXPECT_EQ(convert("{devices=[" + tile + "]<=[" + dims + "]T(" +
                          permutation + ")}",
                      digits.size(), sizes),
              expected + "]");
  }
}

} // namespace
