//===- Localizer.h - From global to local, op by op -------------*- C++ -*-===//
//
// The old program stays untouched while a new one is built; `map` leads from
// each old value to its local one. One function per family of ops. What an op
// cannot do on shards is an error at the op.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PASSES_PARTITION_LOCALIZER_H
#define PLAIT_PASSES_PARTITION_LOCALIZER_H

#include "Layouts.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "plait/dialects/linalgx/Linalgx.h"

namespace plait::partition {

/// Gives collectives sites in program order, from 0.
void numberSites(mlir::ModuleOp module);

class Localizer {
public:
  explicit Localizer(Layouts &layouts, mlir::MLIRContext *context)
      : layouts(layouts), builder(context) {}

  mlir::LogicalResult localize(mlir::func::FuncOp function);

  //===-- Families --------------------------------------------------------===//
  mlir::LogicalResult localize(mlir::Operation *op);
  mlir::LogicalResult localizeBlocks(mlir::Region &from, mlir::Region &to);
  mlir::LogicalResult localizeControlFlow(mlir::Operation *op);
  mlir::LogicalResult localizeManual(ManualOp op);
  mlir::LogicalResult localizeCast(mlir::Operation *op);
  mlir::LogicalResult localizeStructured(mlir::Operation *op);
  mlir::LogicalResult localizeTensorOp(mlir::Operation *op);
  mlir::LogicalResult localizeIndexed(mlir::Operation *op);
  mlir::LogicalResult localizeSlice(linalgx::DynamicSliceOp op);
  mlir::LogicalResult localizeUpdate(linalgx::DynamicUpdateSliceOp op);
  mlir::LogicalResult localizeScan(linalgx::ScanOp op);
  /// An insertion into a dimension that is split.
  mlir::LogicalResult localizeCutInsert(mlir::tensor::InsertSliceOp op);
  /// A clone on the local operands, with local result types.
  mlir::Operation *cloneLocal(mlir::Operation *op);

  //===-- Questions about one dimension of a global value
  //------------------===//
  bool isSplit(mlir::Value value, int64_t dim);
  /// Whether the last shards are shorter than the others.
  bool isUneven(mlir::Value value, int64_t dim);
  int64_t localSize(mlir::Value value, int64_t dim);
  /// The global index of the first element of the shard.
  mlir::Value offset(mlir::Location loc, mlir::Value value, int64_t dim);
  /// How many elements of the shard are no padding, at least 0.
  mlir::Value realSize(mlir::Location loc, mlir::Value value, int64_t dim);

  mlir::RankedTensorType localType(mlir::Value value);
  mlir::Value local(mlir::Value value) { return map.lookup(value); }

  Layouts &layouts;
  mlir::OpBuilder builder;
  mlir::IRMapping map;
};

} // namespace plait::partition

#endif // PLAIT_PASSES_PARTITION_LOCALIZER_H
