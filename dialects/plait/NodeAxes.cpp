//===- NodeAxes.cpp - Axes that lead from node to node --------------------===//

#include "plait/dialects/plait/NodeAxes.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace plait;

std::vector<std::string> plait::nodeAxesOf(MeshOp mesh) {
  std::vector<std::string> names;
  auto list = mesh ? mesh->getAttrOfType<ArrayAttr>(kNodeAxesAttr) : nullptr;
  if (list)
    for (StringAttr name : list.getAsRange<StringAttr>())
      names.push_back(name.str());
  return names;
}

LogicalResult plait::verifyNodeAxes(Operation *op, Attribute value) {
  auto meshOp = dyn_cast<MeshOp>(op);
  if (!meshOp)
    return op->emitError() << "'" << kNodeAxesAttr
                           << "' must stand on a plait.mesh";
  Mesh mesh = meshOp.getValue();
  auto list = dyn_cast<ArrayAttr>(value);
  SmallVector<StringAttr> seen;
  auto isNew = [&](Attribute entry) {
    auto name = dyn_cast<StringAttr>(entry);
    if (!name || mesh.find(name.getValue()) < 0 ||
        llvm::is_contained(seen, name))
      return false;
    seen.push_back(name);
    return true;
  };
  if (!list || !llvm::all_of(list, isNew))
    return op->emitError() << "'" << kNodeAxesAttr
                           << "' must list axes of the mesh, each once, got: "
                           << value;
  return success();
}
