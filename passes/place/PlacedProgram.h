//===- PlacedProgram.h - A placement to carry out ---------------*- C++ -*-===//
//
// What all passes that carry out a placement begin with: main, the placement
// while it is not resolved, and its mesh. Such a pass derives from it:
//
//   if (!read(getOperation()))
//     return; // nothing to carry out
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PASSES_PLACE_PLACEDPROGRAM_H
#define PLAIT_PASSES_PLACE_PLACEDPROGRAM_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "plait/dialects/plait/Plait.h"

namespace plait::place {

struct PlacedProgram {
  mlir::func::FuncOp main;
  PlacementOp op;
  Placement placement;
  Mesh mesh;
  mlir::FlatSymbolRefAttr symbol; // of the mesh

  /// Fills all members; false where the module has no main, no placement, or
  /// one that is resolved.
  bool read(mlir::ModuleOp module) {
    op = onlyPlacement(module);
    main = module.lookupSymbol<mlir::func::FuncOp>("main");
    MeshOp meshOp = op ? lookupMesh(op, op.getMeshAttr()) : MeshOp();
    if (!main || !meshOp || op.getResolved())
      return false;
    placement = op.getValue();
    mesh = meshOp.getValue();
    symbol = op.getMeshAttr();
    return true;
  }

  ShardingAttr attribute(const Sharding &sharding) const {
    return ShardingAttr::get(symbol, mesh, sharding);
  }
};

} // namespace plait::place

#endif // PLAIT_PASSES_PLACE_PLACEDPROGRAM_H
