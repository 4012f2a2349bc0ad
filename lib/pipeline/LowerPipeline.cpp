//===- LowerPipeline.cpp - The order of lower -----------------------------===//

#include "plait/pipeline/Pipeline.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Transforms/Passes.h"
#include "plait/passes/lower/Passes.h"

using namespace mlir;
using namespace plait;

void plait::buildLowerPipeline(OpPassManager &pm, const PipelineOptions &) {
  // Reads collectives and loops as ops; afterwards they are calls.
  pm.addPass(createLowerEntryPass());
  // Views become arithmetic on one base pointer, before descriptors exist.
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(createConvertComplexToStandardPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createSCFToControlFlowPass());
  // Needs blocks, not regions, to return from.
  pm.addPass(createLowerChecksPass());
  // Also those that complex functions are made of.
  pm.addPass(createLowerLibmPass());
  // LLVM's own math first: libm would take fma and floor as calls.
  pm.addPass(createConvertMathToLLVMPass());
  pm.addPass(createConvertMathToLibmPass());
  pm.addPass(createConvertComplexToLLVMPass());
  pm.addPass(createFinalizeMemRefToLLVMConversionPass());
  pm.addPass(createArithToLLVMConversionPass());
  pm.addPass(createConvertIndexToLLVMPass());
  pm.addPass(createConvertControlFlowToLLVMPass());
  // Kernels take plain pointers: shapes are static, and llvm.noalias survives.
  ConvertFuncToLLVMPassOptions function;
  function.useBarePtrCallConv = true;
  pm.addPass(createConvertFuncToLLVMPass(function));
  pm.addPass(createReconcileUnrealizedCastsPass());
  pm.addPass(createLowerVerifyPass());
}
