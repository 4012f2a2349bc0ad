//===- Reasons.h - Why a collective is there --------------------*- C++ -*-===//
//
// Reads reasons and source locations from the encoded program: a partial value
// leads back to the contraction or reduction that made it, everything else
// forward to the op that needs it.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PASSES_PARTITION_REASONS_H
#define PLAIT_PASSES_PARTITION_REASONS_H

#include "Layouts.h"
#include "plait/dialects/plait/Plait.h"

namespace plait::partition {

/// The op whose split factor made `value` partial over `axis`: back through the
/// linear ops that the partial value passed.
mlir::Value originOfPartial(mlir::Value value, AxisRef axis, Layouts &layouts);

/// "contraction of dimension 1 with params['w']", "tensor.concat".
std::string describe(mlir::Operation *op);

/// Why `reshard` combines its operand over `axes`.
std::string reasonToCombine(ReshardOp reshard, llvm::ArrayRef<AxisRef> axes,
                            llvm::StringRef combiner, Layouts &layouts);
/// Why `reshard` moves data, `deed` being "gather", "move", ...
std::string reasonToMove(ReshardOp reshard, llvm::StringRef deed,
                         llvm::ArrayRef<AxisRef> axes, Layouts &layouts);

/// Why a gather window moves data: "gather window fwd of params['w'] over data".
std::string reasonOfWindow(ReshardOp reshard, llvm::StringRef window,
                           llvm::StringRef deed, llvm::ArrayRef<AxisRef> axes,
                           Layouts &layouts);

/// The innermost place in the user's program.
mlir::Location userLocation(mlir::Value value);

} // namespace plait::partition

#endif // PLAIT_PASSES_PARTITION_REASONS_H
