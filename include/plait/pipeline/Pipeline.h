//===- Pipeline.h - Stages and their order ----------------------*- C++ -*-===//
//
// The only place that knows pass order. One file per stage in lib/pipeline
// defines its build function; the driver runs them up to `--compile-to`.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PIPELINE_PIPELINE_H
#define PLAIT_PIPELINE_PIPELINE_H

#include "mlir/Pass/PassManager.h"
#include <optional>
#include <string>
#include <vector>

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace plait {

/// What the command line says, for all stages.
struct PipelineOptions {
  std::string mesh;                   // "data=4,model=2"; empty: the program's
  std::vector<std::string> shards;    // "NAME=[{data},{}]"
  std::vector<std::string> states;    // "params=parameter"
  std::string placement;              // "zero3@data" or "@FILE"; empty: none
  std::vector<std::string> nodeAxes;  // "node"; empty: the program's, or none
  std::string loss;                   // a result; empty: the obvious one
  std::string machine;                // name or file; empty: the default
  std::vector<std::string> explain;   // values whose shardings to explain
  std::optional<int64_t> rematBudget; // bytes; see plait-partition-legalize
  std::optional<int64_t> ringBytes;   // see plait-partition-ring-gathers
  bool keepConstraints = false;       // after propagate, to write them back
};

/// The stages of the pipeline, in order.
enum class Stage {
  Import,
  Place,
  Propagate,
  Partition,
  Fuse,
  Overlap,
  Codegen,
  Lower
};
inline constexpr Stage kStages[] = {
    Stage::Import, Stage::Place,   Stage::Propagate, Stage::Partition,
    Stage::Fuse,   Stage::Overlap, Stage::Codegen,   Stage::Lower};
llvm::StringRef str(Stage stage);
std::optional<Stage> parseStage(llvm::StringRef name);

/// Appends the passes of one stage, its verifier last.
void buildStage(Stage stage, mlir::OpPassManager &pm,
                const PipelineOptions &options);

void buildImportPipeline(mlir::OpPassManager &pm, const PipelineOptions &);
void buildPlacePipeline(mlir::OpPassManager &pm, const PipelineOptions &);
void buildPropagatePipeline(mlir::OpPassManager &pm, const PipelineOptions &);
void buildPartitionPipeline(mlir::OpPassManager &pm, const PipelineOptions &);
void buildFusePipeline(mlir::OpPassManager &pm, const PipelineOptions &);
void buildOverlapPipeline(mlir::OpPassManager &pm, const PipelineOptions &);
void buildCodegenCpuPipeline(mlir::OpPassManager &pm, const PipelineOptions &);
void buildLowerPipeline(mlir::OpPassManager &pm, const PipelineOptions &);

/// All dialects, with the external models of interfaces.
void registerAllDialects(mlir::DialectRegistry &registry);
/// All passes and stage pipelines, for plait-opt.
void registerAllPasses();

/// The parser, and the destruction of what it made, recurse with the nesting of
/// the text: 20,000 nested modules need about 200 MB.
inline constexpr unsigned kParserStackBytes = 512u << 20;
/// The main of plait-opt; passes are registered before.
int optMain(int argc, char **argv);

} // namespace plait

#endif // PLAIT_PIPELINE_PIPELINE_H
