//===- OpProblem.h - What the choice of an op's axes has to know -*- C++
//-*-===//
#ifndef PLAIT_PASSES_PARTITION_OPPROBLEM_H
#define PLAIT_PASSES_PARTITION_OPPROBLEM_H

#include "IndexWindows.h"
#include "Layouts.h"
#include "mlir/IR/Operation.h"
#include "plait/sharding/FactorChoice.h"
#include <functional>

namespace plait::partition {

/// One way to treat the partial operands: pass these axes on, combine others.
struct Treatment {
  llvm::SmallVector<PartialAxis, 2> passed;
  llvm::SmallVector<bool, 4> passes; // per operand
};

/// Axes per factor, and what they cost.
struct Judged {
  FactorAxes axes;
  double cost = 0;
};

/// What is known of an op before its axes are chosen.
class OpProblem {
public:
  OpProblem(mlir::Operation *op, const ShardingRule &rule, Layouts &layouts);

  mlir::Operation *op;
  const ShardingRule &rule;
  Layouts &layouts;
  /// Per operand the result that has its type, or -1.
  llvm::SmallVector<int, 4> tied;
  /// Per operand the type that it is resharded from, and one more that it may
  /// have; per result the type that its users want.
  llvm::SmallVector<llvm::SmallVector<mlir::RankedTensorType, 2>, 4> sources;
  llvm::SmallVector<mlir::RankedTensorType, 2> targets;
  /// Per result the type of partial values that its only user adds to it.
  llvm::SmallVector<mlir::RankedTensorType, 2> companions;
  /// Whether a value is there already with that type.
  std::function<bool(mlir::Value, mlir::RankedTensorType)> isThere;
  /// The type that a value would be resharded from for this op.
  std::function<mlir::RankedTensorType(mlir::Value)> sourceOf;

  /// Of the function that the op is in, if it has scatters.
  const IndexWindows *indexWindows = nullptr;

  /// The same op as a problem by another rule.
  OpProblem byRule(const ShardingRule &other) const;

  bool isTensor(unsigned operand) const {
    return mlir::isa<mlir::RankedTensorType>(op->getOperand(operand).getType());
  }
  bool isInput(unsigned operand) const {
    return isTensor(operand) && !rule.operandIsInit[operand];
  }

  mlir::RankedTensorType resultType(unsigned i, const FactorAxes &axes,
                                    const Treatment &treatment) const;
  mlir::RankedTensorType operandType(unsigned i, const FactorAxes &axes,
                                     const Treatment &treatment) const;
  /// Bytes from `type` to what the users of a result want.
  double reach(unsigned result, mlir::RankedTensorType type) const;
  /// Bytes to bring `value` into `needed`.
  double costToHave(mlir::Value value, mlir::RankedTensorType needed) const;
  /// Bytes and work of a choice; any number above `most` where it is more.
  double cost(const FactorAxes &axes, const Treatment &treatment,
              double most) const;
  /// What the part of one device weighs, in bytes received.
  double work(const FactorAxes &axes) const;
  /// How the tensors around the op lie.
  std::vector<TensorView> views() const;
  Judged best(const Treatment &treatment) const;

private:
  bool isContraction() const;
  bool isTransform() const;
};

/// Of two equal prices, a value with one user is moved as late as possible (its
/// successors may not need it moved), one with several users at once for all.
inline constexpr double later = 1.001, sooner = 0.999;
} // namespace plait::partition

#endif // PLAIT_PASSES_PARTITION_OPPROBLEM_H
