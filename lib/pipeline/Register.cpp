//===- Register.cpp - All dialects, interfaces and passes -----------------===//

#include "plait/pipeline/Pipeline.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "plait/analysis/ShardingRules.h"
#include "plait/dialects/coll/Coll.h"
#include "plait/dialects/cpu/Cpu.h"
#include "plait/dialects/input/chlo/Chlo.h"
#include "plait/dialects/input/sdy/Sdy.h"
#include "plait/dialects/input/stablehlo/Stablehlo.h"
#include "plait/dialects/linalgx/Linalgx.h"
#include "plait/dialects/plait/Plait.h"
#include "plait/passes/codegen/cpu/Passes.h"
#include "plait/passes/fuse/Passes.h"
#include "plait/passes/import/Passes.h"
#include "plait/passes/lower/Passes.h"
#include "plait/passes/overlap/Passes.h"
#include "plait/passes/partition/Passes.h"
#include "plait/passes/place/Passes.h"
#include "plait/passes/propagate/Passes.h"
#include "plait/passes/verify/Passes.h"

using namespace plait;

void plait::registerAllDialects(mlir::DialectRegistry &registry) {
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  registry.insert<PlaitDialect, coll::CollDialect, linalgx::LinalgxDialect>();
  registry.insert<stablehlo::StablehloDialect>();
  registry.insert<chlo::ChloDialect>();
  registry.insert<sdy::SdyDialect>();
  registerShardingRuleModels(registry);
  registry.insert<cpu::CpuDialect>();
  coll::registerBufferizableOpInterfaceExternalModels(registry);
  linalgx::registerBufferizableOpInterfaceExternalModels(registry);
}

namespace {
/// `--plait-<stage>` of plait-opt: the stage's pipeline with default options.
void registerStagePipelines() {
  static mlir::PassPipelineRegistration<> registrations[] = {
      {"plait-import", "Input dialects to the core program",
       [](mlir::OpPassManager &pm) { buildImportPipeline(pm, {}); }},
      {"plait-place", "Placements and options to shardings",
       [](mlir::OpPassManager &pm) { buildPlacePipeline(pm, {}); }},
      {"plait-propagate", "Shardings for every value",
       [](mlir::OpPassManager &pm) { buildPropagatePipeline(pm, {}); }},
      {"plait-partition", "Local shapes and collectives",
       [](mlir::OpPassManager &pm) { buildPartitionPipeline(pm, {}); }},
      {"plait-fuse", "Local work clustered into kernels",
       [](mlir::OpPassManager &pm) { buildFusePipeline(pm, {}); }},
      {"plait-overlap", "Collectives in flight during compute",
       [](mlir::OpPassManager &pm) { buildOverlapPipeline(pm, {}); }},
      {"plait-codegen-cpu", "Kernels on buffers in one planned arena",
       [](mlir::OpPassManager &pm) { buildCodegenCpuPipeline(pm, {}); }},
      {"plait-lower", "The LLVM dialect with the runtime's calls",
       [](mlir::OpPassManager &pm) { buildLowerPipeline(pm, {}); }},
  };
  (void)registrations;
}

/// `--plait-propagate-explain=NAME`: the stage, saying of that value where its
/// sharding came from.
void registerExplain() {
  mlir::registerPassPipeline(
      "plait-propagate-explain",
      "Shardings for every value, and where that of =VALUE came from: an "
      "argument's or result's name, a line as model.py:12, or %12",
      [](mlir::OpPassManager &pm, llvm::StringRef value,
         llvm::function_ref<llvm::LogicalResult(const llvm::Twine &)> error) {
        if (value.empty())
          return error("plait-propagate-explain must say of which value, as "
                       "in --plait-propagate-explain=loss");
        PipelineOptions options;
        options.explain.push_back(value.str());
        buildPropagatePipeline(pm, options);
        return mlir::success();
      },
      [](llvm::function_ref<void(const mlir::detail::PassOptions &)>) {});
}
} // namespace

void plait::registerAllPasses() {
  mlir::registerAllPasses();
  import_::registerImportPasses();
  place::registerPlacePasses();
  registerPropagatePasses();
  registerPartitionPasses();
  verify::registerVerifyPasses();
  fuse::registerFusePasses();
  overlap::registerOverlapPasses();
  registerCodegenCpuPasses();
  registerLowerPasses();
  registerStagePipelines();
  registerExplain();
}
