//===- PartitionPipeline.cpp - Local shapes and collectives ---------------===//

#include "plait/pipeline/Pipeline.h"

#include "mlir/Transforms/Passes.h"
#include "plait/passes/partition/Passes.h"

void plait::buildPartitionPipeline(mlir::OpPassManager &pm,
                                   const PipelineOptions &options) {
  partition::LegalizePassOptions legalize;
  if (options.rematBudget)
    legalize.rematBudget = *options.rematBudget;
  pm.addPass(partition::createLegalizePass(legalize));
  pm.addPass(partition::createCleanReshardsPass());
  pm.addPass(partition::createLowerReshardsPass());
  pm.addPass(partition::createLocalizePass());
  // Equal shard offsets and masks are made once per op: one of each is enough.
  // Collectives have effects and stay.
  pm.addPass(mlir::createCSEPass());
  // Equal slices of a value are one now: who sends them twice is seen.
  pm.addPass(partition::createMergeExchangesPass());
  partition::RingGathersPassOptions rings;
  rings.minBytes = options.ringBytes.value_or(rings.minBytes);
  pm.addPass(partition::createRingGathersPass(rings));
  pm.addPass(partition::createVerifyPass());
}
