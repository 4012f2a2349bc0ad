//===- Loss.h - Which result is the loss ------------------------*- C++ -*-===//
#ifndef PLAIT_PASSES_PLACE_LOSS_H
#define PLAIT_PASSES_PLACE_LOSS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace plait::place {

/// The result that `name` names; without a name the one whose last key is
/// `loss`, as in result[2]['loss'], else the only scalar float that replaces no
/// argument, else an error that asks.
mlir::FailureOr<unsigned> findLoss(mlir::func::FuncOp main,
                                   llvm::StringRef name);

} // namespace plait::place

#endif // PLAIT_PASSES_PLACE_LOSS_H
