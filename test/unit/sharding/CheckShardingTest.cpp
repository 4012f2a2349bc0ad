//===- CheckShardingTest.cpp - Each message of check() --------------------===//
#include "DeviceArrays.h"

#include "gtest/gtest.h"

namespace plait::test {
namespace {

Mesh axes(std::initializer_list<MeshAxis> list) {
  Mesh result;
  result.axes.assign(list);
  return result;
}

std::string wrong(const Mesh &mesh) { return check(mesh).value_or(""); }

//===----------------------------------------------------------------------===//
// Meshes
//===----------------------------------------------------------------------===//

TEST(CheckMesh, AcceptsMeshes) {
  EXPECT_EQ(wrong(Mesh()), "");
  EXPECT_EQ(wrong(axes({{"x", 4}, {"y", 1}})), "");
  EXPECT_EQ(wrong(axes({{"x", 65536}})), "");
}

TEST(CheckMesh, RefusesAnEmptyName) {
  EXPECT_EQ(wrong(axes({{"", 2}})),
            "an axis of a mesh must have a name, got: ''");
}

TEST(CheckMesh, RefusesTwoAxesOfOneName) {
  EXPECT_EQ(wrong(axes({{"x", 2}, {"x", 2}})),
            "axes of a mesh must have different names, got: 'x' twice");
}

TEST(CheckMesh, RefusesSizesBelowOne) {
  EXPECT_EQ(wrong(axes({{"x", 0}})),
            "axis 'x' must have a size of at least 1, got: 0");
  EXPECT_EQ(wrong(axes({{"x", -4}})),
            "axis 'x' must have a size of at least 1, got: -4");
}

TEST(CheckMesh, RefusesTooManyDevices) {
  std::string message = "a mesh must have at most 65536 devices, got: more "
                        "at axis 'y'";
  EXPECT_EQ(wrong(axes({{"x", 65536}, {"y", 2}})), message);
  // A product that wraps around to 0 in 64 bits.
  EXPECT_EQ(wrong(axes({{"x", 4}, {"y", int64_t(1) << 62}})), message);
}

TEST(CheckMesh, DeviceIdsAreAPermutation) {
  Mesh mesh = axes({{"x", 4}});
  mesh.deviceIds = {3, 1, 2, 0};
  EXPECT_EQ(wrong(mesh), "");
  mesh.deviceIds = {0, 1, 2};
  EXPECT_EQ(wrong(mesh),
            "a mesh of 4 devices needs as many device ids, got: 3");
  mesh.deviceIds = {0, 1, 2, 4};
  EXPECT_EQ(wrong(mesh), "device ids must be in [0, 4), got: 4");
  mesh.deviceIds = {0, 1, 2, -1};
  EXPECT_EQ(wrong(mesh), "device ids must be in [0, 4), got: -1");
  mesh.deviceIds = {0, 1, 1, 2};
  EXPECT_EQ(wrong(mesh), "device ids must be different, got: 1 twice");
}

//===----------------------------------------------------------------------===//
// Shardings
//===----------------------------------------------------------------------===//

const Mesh grid = axes({{"x", 4}, {"y", 2}, {"t", 12}});
const AxisRef x{0, 1, 4}, y{1, 1, 2};

Sharding rows(std::initializer_list<AxisRef> refs) {
  Sharding result = Sharding::replicatedOf(1);
  result.dims[0].axes.assign(refs);
  return result;
}

std::string wrong(const Sharding &sharding, int64_t rank = 1) {
  return check(sharding, grid, rank).value_or("");
}

TEST(CheckSharding, AcceptsShardings) {
  EXPECT_EQ(wrong(rows({x, y})), "");
  EXPECT_EQ(wrong(rows({{0, 2, 2}, {0, 1, 2}})), "");
  EXPECT_EQ(wrong(Sharding::openOf(3), 3), "");
}

TEST(CheckSharding, RefusesAnotherRank) {
  EXPECT_EQ(wrong(rows({x}), 2), "a sharding must have one entry per "
                                 "dimension, which is 2, got: 1");
}

TEST(CheckSharding, RefusesNegativePriorities) {
  Sharding sharding = rows({x});
  sharding.dims[0].priority = -1;
  EXPECT_EQ(wrong(sharding), "a priority must be at least 0, got: -1");
}

TEST(CheckSharding, RefusesAxesThatTheMeshLacks) {
  EXPECT_EQ(wrong(rows({{3, 1, 2}})), "an axis must be in [0, 3), got: 3");
  EXPECT_EQ(wrong(rows({{-1, 1, 2}})), "an axis must be in [0, 3), got: -1");
}

TEST(CheckSharding, RefusesSubAxesThatDoNotFit) {
  std::string rule = "a sub-axis '(pre)size' of axis 'x' must have a pre * "
                     "size that divides 4, got: ";
  EXPECT_EQ(wrong(rows({{0, 1, 3}})), rule + "'x:(1)3'");
  EXPECT_EQ(wrong(rows({{0, 2, 4}})), rule + "'x:(2)4'");
  EXPECT_EQ(wrong(rows({{0, 0, 2}})), rule + "'x:(0)2'");
  EXPECT_EQ(wrong(rows({{0, 1, -2}})), rule + "'x:(1)-2'");
  int64_t huge = int64_t(1) << 33; // huge * huge wraps around
  EXPECT_EQ(wrong(rows({{0, huge, huge}})),
            rule + "'x:(8589934592)8589934592'");
}

TEST(CheckSharding, RefusesAnAxisUsedTwice) {
  EXPECT_EQ(wrong(rows({x, x})), "axis 'x' is used twice");
  Sharding sharding = rows({x});
  sharding.replicated = {x};
  EXPECT_EQ(wrong(sharding), "axis 'x' is used twice");
  sharding.replicated.clear();
  sharding.partial = {{x, Combiner::Sum}};
  EXPECT_EQ(wrong(sharding), "axis 'x' is used twice");
}

TEST(CheckSharding, RefusesOverlappingSubAxes) {
  EXPECT_EQ(wrong(rows({x, {0, 2, 2}})),
            "axis 'x' is used twice: 'x' and 'x:(2)2'");
}

TEST(CheckSharding, RefusesAnAxisOfSizeOneUsedTwice) {
  Mesh one = axes({{"x", 1}});
  EXPECT_EQ(check(rows({{0, 1, 1}, {0, 1, 1}}), one, 1).value_or(""),
            "axis 'x' is used twice");
}

// Of an axis of 12, index / 6 and (index / 2) % 2 are not independent.
TEST(CheckSharding, RefusesSubAxesThatAreNoDigits) {
  EXPECT_EQ(wrong(rows({{2, 1, 2}, {2, 3, 2}})),
            "sub-axes of one axis must be digits of one number, got: "
            "'t:(1)2' and 't:(3)2'");
  EXPECT_EQ(wrong(rows({{2, 6, 2}, {2, 1, 3}})), "");
}

TEST(CheckSharding, RefusesTwoCombiners) {
  Sharding sharding = rows({});
  sharding.partial = {{x, Combiner::Sum}, {y, Combiner::Max}};
  EXPECT_EQ(wrong(sharding), "partial axes must have one combiner, since parts "
                             "of two do not commute, got: sum and max");
}

//===----------------------------------------------------------------------===//
// Reshards
//===----------------------------------------------------------------------===//

std::string wrong(const Sharding &from, const Sharding &to) {
  return checkReshard(grid, from, to).value_or("");
}

Sharding partialOver(AxisRef ref, Combiner combiner = Combiner::Sum) {
  Sharding sharding = rows({});
  sharding.partial = {{ref, combiner}};
  return sharding;
}

TEST(CheckReshard, AcceptsFewerPartialAxes) {
  EXPECT_EQ(wrong(partialOver(x), partialOver(x)), "");
  EXPECT_EQ(wrong(partialOver(x), partialOver({0, 2, 2})), "");
  EXPECT_EQ(wrong(partialOver(x), rows({x})), "");
}

TEST(CheckReshard, RefusesAnotherRank) {
  EXPECT_EQ(wrong(rows({x}), Sharding::replicatedOf(2)),
            "source and target of a reshard must have one rank, got: 1 and 2");
}

TEST(CheckReshard, RefusesWrongShardings) {
  EXPECT_EQ(wrong(rows({x}), rows({y, y})), "axis 'y' is used twice");
  EXPECT_EQ(wrong(rows({x, x}), rows({})), "axis 'x' is used twice");
}

TEST(CheckReshard, RefusesMorePartialAxes) {
  std::string rule = "the target of a reshard must be partial only over axes "
                     "of the source, got: ";
  EXPECT_EQ(wrong(rows({x}), partialOver(y)), rule + "'y'");
  EXPECT_EQ(wrong(partialOver({0, 1, 2}), partialOver(x)), rule + "'x'");
}

TEST(CheckReshard, RefusesAnotherCombiner) {
  EXPECT_EQ(wrong(partialOver(x), partialOver(x, Combiner::Max)),
            "a reshard must keep the combiner of partial axes, got: sum and "
            "max");
}

TEST(CheckReshardDeathTest, PlannerRefusesWhatHasNoAnswer) {
  EXPECT_DEATH(planReshard(grid, {8}, 4, rows({x}), partialOver(y)),
               "partial only over axes of the source, got: 'y'");
  EXPECT_DEATH(planReshard(grid, {8, 8}, 4, rows({x}), rows({y})),
               "rank must be that of its sharding, got: 2");
}

} // namespace
} // namespace plait::test
