//===- Convert.cpp - StableHLO, CHLO and sdy to the core program ----------===//
//
// Before: %0 = stablehlo.add %x, %y : tensor<4x6xf32>
// After:  %0 = linalg.generic {...} ins(%x, %y) outs(tensor.empty) { arith.addf
// }
//
// Meshes first, then function by function; see Converter.h. A program that is
// written in core ops keeps them, and only its shardings are converted.
//
//===----------------------------------------------------------------------===//
#include "Shardings.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "plait/dialects/coll/Coll.h"
#include "plait/dialects/input/chlo/Chlo.h"
#include "plait/dialects/input/stablehlo/Stablehlo.h"
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
  addEinsumOps(table);
  addBatchNormOps(table);
  addCholeskyOps(table);
  addSliceScanOps(table);
  addTupleOps(table);
  addLoopOps(table);
  addBranchOps(table);
  addShardingOps(table);
  addManualOps(table);
  addCustomCallOps(table);
  return table;
}

/// True where ops of core dialects compute, and none of an input dialect does.
/// A mixture is no core program: the walk names its first core op.
bool isCoreProgram(ModuleOp module) {
  bool hasCore = false;
  WalkResult result = module.walk([&](Operation *op) {
    Dialect *dialect = op->getDialect();
    if (isa_and_nonnull<stablehlo::StablehloDialect, chlo::ChloDialect,
                        sdy::SdyDialect>(dialect) &&
        !isa<sdy::MeshOp>(op))
      return WalkResult::interrupt();
    hasCore |= isa_and_nonnull<arith::ArithDialect, complex::ComplexDialect,
                               linalg::LinalgDialect, linalgx::LinalgxDialect,
                               math::MathDialect, PlaitDialect, scf::SCFDialect,
                               tensor::TensorDialect>(dialect) &&
               !isa<MeshOp>(op);
    return WalkResult::advance();
  });
  return hasCore && !result.wasInterrupted();
}

/// Named ops and arithmetic on tensors become generic ops, the one form that
/// later stages meet; fills stay.
LogicalResult generalize(ModuleOp module) {
  RewritePatternSet patterns(module.getContext());
  linalg::populateElementwiseToLinalgConversionPatterns(patterns);
  if (failed(applyPatternsGreedily(module, std::move(patterns))))
    return module.emitError("arithmetic on tensors could not be made generic");
  IRRewriter rewriter(module.getContext());
  SmallVector<linalg::LinalgOp> ops;
  module.walk([&](linalg::LinalgOp op) {
    if (!isa<linalg::GenericOp, linalg::FillOp>(op))
      ops.push_back(op);
  });
  for (linalg::LinalgOp op : ops) {
    rewriter.setInsertionPoint(op);
    if (failed(linalg::generalizeNamedOp(rewriter, op)))
      return op->emitOpError("is not supported");
  }
  return success();
}

struct ConvertPass : impl::ConvertPassBase<ConvertPass> {
  void runOnOperation() override {
    Shardings shardings(getOperation());
    shardings.convertMeshes();
    LogicalResult result = isCoreProgram(getOperation())
                               ? convertCoreProgram(shardings)
                               : convertInput(shardings);
    if (failed(result) || shardings.hasFailed())
      signalPassFailure();
  }

  LogicalResult convertCoreProgram(Shardings &shardings) {
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (failed(shardings.convertBoundary(function)))
        return failure();
    return generalize(getOperation());
  }

  LogicalResult convertInput(Shardings &shardings) {
    static const OpTable table = makeTable();
    Converter converter(table, shardings, &getContext());
    SmallVector<func::FuncOp> inputs(getOperation().getOps<func::FuncOp>());
    SmallVector<OwningOpRef<func::FuncOp>> outputs;
    for (func::FuncOp input : inputs) {
      if (input.isDeclaration())
        continue;
      outputs.push_back(converter.convertFunction(input));
      if (!outputs.back())
        return failure();
    }
    for (func::FuncOp input : inputs)
      input.erase();
    for (OwningOpRef<func::FuncOp> &output : outputs)
      getOperation().push_back(output.release());
    return success();
  }
};

} // namespace
} // namespace plait::import_
