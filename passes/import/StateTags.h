//===- StateTags.h - Training states said in the program --------*- C++ -*-===//
#ifndef PLAIT_PASSES_IMPORT_STATETAGS_H
#define PLAIT_PASSES_IMPORT_STATETAGS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace plait::import_ {

/// Whether `op` is `stablehlo.composite "plait.state" %x {composite_attributes
/// = {state = "parameter"}}`: the identity, which says what %x is.
bool isStateTag(mlir::Operation *op);

/// Turns every tag of `main`, which has no calls, into the `plait.state` of the
/// argument that it stands on.
mlir::LogicalResult readStateTags(mlir::func::FuncOp main);

} // namespace plait::import_

#endif // PLAIT_PASSES_IMPORT_STATETAGS_H
