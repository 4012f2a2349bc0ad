//===- GemmWrapper.h - One function per kind of product ---------*- C++ -*-===//
#ifndef PLAIT_PASSES_LOWER_GEMMWRAPPER_H
#define PLAIT_PASSES_LOWER_GEMMWRAPPER_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "plait/dialects/cpu/Cpu.h"

namespace plait::lower {

/// A private function i32 (context, a, b, c) that fills plait_gemm_args for
/// products like `op` and calls plait_gemm. Equal products share one.
mlir::LLVM::LLVMFuncOp gemmWrapper(mlir::ModuleOp module, cpu::GemmOp op);

} // namespace plait::lower

#endif // PLAIT_PASSES_LOWER_GEMMWRAPPER_H
