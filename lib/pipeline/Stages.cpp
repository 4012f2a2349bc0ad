//===- Stages.cpp - The stages by name ------------------------------------===//

#include "plait/pipeline/Pipeline.h"

using namespace plait;

static constexpr llvm::StringLiteral kStageNames[] = {
    "import", "place", "propagate", "partition",
    "fuse",   "overlap", "codegen", "lower"};

llvm::StringRef plait::str(Stage stage) {
  return kStageNames[static_cast<int>(stage)];
}

std::optional<Stage> plait::parseStage(llvm::StringRef name) {
  for (Stage stage : kStages)
    if (str(stage) == name)
      return stage;
  return std::nullopt;
}

void plait::buildStage(Stage stage, mlir::OpPassManager &pm,
                       const PipelineOptions &options) {
  switch (stage) {
  case Stage::Import:
    return buildImportPipeline(pm, options);
  case Stage::Place:
    return buildPlacePipeline(pm, options);
  case Stage::Propagate:
    return buildPropagatePipeline(pm, options);
  case Stage::Partition:
    return buildPartitionPipeline(pm, options);
  case Stage::Fuse:
    return buildFusePipeline(pm, options);
  case Stage::Overlap:
    return buildOverlapPipeline(pm, options);
  case Stage::Codegen:
    return buildCodegenCpuPipeline(pm, options);
  case Stage::Lower:
    return buildLowerPipeline(pm, options);
  }
}
