//===- Convert.cpp - StableHLO, CHLO and sdy to the core program ----------===//
//
// Before: %0 = stablehlo.add %x, %y : tensor<4x6xf32>
// After:  %0 = linalg.generic {...} ins(%x, %y) outs(tensor.empty) { arith.addf
// }
//
// Meshes first, then function by function; see Converter.h.
//
//===----------------------------------------------------------------------===//
#include "Shardings.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "plait/dialects/coll/Coll.h"
#include "plait/dialects/linalgx/Linalgx.h"
#include "plait/passes/import/Passes.h"

namespace plait::import_ {
#define GEN_PASS_DEF_CONVERTPASS
#include "plait/passes/import/Passes.h.inc"
} // namespace plait::import_

using namespace mlir;

namespace plait::import_ {
namespace {

OpTable makeTable() {
  OpTable table;
  addElementwiseOps(table);
  addShapeOps(table);
  addContractionOps(table);
  addReductionOps(table);
  addWindowOps(table);
  addConvolutionOps(table);
  addIndexingOps(table);
  addSortOps(table);
  addFourierOps(table);
  addTriangularSolveOps(table);
  addRandomOps(table);
  addControlFlowOps(table);
  addShardingOps(table);
  addManualOps(table);
  addCustomCallOps(table);
  return table;
}

struct ConvertPass : impl::ConvertPassBase<ConvertPass> {
  void runOnOperation() override {
    static const OpTable table = makeTable();
    Shardings shardings(getOperation());
    shardings.convertMeshes();
    Converter converter(table, shardings, &getContext());
    SmallVector<func::FuncOp> inputs(getOperation().getOps<func::FuncOp>());
    SmallVector<OwningOpRef<func::FuncOp>> outputs;
    for (func::FuncOp input : inputs) {
      if (input.isDeclaration())
        continue;
      outputs.push_back(converter.convertFunction(input));
      if (!outputs.back())
        return signalPassFailure();
    }
    for (func::FuncOp input : inputs)
      input.erase();
    for (OwningOpRef<func::FuncOp> &output : outputs)
      getOperation().push_back(output.release());
  }
};

} // namespace
} // namespace plait::import_
