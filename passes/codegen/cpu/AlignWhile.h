//===- AlignWhile.h - While loops that pass on what they carry --*- C++ -*-===//
#ifndef PLAIT_PASSES_CODEGEN_CPU_ALIGNWHILE_H
#define PLAIT_PASSES_CODEGEN_CPU_ALIGNWHILE_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace plait::codegen {

/// Rewrites `loop` so that value i of its condition has the type of, and stands
/// for, value i that it carries. The loop may be replaced.
void alignWhile(mlir::scf::WhileOp loop);

} // namespace plait::codegen

#endif // PLAIT_PASSES_CODEGEN_CPU_ALIGNWHILE_H
