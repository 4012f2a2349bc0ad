//===- Legalize.h - The state of legalization -------------------*- C++ -*-===//
//
// Ops are visited in program order. What holds between two visits:
// - the types of all visited ops follow from axes of their factors;
// - a value whose type differs from the one that `propagate` gave it has that
//   one in `wanted`; whoever needs it so, or otherwise, asks for it with
//   `need`;
// - a partial value with several users is combined once, behind the op that
//   made it.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PASSES_PARTITION_LEGALIZE_H
#define PLAIT_PASSES_PARTITION_LEGALIZE_H

#include "IndexWindows.h"
#include "Layouts.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Operation.h"
#include "plait/sharding/FactorChoice.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace plait::partition {

class OpProblem;
struct Expansion;
struct Treatment;

class Legalizer {
public:
  Legalizer(Layouts &layouts, int64_t rematBudget)
      : layouts(layouts), rematBudget(rematBudget) {}

  mlir::LogicalResult legalize(mlir::Block &block);
  /// To be called before: manual regions and their yields need their operands
  /// as `propagate` left them, whatever the operands become.
  void rememberManual(mlir::Operation *function);
  /// The same for scatters whose indices are known to lie near, as long as the
  /// ops that make them are as they were.
  void rememberIndexWindows(mlir::func::FuncOp function) {
    indexWindows = indexWindowsIn(function);
  }

private:
  void needAsPropagated(mlir::Operation *op);
  mlir::LogicalResult visit(mlir::Operation *op);
  mlir::LogicalResult visitRegionOp(mlir::Operation *op);
  mlir::LogicalResult visitReshard(ReshardOp op);
  mlir::LogicalResult visitGather(GatherOp op);
  /// Leaves sums that the loop carries partial until behind it (LoopSums.cpp).
  void combineBehind(mlir::scf::ForOp loop);
  void carryPartial(mlir::scf::ForOp loop, unsigned number,
                    mlir::RankedTensorType partial);
  /// Erases a reshard that nobody needs any more.
  void forget(ReshardOp reshard);
  mlir::LogicalResult visitByRule(mlir::Operation *op,
                                  const ShardingRule &rule);
  /// Replaces the op by what the expansion builds.
  mlir::LogicalResult expand(mlir::Operation *op, const Expansion &expansion);
  /// What the deferred ops that `op` takes cost, if they are made.
  double costOfDeferred(mlir::Operation *op);
  /// Makes them, but for those that are left to `op`.
  mlir::LogicalResult visitDeferred(
      mlir::Operation *op,
      llvm::function_ref<bool(mlir::Operation *, mlir::Operation *)> isLeft);
  mlir::LogicalResult needCaptured(mlir::Operation *op);
  void describeValues(OpProblem &problem);
  /// Gives operands and results the types that follow from the choice.
  void apply(const OpProblem &problem, const FactorAxes &axes,
             const Treatment &treatment);
  /// Gives the operands from `first` on the types, in order.
  mlir::LogicalResult needAll(mlir::Operation *op, unsigned first,
                              mlir::TypeRange types);

  /// `value` as `user` needs it: made anew, resharded, or itself. Equal needs
  /// share one reshard, which stands before the loops that it does not change
  /// in.
  mlir::Value need(mlir::Value value, mlir::RankedTensorType target,
                   mlir::Operation *user);
  /// The value with nothing partial, as it is wanted.
  mlir::Value resolved(mlir::Value value);
  mlir::Value made(mlir::Value value, mlir::RankedTensorType target,
                   mlir::Operation *user);
  mlir::RankedTensorType wantedType(mlir::Value value);

  /// Reports an operand that is needed whole by an op that cannot work on parts
  /// of it: an error beyond the budget (ForcedGathers.cpp).
  mlir::LogicalResult checkForced(mlir::Operation *op, unsigned operand,
                                  mlir::Value value,
                                  mlir::RankedTensorType needed);
  mlir::LogicalResult checkForced(const OpProblem &problem,
                                  const FactorAxes &axes,
                                  const Treatment &treatment);

  Layouts &layouts;
  int64_t rematBudget;
  IndexWindows indexWindows;
  llvm::DenseMap<mlir::Value, mlir::RankedTensorType> wanted;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::Type>> propagated;
  /// Slices, padding and reshapes that concatenations and windows may take from
  /// their sources.
  llvm::SmallPtrSet<mlir::Operation *, 4> deferred;
  llvm::DenseMap<std::pair<mlir::Value, mlir::Type>,
                 llvm::SmallVector<ReshardOp, 1>>
      reshards;
};

} // namespace plait::partition

#endif // PLAIT_PASSES_PARTITION_LEGALIZE_H
