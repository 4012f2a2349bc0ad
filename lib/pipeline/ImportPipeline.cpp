//===- ImportPipeline.cpp - Input dialects to the core program ------------===//

#include "mlir/Transforms/Passes.h"
#include "plait/passes/import/Passes.h"
#include "plait/pipeline/Pipeline.h"

void plait::buildImportPipeline(mlir::OpPassManager &pm,
                                const PipelineOptions &) {
  using namespace plait::import_;
  // Other ways to state shardings become sdy's and Plait's own.
  pm.addPass(createLegacyShardingsPass());
  pm.addPass(createShardAnnotationsPass());
  // While types still have signs and locations are those of the source.
  pm.addPass(createBoundaryPass());
  // Before the conversion, which then sees constants and loop counters through
  // calls.
  pm.addPass(createInlineCallsPass());
  pm.addPass(createConvertPass());
  pm.addPass(mlir::createCanonicalizerPass());
  pm.addPass(mlir::createCSEPass());
  pm.addPass(createVerifyPass());
}
