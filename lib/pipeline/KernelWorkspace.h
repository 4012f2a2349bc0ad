//===- KernelWorkspace.h - What the product kernel packs ---------*- C++
//-*-===//
#ifndef PLAIT_LIB_PIPELINE_KERNELWORKSPACE_H
#define PLAIT_LIB_PIPELINE_KERNELWORKSPACE_H

#include "mlir/IR/BuiltinOps.h"

namespace plait {

/// Bytes of a rank beside its arena, after codegen: the largest copy of blocks
/// that the built-in product kernel makes (runtime/README.md). A rank keeps
/// them from one product to the next. Rounding of tiles is left out.
int64_t kernelWorkspaceBytes(mlir::ModuleOp module);

} // namespace plait

#endif // PLAIT_LIB_PIPELINE_KERNELWORKSPACE_H
