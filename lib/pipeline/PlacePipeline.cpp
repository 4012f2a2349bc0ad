//===- PlacePipeline.cpp - Passes of the place stage ----------------------===//

#include "plait/passes/place/Passes.h"
#include "plait/pipeline/Pipeline.h"

using namespace plait;

void plait::buildPlacePipeline(mlir::OpPassManager &pm,
                               const PipelineOptions &options) {
  place::AnnotatePassOptions annotate;
  annotate.mesh = options.mesh;
  annotate.shards.assign(options.shards.begin(), options.shards.end());
  annotate.states.assign(options.states.begin(), options.states.end());
  pm.addPass(place::createAnnotatePass(annotate));
  pm.addPass(place::createVerifyPass());
}
