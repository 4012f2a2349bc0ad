//===- DeviceGroupsTest.cpp - Meshes seen as axes of another --------------===//
//
// A mesh whose axes are axes of another is found again, and whatever is found
// says of each device where it stands.
//
//===----------------------------------------------------------------------===//
#include "DeviceGroups.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

using namespace plait;
using namespace plait::import_;

namespace {
Mesh meshOf(llvm::ArrayRef<int64_t> sizes) {
  Mesh mesh;
  for (int64_t size : sizes)
    mesh.axes.push_back({std::string(1, 'a' + mesh.axes.size()), size});
  return mesh;
}

int64_t deviceAt(const Mesh &mesh, int64_t place) {
  return mesh.deviceIds.empty() ? place : mesh.deviceIds[place];
}

/// Whether each device's coordinates in `other` are those over `found` in
/// `mesh`.
bool saysWhere(const Mesh &other, const Mesh &mesh,
               llvm::ArrayRef<llvm::SmallVector<AxisRef, 2>> found) {
  for (int64_t place = 0; place < mesh.numDevices(); ++place)
    for (int64_t there = 0; there < mesh.numDevices(); ++there) {
      if (deviceAt(mesh, place) != deviceAt(other, there))
        continue;
      for (size_t axis = 0; axis < other.axes.size(); ++axis)
        if (other.coordinate(there, other.whole(axis)) !=
            mesh.linearCoordinate(place, found[axis]))
          return false;
    }
  return true;
}
} // namespace

TEST(AxesWithin, AnAxisInAnotherOrderIsItsHalvesSwapped) {
  Mesh mesh = meshOf({4}), other = meshOf({4});
  other.deviceIds = {0, 2, 1, 3};
  auto found = axesWithin(other, mesh);
  ASSERT_TRUE(found);
  EXPECT_EQ((*found)[0], (llvm::SmallVector<AxisRef, 2>{{0, 2, 2}, {0, 1, 2}}));
}

TEST(AxesWithin, AnotherShapeOfTheSameOrder) {
  auto found = axesWithin(meshOf({8}), meshOf({4, 2}));
  ASSERT_TRUE(found);
  EXPECT_EQ((*found)[0], (llvm::SmallVector<AxisRef, 2>{{0, 1, 4}, {1, 1, 2}}));
  found = axesWithin(meshOf({2, 1, 4}), meshOf({4, 2}));
  ASSERT_TRUE(found);
  EXPECT_EQ((*found)[0], (llvm::SmallVector<AxisRef, 2>{{0, 1, 2}}));
  EXPECT_TRUE((*found)[1].empty());
  EXPECT_EQ((*found)[2], (llvm::SmallVector<AxisRef, 2>{{0, 2, 2}, {1, 1, 2}}));
}

TEST(AxesWithin, NotEveryOrderAndNotOtherDevices) {
  Mesh other = meshOf({4});
  other.deviceIds = {0, 2, 3, 1};
  EXPECT_FALSE(axesWithin(other, meshOf({4})));
  EXPECT_FALSE(axesWithin(meshOf({2, 3}), meshOf({3, 2})));
  EXPECT_FALSE(axesWithin(meshOf({2}), meshOf({4})));
}

/// Meshes in orders of the parts of axes of another are found, and in any other
/// order what is found is right.
TEST(AxesWithin, SaysWhereDevicesStand) {
  std::mt19937 random(1);
  const llvm::SmallVector<int64_t> shapes[] = {{4, 2}, {2, 2, 2}, {6, 2}, {8}};
  int numFound = 0;
  for (int trial = 0; trial < 400; ++trial) {
    Mesh mesh = meshOf(shapes[random() % 4]),
         other = meshOf(shapes[random() % 4]);
    if (mesh.numDevices() != other.numDevices())
      continue;
    for (Mesh *each : {&mesh, &other}) {
      each->deviceIds.resize(each->numDevices());
      std::iota(each->deviceIds.begin(), each->deviceIds.end(), 0);
      // Swaps halves a few times: often an order of axes, not always.
      for (int swap = random() % 3; swap > 0; --swap) {
        int64_t bit = each->numDevices() % 8 == 0 ? 1 << random() % 2 : 1;
        for (int64_t place = 0; place < each->numDevices(); ++place)
          if ((place & bit) == 0 && (place & 2 * bit) != 0)
            std::swap(each->deviceIds[place], each->deviceIds[place - bit]);
      }
    }
    if (auto found = axesWithin(other, mesh)) {
      ++numFound;
      EXPECT_TRUE(saysWhere(other, mesh, *found));
    }
  }
  EXPECT_GT(numFound, 50);
}
