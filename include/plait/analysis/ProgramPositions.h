//===- ProgramPositions.h - When ops run ------------------------*- C++ -*-===//
#ifndef PLAIT_ANALYSIS_PROGRAMPOSITIONS_H
#define PLAIT_ANALYSIS_PROGRAMPOSITIONS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace plait {

/// First and last position of every op, in program order; ops in its regions
/// lie between. From one walk: asking MLIR for the order renumbers after
/// insertions.
class ProgramPositions {
public:
  explicit ProgramPositions(mlir::func::FuncOp main) { number(main.getBody()); }
  std::pair<int64_t, int64_t> of(mlir::Operation *op) const {
    return ranges.lookup(op);
  }

private:
  void number(mlir::Region &region) {
    for (mlir::Operation &op : region.getOps()) {
      int64_t first = next++;
      for (mlir::Region &inner : op.getRegions())
        number(inner);
      if (op.getNumRegions() != 0)
        ++next;
      ranges[&op] = {first, next - 1};
    }
  }

  llvm::DenseMap<mlir::Operation *, std::pair<int64_t, int64_t>> ranges;
  int64_t next = 0;
};

} // namespace plait

#endif // PLAIT_ANALYSIS_PROGRAMPOSITIONS_H
