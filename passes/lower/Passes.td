//===- Passes.td - From buffers to the LLVM dialect ------------*- tablegen -*-===//
#ifndef PLAIT_LOWER_PASSES
#define PLAIT_LOWER_PASSES

include "mlir/Pass/PassBase.td"

def LowerEntryPass : Pass<"plait-lower-entry", "mlir::ModuleOp"> {
  let summary = "Make the step function, the runtime's calls, and the tables";
  let description = [{
    **Requires** what `codegen/cpu` leaves. **Ensures** `plait_step_0(context,
    buffers)` instead of main, calls of the runtime instead of coll ops and
    products, each followed by a `cpu.check`, the constant tables of abi.h under
    the symbol `plait_module_table`, and the manifest in them.
  }];
  let dependentDialects = ["mlir::LLVM::LLVMDialect", "mlir::arith::ArithDialect",
                           "mlir::memref::MemRefDialect", "plait::cpu::CpuDialect"];
}

def LowerChecksPass : Pass<"plait-lower-checks", "mlir::ModuleOp"> {
  let summary = "Turn status checks into early returns";
  let description = [{
    **Requires** a step of blocks, without structured control flow. **Ensures**
    no `cpu.check`.
  }];
  let dependentDialects = ["mlir::LLVM::LLVMDialect"];
}

def LowerLibmPass : Pass<"plait-lower-libm", "mlir::ModuleOp"> {
  let summary = "Turn expm1 and log1p into calls of libm";
  let description = [{
    **Ensures** none of the two is left for upstream's conversion, which loses
    their digits near 0.
  }];
  let dependentDialects = ["mlir::func::FuncDialect"];
}

def LowerVerifyPass : Pass<"plait-lower-verify", "mlir::ModuleOp"> {
  let summary = "Check what lower leaves behind";
  let description = [{Errors on every op that is not of the LLVM dialect.}];
}

#endif // PLAIT_LOWER_PASSES
