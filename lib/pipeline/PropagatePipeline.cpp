//===- PropagatePipeline.cpp - Shardings for every value ------------------===//
#include "plait/passes/propagate/Passes.h"
#include "plait/pipeline/Pipeline.h"

#include "mlir/Pass/PassManager.h"

void plait::buildPropagatePipeline(mlir::OpPassManager &pm,
                                   const PipelineOptions &) {
  // First, so that no constant carries a sharding between its uses.
  pm.addPass(createSplitConstantsPass());
  pm.addPass(createPropagateShardingsPass());
  pm.addPass(createVerifyPropagatedPass());
}
