//===- OverlapPipeline.cpp - Passes of the overlap stage ------------------===//

#include "plait/passes/overlap/Passes.h"
#include "plait/pipeline/Pipeline.h"

using namespace plait;

void plait::buildOverlapPipeline(mlir::OpPassManager &pm,
                                 const PipelineOptions &) {
  pm.addPass(overlap::createMakeAsynchronousPass());
  pm.addPass(overlap::createVerifyPass());
}
