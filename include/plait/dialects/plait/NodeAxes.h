//===- NodeAxes.h - Axes that lead from node to node ------------*- C++ -*-===//
//
// `plait.mesh` may say over which of its axes devices are on different nodes:
//
//   plait.mesh @mesh = <"node"=2, "local"=4> {plait.node_axes = ["node"]}
//
// Nothing of a program depends on it; bytes that cross nodes are counted by it.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_DIALECTS_PLAIT_NODEAXES_H
#define PLAIT_DIALECTS_PLAIT_NODEAXES_H

#include "plait/dialects/plait/Plait.h"

namespace plait {

inline constexpr llvm::StringLiteral kNodeAxesAttr = "plait.node_axes";

/// Names, in the order in which they were said; nothing where none was, or
/// `mesh` is null.
std::vector<std::string> nodeAxesOf(MeshOp mesh);

/// Of the verifier of the dialect: names of axes of the mesh, each once.
mlir::LogicalResult verifyNodeAxes(mlir::Operation *op, mlir::Attribute value);

} // namespace plait

#endif // PLAIT_DIALECTS_PLAIT_NODEAXES_H
