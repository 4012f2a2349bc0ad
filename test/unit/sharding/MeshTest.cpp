//===- MeshTest.cpp - Devices, coordinates, (sub-)axes --------------------===//
#include "DeviceArrays.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace plait::test {
namespace {

using Refs = llvm::SmallVector<AxisRef, 2>;
using ::testing::ElementsAre;

// The example of Mesh.h: device 5 stands at data 2, model 1.
const Mesh dataModel = mesh("data=4,model=2");
const AxisRef data{0, 1, 4}, model{1, 1, 2};
const AxisRef dataMajor{0, 1, 2}, dataMinor{0, 2, 2};

TEST(Mesh, CountsDevices) {
  EXPECT_EQ(dataModel.numDevices(), 8);
  EXPECT_EQ(Mesh().numDevices(), 1);
}

TEST(Mesh, FindsAxesByName) {
  EXPECT_EQ(dataModel.find("data"), 0);
  EXPECT_EQ(dataModel.find("model"), 1);
  EXPECT_EQ(dataModel.find("Data"), -1);
  EXPECT_EQ(dataModel.find(""), -1);
}

TEST(Mesh, CoordinatesAreRowMajor) {
  EXPECT_THAT(dataModel.coordinates(5), ElementsAre(2, 1));
  EXPECT_THAT(dataModel.coordinates(0), ElementsAre(0, 0));
  EXPECT_THAT(dataModel.coordinates(7), ElementsAre(3, 1));
}

TEST(Mesh, CoordinateAlongSubAxes) {
  EXPECT_EQ(dataModel.coordinate(5, data), 2);
  EXPECT_EQ(dataModel.coordinate(5, model), 1);
  EXPECT_EQ(dataModel.coordinate(5, dataMajor), 1); // 2 / 2
  EXPECT_EQ(dataModel.coordinate(5, dataMinor), 0); // 2 % 2
}

TEST(Mesh, LinearCoordinateHasTheFirstAxisMajor) {
  EXPECT_EQ(dataModel.linearCoordinate(5, {data, model}), 5);
  EXPECT_EQ(dataModel.linearCoordinate(5, {model, data}), 6);
  EXPECT_EQ(dataModel.linearCoordinate(5, {dataMinor, dataMajor}), 1);
  EXPECT_EQ(dataModel.linearCoordinate(5, {}), 0);
}

TEST(Mesh, GroupsAreOrderedByLinearCoordinate) {
  EXPECT_THAT(dataModel.group(5, {model}), ElementsAre(4, 5));
  EXPECT_THAT(dataModel.group(5, {data}), ElementsAre(1, 3, 5, 7));
  EXPECT_THAT(dataModel.group(5, {dataMinor}), ElementsAre(5, 7));
  EXPECT_THAT(dataModel.group(5, {dataMajor, model}), ElementsAre(0, 1, 4, 5));
  EXPECT_THAT(dataModel.group(5, {model, dataMajor}), ElementsAre(0, 4, 1, 5));
  EXPECT_THAT(dataModel.group(5, {}), ElementsAre(5));
}

TEST(Mesh, PrintsAxesAndSubAxes) {
  EXPECT_EQ(dataModel.str(data), "data");
  EXPECT_EQ(dataModel.str(dataMajor), "data:(1)2");
  EXPECT_EQ(dataModel.str(dataMinor), "data:(2)2");
}

TEST(Mesh, QuotesOddNames) {
  Mesh odd;
  odd.axes = {{"a b", 2}, {"q\"\\", 3}};
  EXPECT_EQ(odd.str(odd.whole(0)), "\"a b\"");
  EXPECT_EQ(odd.str(odd.whole(1)), "\"q\\\"\\\\\"");
  Sharding both = Sharding::replicatedOf(1);
  both.dims[0].axes = {odd.whole(1), odd.whole(0)};
  EXPECT_EQ(sharding(both.str(odd), odd), both);
}

TEST(AxisRef, OverlapsAndContains) {
  EXPECT_TRUE(data.overlaps(dataMinor));
  EXPECT_FALSE(dataMajor.overlaps(dataMinor));
  EXPECT_FALSE(data.overlaps(model));
  EXPECT_TRUE(data.contains(dataMinor));
  EXPECT_FALSE(dataMinor.contains(data));
  EXPECT_EQ(dataMinor.end(), 4);
}

TEST(AxisRef, SizeOfIsTheProduct) {
  EXPECT_EQ(sizeOf({data, model}), 8);
  EXPECT_EQ(sizeOf({}), 1);
}

TEST(Normalized, JoinsNeighboursOfOneAxis) {
  EXPECT_EQ(normalized({dataMajor, dataMinor}), Refs{data});
  EXPECT_EQ(normalized({model, dataMajor, dataMinor}), (Refs{model, data}));
}

TEST(Normalized, LeavesOtherOrders) {
  EXPECT_EQ(normalized({dataMinor, dataMajor}), (Refs{dataMinor, dataMajor}));
  EXPECT_EQ(normalized({dataMajor, model, dataMinor}),
            (Refs{dataMajor, model, dataMinor}));
  EXPECT_EQ(normalized({}), Refs{});
}

TEST(SplitAt, CutsBetweenAxes) {
  auto parts = splitAt({data, model}, 4);
  ASSERT_TRUE(parts);
  EXPECT_EQ(parts->first, Refs{data});
  EXPECT_EQ(parts->second, Refs{model});
}

TEST(SplitAt, CutsInsideAnAxis) {
  auto parts = splitAt({data, model}, 2);
  ASSERT_TRUE(parts);
  EXPECT_EQ(parts->first, Refs{dataMajor});
  EXPECT_EQ(parts->second, (Refs{dataMinor, model}));
}

TEST(SplitAt, CutsASubAxis) {
  auto parts = splitAt({{0, 2, 6}}, 3); // of an axis of 12
  ASSERT_TRUE(parts);
  EXPECT_EQ(parts->first, (Refs{{0, 2, 3}}));
  EXPECT_EQ(parts->second, (Refs{{0, 6, 2}}));
}

TEST(SplitAt, TakesNothingOrEverything) {
  EXPECT_EQ(splitAt({data}, 1)->second, Refs{data});
  EXPECT_EQ(splitAt({data}, 4)->first, Refs{data});
  EXPECT_EQ(splitAt({data}, 4)->second, Refs{});
}

TEST(SplitAt, RefusesNonDivisors) {
  EXPECT_FALSE(splitAt({data, model}, 3));
  EXPECT_FALSE(splitAt({data}, 8));
  EXPECT_FALSE(splitAt({data}, 0));
  EXPECT_FALSE(splitAt({{0, 1, 4}, {1, 1, 3}}, 6)); // 6 = 4 * 3 / 2
}

} // namespace
} // namespace plait::test
