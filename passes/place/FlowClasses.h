//===- FlowClasses.h - Dimensions that are split together -------*- C++ -*-===//
//
// All dimensions that the factors of ops tie together are one class: all hidden
// ones of a block, all experts. Where an axis is idle, the choice is between
// classes: what one product divides by experts, its neighbours should too.
//
// Example: x [t,d] w [d,f] and its gelu, times v [f,d]: classes t, d and f.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PASSES_PLACE_FLOWCLASSES_H
#define PLAIT_PASSES_PLACE_FLOWCLASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/SmallVector.h"

namespace plait {
struct ShardingRule;
} // namespace plait

namespace plait::place {

class FlowClasses {
public:
  explicit FlowClasses(mlir::func::FuncOp main);

  int of(mlir::Operation *contraction, int factor) const {
    return joined[numbers.lookup(contraction) + factor];
  }
  /// Classes of factors of contractions, those in most work first. Those of
  /// layers that are alike stand together.
  const std::vector<llvm::SmallVector<int>> &groups() const { return alike; }

private:
  unsigned numberOf(mlir::Value value);
  void tie(mlir::Value a, mlir::Value b);
  void tie(mlir::Operation *op, const ShardingRule &rule);
  void tieRegions(mlir::Operation *op);
  void group(mlir::func::FuncOp main);

  unsigned count = 0;
  llvm::DenseMap<mlir::Value, unsigned> dims;          // the first one's number
  llvm::DenseMap<mlir::Operation *, unsigned> numbers; // of factors
  std::vector<std::pair<unsigned, unsigned>> ties;
  llvm::IntEqClasses joined;
  std::vector<llvm::SmallVector<int>> alike;
};

} // namespace plait::place

#endif // PLAIT_PASSES_PLACE_FLOWCLASSES_H
