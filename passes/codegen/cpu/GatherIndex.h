//===- GatherIndex.h - Which cell of the operand a gather reads -*- C++ -*-===//
//
// Gather and scatter share one index arithmetic (StableHLO spec, gather): a
// position in the result (or update) splits into a window offset and a place in
// the indices; the cell is start + batch + offset.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PASSES_CODEGEN_CPU_GATHERINDEX_H
#define PLAIT_PASSES_CODEGEN_CPU_GATHERINDEX_H

#include "mlir/IR/Builders.h"
#include "plait/dialects/linalgx/Linalgx.h"

namespace plait::codegen {

/// `raw`, an integer or index, as an index clamped to [0, last].
mlir::Value clampStart(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value raw, int64_t last, bool isUnsigned);

class GatherIndex {
public:
  /// Ranks of the result (or updates), the operand (or init), the indices.
  GatherIndex(linalgx::GatherDimsAttr dims, int64_t resultRank,
              int64_t operandRank, int64_t indicesRank);

  /// Reads the start along operand dimension `dim` at a place in the indices.
  using ReadStart = llvm::function_ref<mlir::Value(
      llvm::ArrayRef<mlir::Value> where, int64_t dim)>;

  /// The cell of the operand for a position in the result: one index per
  /// operand dimension.
  llvm::SmallVector<mlir::Value> cell(mlir::OpBuilder &builder,
                                      mlir::Location loc,
                                      llvm::ArrayRef<mlir::Value> position,
                                      ReadStart readStart) const;

private:
  linalgx::GatherDimsAttr dims;
  int64_t operandRank;
  int64_t indicesRank;
  llvm::SmallVector<int64_t> batchDims;  // of the result, in order
  llvm::SmallVector<int64_t> windowDims; // of the operand, in order
};

} // namespace plait::codegen

#endif // PLAIT_PASSES_CODEGEN_CPU_GATHERINDEX_H
