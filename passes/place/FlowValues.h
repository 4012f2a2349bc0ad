//===- FlowValues.h - What Flow asks of values ----------------------------===//
//
// Small questions that the parts of `Flow` share.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PASSES_PLACE_FLOWVALUES_H
#define PLAIT_PASSES_PLACE_FLOWVALUES_H

#include "FlowFactors.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "plait/analysis/ShardingRules.h"
#include "plait/dialects/coll/Coll.h"

namespace plait::place {

inline mlir::RankedTensorType tensorType(mlir::Value value) {
  return mlir::dyn_cast<mlir::RankedTensorType>(value.getType());
}

inline int64_t bytesOf(mlir::RankedTensorType type) {
  return type.getNumElements() * coll::elementBytes(type.getElementType());
}

inline Sharding withoutPartial(Sharding sharding) {
  sharding.partial.clear();
  return sharding;
}

inline bool isUsedOnlyBy(mlir::Value value, mlir::Operation *op) {
  return llvm::all_of(value.getUsers(),
                      [&](mlir::Operation *user) { return user == op; });
}

/// Whether the loop around adds up the result of `op` in `carried`.
inline bool isAddedTo(mlir::Operation *op, mlir::Value carried) {
  auto argument = mlir::dyn_cast<mlir::BlockArgument>(carried);
  auto loop = mlir::dyn_cast_or_null<mlir::scf::ForOp>(op->getParentOp());
  if (!argument || !loop || argument.getOwner() != loop.getBody() ||
      argument.getArgNumber() == 0 || !argument.hasOneUse() ||
      op->getNumResults() != 1 || !op->getResult(0).hasOneUse())
    return false;
  return loop.getYieldedValues()[argument.getArgNumber() - 1] ==
         op->getResult(0);
}

/// Operands that the op reads as tensors: no destinations.
inline llvm::SmallVector<unsigned> inputsOf(mlir::Operation *op,
                                            const ShardingRule &rule) {
  llvm::SmallVector<unsigned> inputs;
  auto style = mlir::dyn_cast<mlir::DestinationStyleOpInterface>(op);
  for (mlir::OpOperand &operand : op->getOpOperands())
    if (tensorType(operand.get()) &&
        !rule.operandIsInit[operand.getOperandNumber()] &&
        !(style && style.isDpsInit(&operand)))
      inputs.push_back(operand.getOperandNumber());
  return inputs;
}

/// The rule of an op that says something of all its operands and results.
inline std::optional<ShardingRule> completeRuleOf(mlir::Operation *op) {
  std::optional<ShardingRule> rule = shardingRuleOf(op);
  bool isComplete = rule && rule->operands.size() == op->getNumOperands() &&
                    rule->results.size() == op->getNumResults();
  return isComplete ? rule : std::nullopt;
}

/// Whether `op` sums products of two of its inputs.
inline bool isContraction(mlir::Operation *op, const ShardingRule &rule) {
  auto linalgOp = mlir::dyn_cast<mlir::linalg::LinalgOp>(op);
  return linalgOp && linalgOp.getNumReductionLoops() != 0 &&
         !rule.jointlyLinear && llvm::count(rule.linearIn, true) == 2;
}

/// The steps of a contraction, on a device that has its part of them. Factors
/// behind its loops are of dimensions that windows read: no steps.
inline double stepsOf(mlir::Operation *op, const ShardingRule &rule,
                      llvm::ArrayRef<Axes> split) {
  double steps = 1;
  for (size_t f = 0; f < mlir::cast<mlir::linalg::LinalgOp>(op).getNumLoops();
       ++f)
    steps *= shardSize(rule.factors[f].size, sizeOf(split[f]));
  return steps;
}

/// Of a stated layout with open dimensions that a value comes into.
inline Sharding merged(const Sharding &stated, const Sharding &from) {
  Sharding result = stated;
  for (auto [dim, own] : llvm::zip(result.dims, from.dims)) {
    for (AxisRef axis : own.axes)
      if (dim.open && startsWith(own.axes, dim.axes) && !stated.uses(axis))
        dim.axes.push_back(axis);
    dim.open = false;
    dim.priority.reset();
    dim.axes = normalized(dim.axes);
  }
  result.replicated.clear();
  return result;
}

} // namespace plait::place

#endif // PLAIT_PASSES_PLACE_FLOWVALUES_H
