//===- MarkNodes.cpp - Which axes of the mesh lead between nodes ----------===//
//
// Before: plait.mesh @mesh = <"node"=2, "local"=4>
// After:  plait.mesh @mesh = <...> {plait.node_axes = ["node"]}
//
// What the command line says of the machine. The program stays what it is; the
// bytes that cross nodes are counted by it.
//
//===----------------------------------------------------------------------===//
#include "plait/passes/place/Passes.h"

#include "mlir/IR/Builders.h"
#include "plait/dialects/plait/NodeAxes.h"
#include "plait/support/Suggestion.h"

#define DEBUG_TYPE "plait-place-mark-nodes"

namespace plait::place {
#define GEN_PASS_DEF_MARKNODESPASS
#include "plait/passes/place/Passes.h.inc"
} // namespace plait::place

using namespace mlir;
using namespace plait;

namespace {
struct MarkNodesPass : place::impl::MarkNodesPassBase<MarkNodesPass> {
  using MarkNodesPassBase::MarkNodesPassBase;

  void runOnOperation() override {
    if (axes.empty())
      return;
    MeshOp mesh = onlyMesh(getOperation());
    if (!mesh) {
      getOperation().emitError(
          "--node-axes: the program must have one mesh; give --mesh");
      return signalPassFailure();
    }
    SmallVector<StringRef> names;
    for (const std::string &axis : axes) {
      if (failed(checkAxis(mesh.getValue(), axis)))
        return signalPassFailure();
      if (!llvm::is_contained(names, axis))
        names.push_back(axis);
    }
    mesh->setAttr(kNodeAxesAttr, Builder(mesh).getStrArrayAttr(names));
  }

  LogicalResult checkAxis(const Mesh &mesh, const std::string &axis) {
    if (mesh.find(axis) >= 0)
      return success();
    std::vector<std::string> names;
    for (const MeshAxis &known : mesh.axes)
      names.push_back(known.name);
    return getOperation().emitError("--node-axes must be axes of the mesh, ")
           << llvm::join(names, ", ") << ", got: '" << axis << "'"
           << suggestion(axis, names);
  }
};
} // namespace
