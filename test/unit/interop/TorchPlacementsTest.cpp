//===- TorchPlacementsTest.cpp - DTensor's placements ---------------------===//
//
// Besides examples: for every order of the axes of a mesh on one dimension,
// cutting it by DTensor's rule gives each device the rows that Plait gives it.
//
//===----------------------------------------------------------------------===//
#include "plait/interop/TorchPlacements.h"
#include "Subjects.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"
#include <algorithm>

namespace plait::interop {
namespace {

std::string placements(llvm::StringRef meshText, llvm::StringRef sharding,
                       llvm::ArrayRef<int64_t> shape) {
  Mesh mesh = meshOf(meshText);
  auto placements = toTorchPlacements(mesh, shardingOf(mesh, sharding), shape);
  if (!placements)
    return llvm::toString(placements.takeError());
  return llvm::join(
      llvm::map_range(*placements,
                      [](const TorchPlacement &p) { return toPython(p); }),
      ", ");
}

TEST(TorchPlacements, SaysOnePerMeshDimension) {
  EXPECT_EQ(placements("dp=4,tp=2", "[{dp},{tp}]", {8, 8}),
            "Shard(0), Shard(1)");
  EXPECT_EQ(placements("dp=4,tp=2", "[{},{dp}]", {8, 8}),
            "Shard(1), Replicate()");
  EXPECT_EQ(placements("dp=4,tp=2", "[{dp,tp},{}]", {8, 8}),
            "Shard(0), Shard(0)");
}

TEST(TorchPlacements, TheRightMeshDimensionFirstIsStrided) {
  EXPECT_EQ(placements("dp=4,tp=2", "[{tp,dp},{}]", {8, 8}),
            "_StridedShard(0, split_factor=2), Shard(0)");
}

TEST(TorchPlacements, NamesTheReduction) {
  EXPECT_EQ(placements("dp=4,tp=2", "[{dp},{}], partial={tp:sum}", {8, 8}),
            R"(Shard(0), Partial("sum"))");
  EXPECT_EQ(
      placements("dp=4,tp=2", "[{},{}], partial={dp:prod,tp:prod}", {8, 8}),
      R"(Partial("product"), Partial("product"))");
}

TEST(TorchPlacements, RefusesWhatDTensorCannotSay) {
  EXPECT_EQ(placements("dp=4,tp=2", "[{dp:(1)2},{}]", {8, 8}),
            "a placement must be for a whole mesh dimension, got: {dp:(1)2}");
  EXPECT_EQ(placements("dp=4,tp=2", "[{},{}], partial={tp:maxnum}", {8, 8}),
            "Partial must combine by an op of torch.distributed, got: maxnum");
}

TEST(TorchPlacements, OneUnevenMeshDimensionIsCutAlike) {
  EXPECT_EQ(placements("dp=4", "[{dp}]", {10}), "Shard(0)");
}

TEST(TorchPlacements, TwoUnevenMeshDimensionsAreCutElsewhere) {
  // Plait: 3 3 3 1; DTensor: 5 5, then 3 2 3 2.
  EXPECT_EQ(placements("a=2,b=2", "[{a,b}]", {10}),
            "DTensor cuts a dimension by one mesh dimension after the other, "
            "which must give equal parts, got: 10 elements over 4 devices");
  // 7: both give 2 2 2 1.
  EXPECT_EQ(placements("a=2,b=2", "[{a,b}]", {7}), "Shard(0), Shard(0)");
}

TEST(TorchPlacements, EveryOrderOfAxesGivesPlaitsRows) {
  Mesh mesh = meshOf("a=2,b=3,c=2,d=2");
  llvm::SmallVector<int> order = {0, 1, 2, 3};
  do {
    for (size_t count = 1; count <= order.size(); ++count) {
      Sharding sharding = Sharding::replicatedOf(1);
      for (int axis : llvm::ArrayRef<int>(order).take_front(count))
        sharding.dims[0].axes.push_back(mesh.whole(axis));
      auto placements = toTorchPlacements(mesh, sharding, {48});
      ASSERT_TRUE(bool(placements));
      for (int64_t place = 0; place < mesh.numDevices(); ++place) {
        ShardBox box = shardBox(mesh, {48}, sharding, place);
        EXPECT_EQ(torchRows(mesh, *placements, 0, 48, place),
                  llvm::to_vector(llvm::seq<int64_t>(
                      box.offset[0], box.offset[0] + box.size[0])))
            << sharding.str(mesh) << " at " << place;
      }
    }
  } while (std::next_permutation(order.begin(), order.end()));
}

} // namespace
} // namespace plait::interop
