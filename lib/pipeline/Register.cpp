//===- Register.cpp - All dialects, interfaces and passes -----------------===//

#include "plait/pipeline/Pipeline.h"

#include "plait/dialects/coll/Coll.h"
#include "plait/dialects/linalgx/Linalgx.h"
#include "plait/dialects/plait/Plait.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#ifdef PLAIT_HAS_PlaitStablehlo
#include "plait/dialects/input/stablehlo/Stablehlo.h"
#endif
#ifdef PLAIT_HAS_PlaitChlo
#include "plait/dialects/input/chlo/Chlo.h"
#endif
#ifdef PLAIT_HAS_PlaitSdy
#include "plait/dialects/input/sdy/Sdy.h"
#endif
#ifdef PLAIT_HAS_PlaitAnalysis
#include "plait/analysis/ShardingRules.h"
#endif
#ifdef PLAIT_HAS_PlaitImportPasses
#include "plait/passes/import/Passes.h"
#endif
#ifdef PLAIT_HAS_PlaitPlacePasses
#include "plait/passes/place/Passes.h"
#endif
#ifdef PLAIT_HAS_PlaitPropagatePasses
#include "plait/passes/propagate/Passes.h"
#endif
#ifdef PLAIT_HAS_PlaitPartitionPasses
#include "plait/passes/partition/Passes.h"
#endif
#ifdef PLAIT_HAS_PlaitFusePasses
#include "plait/passes/fuse/Passes.h"
#endif
#ifdef PLAIT_HAS_PlaitOverlapPasses
#include "plait/passes/overlap/Passes.h"
#endif
#ifdef PLAIT_HAS_PlaitCodegenCpuPasses
#include "plait/dialects/cpu/Cpu.h"
#include "plait/passes/codegen/cpu/Passes.h"
#endif
#ifdef PLAIT_HAS_PlaitLowerPasses
#include "plait/passes/lower/Passes.h"
#endif

using namespace plait;

void plait::registerAllDialects(mlir::DialectRegistry &registry) {
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  registry.insert<PlaitDialect, coll::CollDialect, linalgx::LinalgxDialect>();
#ifdef PLAIT_HAS_PlaitStablehlo
  registry.insert<stablehlo::StablehloDialect>();
#endif
#ifdef PLAIT_HAS_PlaitChlo
  registry.insert<chlo::ChloDialect>();
#endif
#ifdef PLAIT_HAS_PlaitSdy
  registry.insert<sdy::SdyDialect>();
#endif
#ifdef PLAIT_HAS_PlaitAnalysis
  registerShardingRuleModels(registry);
#endif
#ifdef PLAIT_HAS_PlaitCodegenCpuPasses
  registry.insert<cpu::CpuDialect>();
  coll::registerBufferizableOpInterfaceExternalModels(registry);
  linalgx::registerBufferizableOpInterfaceExternalModels(registry);
#endif
}

namespace {
/// `--plait-<stage>` of plait-opt: the stage's pipeline with default options.
void registerStagePipelines() {
  static mlir::PassPipelineRegistration<> registrations[] = {
#ifdef PLAIT_HAS_PlaitImportPasses
      {"plait-import", "Input dialects to the core program",
       [](mlir::OpPassManager &pm) { buildImportPipeline(pm, {}); }},
#endif
#ifdef PLAIT_HAS_PlaitPlacePasses
      {"plait-place", "Placements and options to shardings",
       [](mlir::OpPassManager &pm) { buildPlacePipeline(pm, {}); }},
#endif
#ifdef PLAIT_HAS_PlaitPropagatePasses
      {"plait-propagate", "Shardings for every value",
       [](mlir::OpPassManager &pm) { buildPropagatePipeline(pm, {}); }},
#endif
#ifdef PLAIT_HAS_PlaitPartitionPasses
      {"plait-partition", "Local shapes and collectives",
       [](mlir::OpPassManager &pm) { buildPartitionPipeline(pm, {}); }},
#endif
#ifdef PLAIT_HAS_PlaitFusePasses
      {"plait-fuse", "Local work clustered into kernels",
       [](mlir::OpPassManager &pm) { buildFusePipeline(pm, {}); }},
#endif
#ifdef PLAIT_HAS_PlaitOverlapPasses
      {"plait-overlap", "Collectives in flight during compute",
       [](mlir::OpPassManager &pm) { buildOverlapPipeline(pm, {}); }},
#endif
#ifdef PLAIT_HAS_PlaitCodegenCpuPasses
      {"plait-codegen-cpu", "Kernels on buffers in one planned arena",
       [](mlir::OpPassManager &pm) { buildCodegenCpuPipeline(pm, {}); }},
#endif
#ifdef PLAIT_HAS_PlaitLowerPasses
      {"plait-lower", "The LLVM dialect with the runtime's calls",
       [](mlir::OpPassManager &pm) { buildLowerPipeline(pm, {}); }},
#endif
  };
  (void)registrations;
}
} // namespace

void plait::registerAllPasses() {
  mlir::registerAllPasses();
#ifdef PLAIT_HAS_PlaitImportPasses
  import_::registerImportPasses();
#endif
#ifdef PLAIT_HAS_PlaitPlacePasses
  place::registerPlacePasses();
#endif
#ifdef PLAIT_HAS_PlaitPropagatePasses
  registerPropagatePasses();
#endif
#ifdef PLAIT_HAS_PlaitPartitionPasses
  registerPartitionPasses();
#endif
#ifdef PLAIT_HAS_PlaitFusePasses
  fuse::registerFusePasses();
#endif
#ifdef PLAIT_HAS_PlaitOverlapPasses
  overlap::registerOverlapPasses();
#endif
#ifdef PLAIT_HAS_PlaitCodegenCpuPasses
  registerCodegenCpuPasses();
#endif
#ifdef PLAIT_HAS_PlaitLowerPasses
  registerLowerPasses();
#endif
  registerStagePipelines();
}
