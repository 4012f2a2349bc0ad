//===- Meshes.h - Meshes and strategies of the tests ------------*- C++ -*-===//
#ifndef PLAIT_TEST_UNIT_PLACEMENT_MESHES_H
#define PLAIT_TEST_UNIT_PLACEMENT_MESHES_H

#include "plait/placement/Strategy.h"
#include "plait/sharding/Sharding.h"
#include "llvm/ADT/Twine.h"
#include "gtest/gtest.h"

namespace plait {

using Axes = std::vector<std::string>;

/// "data=4,model=2".
inline Mesh mesh(llvm::StringRef text) {
  std::string error;
  std::optional<Mesh> mesh = parseMesh(text, error);
  EXPECT_TRUE(mesh) << error;
  return mesh.value_or(Mesh());
}

inline Placement strategy(llvm::StringRef text, const Mesh &mesh) {
  std::string error;
  std::optional<Placement> placement = parseStrategy(text, mesh, error);
  EXPECT_TRUE(placement) << text.str() << ": " << error;
  return placement.value_or(Placement());
}

} // namespace plait

#endif // PLAIT_TEST_UNIT_PLACEMENT_MESHES_H
