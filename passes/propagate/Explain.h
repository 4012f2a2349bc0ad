//===- Explain.h - Why a value lies as it does ------------------*- C++ -*-===//
//
// Read from the graph after propagation: each axis of a node has an origin, a
// link and the node on its other side, or an annotation. Origins have the step
// in which they came, so that following them back always ends.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PASSES_PROPAGATE_EXPLAIN_H
#define PLAIT_PASSES_PROPAGATE_EXPLAIN_H

#include "BuildGraph.h"

#include "plait/analysis/FindValues.h"

namespace plait::propagate {

/// Remarks: at each value its sharding, and where each axis came from; at each
/// contraction the axes over which it is repeated; at the function the share.
void explain(mlir::func::FuncOp func, const FunctionGraph &function);

/// One remark at each value that was asked for, with a note per step on the way
/// back to what the user wrote, and a note per conflict that was settled.
void explainValues(mlir::func::FuncOp func, const FunctionGraph &function,
                   const Classes &classes, llvm::ArrayRef<FoundValue> found);

/// "{data,model:(1)2}".
std::string text(const Mesh &mesh, llvm::ArrayRef<AxisRef> axes);

} // namespace plait::propagate

#endif // PLAIT_PASSES_PROPAGATE_EXPLAIN_H
