//===- StrategySpace.cpp - All partial redundancies of a mesh -------------===//
//
// Names are tried in all combinations; parseStrategy() says which are legal.
//
//===----------------------------------------------------------------------===//
#include "plait/placement/StrategySpace.h"

namespace plait {

/// The published word for `placement` over `axes`, or "".
static std::string knownAs(const Placement &placement, llvm::StringRef axes,
                           const Mesh &mesh) {
  std::string error;
  for (llvm::StringRef word : {"ddp", "zero1", "zero2", "zero3", "hsdp"})
    if (parseStrategy((word + axes).str(), mesh, error) == placement)
      return word.str();
  return "";
}

std::vector<NamedPlacement> enumerateStrategies(const Mesh &mesh) {
  std::vector<NamedPlacement> found;
  if (mesh.axes.size() != 2)
    return found;
  std::string axes = "@" + mesh.axes[0].name + "," + mesh.axes[1].name;
  constexpr char splits[] = {'r', 'i', 'w'};
  for (char optimizer : splits)
    for (char parameters : splits)
      for (char gradients : splits) {
        std::string text = "paro(" + std::string{parameters} + "," +
                           std::string{gradients} + "," +
                           std::string{optimizer} + ")" + axes;
        std::string error;
        if (auto placement = parseStrategy(text, mesh, error))
          found.push_back(
              {text, knownAs(*placement, axes, mesh), *std::move(placement)});
      }
  return found;
}

} // namespace plait
