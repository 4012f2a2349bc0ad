//===- FusePipeline.cpp - Passes of the fuse stage ------------------------===//

#include "plait/passes/fuse/Passes.h"
#include "plait/pipeline/Pipeline.h"
#include "mlir/Transforms/Passes.h"

using namespace plait;

void plait::buildFusePipeline(mlir::OpPassManager &pm,
                              const PipelineOptions &) {
  pm.addPass(fuse::createDropClaimsPass());
  // Local types let canonicalization fold what the partitioner left: empty
  // slices, casts, dead values.
  pm.addPass(mlir::createCanonicalizerPass());
  pm.addPass(mlir::createCSEPass());
  pm.addPass(fuse::createFuseElementwisePass());
  pm.addPass(mlir::createCSEPass());
  pm.addPass(fuse::createFormKernelsPass());
  pm.addPass(fuse::createVerifyPass());
}
