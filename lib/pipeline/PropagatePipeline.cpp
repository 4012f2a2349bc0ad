//===- PropagatePipeline.cpp - Shardings for every value ------------------===//
#include "plait/passes/propagate/Passes.h"
#include "plait/pipeline/Pipeline.h"

#include "mlir/Pass/PassManager.h"

void plait::buildPropagatePipeline(mlir::OpPassManager &pm,
                                   const PipelineOptions &options) {
  PropagateShardingsPassOptions propagate;
  propagate.explainValues.assign(options.explain.begin(),
                                 options.explain.end());
  propagate.keepConstraints = options.keepConstraints;
  pm.addPass(createPropagateShardingsPass(propagate));
  if (!options.keepConstraints)
    pm.addPass(createVerifyPropagatedPass());
}
