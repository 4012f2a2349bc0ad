//===- SortLoops.h - A sort as loops ----------------------------*- C++ -*-===//
#ifndef PLAIT_PASSES_CODEGEN_CPU_SORTLOOPS_H
#define PLAIT_PASSES_CODEGEN_CPU_SORTLOOPS_H

#include "plait/dialects/linalgx/Linalgx.h"

namespace plait::codegen {
/// Replaces a sort by a bottom-up merge sort in loops.
void expandSort(linalgx::SortOp op);
} // namespace plait::codegen

#endif // PLAIT_PASSES_CODEGEN_CPU_SORTLOOPS_H
