//===- CodegenCpuPipeline.cpp - The order of codegen/cpu ------------------===//

#include "plait/pipeline/Pipeline.h"

#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Transforms/Passes.h"
#include "plait/passes/codegen/cpu/Passes.h"

using namespace mlir;
using namespace plait;

/// One-shot bufferization of the whole module; buffers at function boundaries
/// are contiguous, as the runtime's are.
static std::unique_ptr<Pass> createBufferize() {
  bufferization::OneShotBufferizePassOptions options;
  options.bufferizeFunctionBoundaries = true;
  options.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  return bufferization::createOneShotBufferizePass(options);
}

/// Small floats compute in f32 and are rounded after each op, in registers;
/// else a conversion is a library call per element.
static void widenSmallFloats(OpPassManager &pm) {
  pm.addPass(createSplitConversionsPass());
  arith::ArithEmulateUnsupportedFloatsOptions emulate;
  emulate.sourceTypeStrs = {"bf16", "f16"};
  pm.addPass(arith::createArithEmulateUnsupportedFloats(emulate));
  pm.addPass(math::createMathExtendToSupportedTypes());
  // The two above let later passes leave out what is rounded in between.
  pm.addPass(createKeepRoundingPass());
}

/// Scalar functions as arithmetic that LLVM vectorizes.
static void expandScalars(OpPassManager &pm) {
  // After widening, so that small floats use the f32 expansions; before LLVM,
  // which knows some functions with holes and libm as scalar calls; and before
  // upstream's expansion, which loses the sign of a zero in a maximum.
  pm.addPass(createExpandMathPass());
  arith::ArithExpandOpsPassOptions expand;
  expand.includeBf16 = true;
  pm.addPass(arith::createArithExpandOpsPass(expand));
}

void plait::buildCodegenCpuPipeline(OpPassManager &pm,
                                    const PipelineOptions &) {
  pm.addPass(createCheckTypesPass());
  // The unit of a call is the loop nest, found after bufferization.
  pm.addPass(createInlineKernelsPass());
  // Before booleans: a condition may be a tensor.
  pm.addPass(createExpandSelectsPass());
  // Memory never holds i1: vector and scalar stores would disagree.
  pm.addPass(createStoreBooleansPass());
  // One-shot bufferization knows neither gathers nor dynamic slices.
  pm.addPass(createExpandLinalgxPass());
  // While transposes are ops of their own, and inits not yet tied.
  pm.addPass(createFoldTransposesPass());
  // What makes tensors out of nothing gets a destination that can be tied.
  pm.addPass(createDestinationStylePass());
  // After all inits exist and before anything ties them: a shared init would
  // be copied for each further use.
  pm.addPass(createFreshInitsPass());
  // Loops first, so that results see tied loops.
  pm.addPass(createTieLoopsPass());
  pm.addPass(createTieResultsPass());
  // The next one asks nobody before it writes into a destination early.
  pm.addPass(createCopyReadLaterPass());
  // Computes tied values in their destinations.
  pm.addPass(bufferization::createEmptyTensorEliminationPass());
  pm.addPass(createBufferize());
  // Copies of a buffer onto itself and casts vanish.
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createDropResultsPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createExpandScatterPass());
  // What remains strided is a loop like any other.
  pm.addPass(createExpandCopiesPass());
  // On buffers, so that strides are known; while fills are ops.
  pm.addPass(createMatchGemmPass());
  pm.addPass(createOrderLoopsPass());
  // Sees which loop is outermost.
  pm.addPass(createBlockSumsPass());
  // A nest with a buffer of its own can be one kernel then.
  pm.addPass(createHoistBuffersPass());
  // Before the arena: distinct allocations tell what cannot overlap.
  pm.addPass(createOutlinePass());
  // Lifetimes are read from calls on whole buffers.
  pm.addPass(createPlanArenaPass());
  widenSmallFloats(pm);
  expandScalars(pm);
  pm.addPass(createConvertLinalgToLoopsPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createCodegenCpuVerifyPass());
}
