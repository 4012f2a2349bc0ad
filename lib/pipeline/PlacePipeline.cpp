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
  place::MarkNodesPassOptions nodes;
  nodes.axes.assign(options.nodeAxes.begin(), options.nodeAxes.end());
  pm.addPass(place::createMarkNodesPass(nodes));
  place::ResolveStrategyPassOptions strategy;
  strategy.placement = options.placement;
  pm.addPass(place::createResolveStrategyPass(strategy));
  place::TensorParallelPassOptions tensorParallel;
  tensorParallel.loss = options.loss;
  pm.addPass(place::createTensorParallelPass(tensorParallel));
  // The passes that carry out the placement of states read the shardings that
  // arguments have so far; the last one sets those of the states.
  pm.addPass(place::createSpreadMicroBatchesPass());
  pm.addPass(place::createReduceGradientsPass());
  place::GatherParametersPassOptions gather;
  gather.loss = options.loss;
  pm.addPass(place::createGatherParametersPass(gather));
  pm.addPass(place::createLayOutStatesPass());
  place::StateSumsPassOptions sums;
  sums.loss = options.loss;
  pm.addPass(place::createStateSumsPass(sums));
  pm.addPass(place::createVerifyPass());
}
