//===- Passes.td - From tensors to buffers in an arena ---------*- tablegen -*-===//
#ifndef PLAIT_CODEGEN_CPU_PASSES
#define PLAIT_CODEGEN_CPU_PASSES

include "mlir/Pass/PassBase.td"

//===- On tensors ---------------------------------------------------------===//

def InlineKernelsPass : Pass<"plait-codegen-cpu-inline-kernels", "mlir::ModuleOp"> {
  let summary = "Dissolve kernel regions";
  let description = [{
    **Requires** nothing. **Ensures** no `plait.kernel`: the unit of a call on a
    CPU is the loop nest, outlined after bufferization.
  }];
}

def ExpandSelectsPass : Pass<"plait-codegen-cpu-expand-selects", "mlir::ModuleOp"> {
  let summary = "Choose between tensors by element";
  let description = [{
    **Ensures** no arith.select on tensors: bufferization would choose between
    buffers, which can then neither be tied nor written in place.
  }];
  let dependentDialects = ["mlir::arith::ArithDialect", "mlir::linalg::LinalgDialect",
                           "mlir::tensor::TensorDialect"];
}

def CheckTypesPass : Pass<"plait-codegen-cpu-check-types", "mlir::ModuleOp"> {
  let summary = "Check that the target has code for all numbers";
  let description = [{
    **Ensures** no floats but f64, f32, f16 and bf16, alone or in complex
    numbers: anything else is a located error.
  }];
}

def StoreBooleansPass : Pass<"plait-codegen-cpu-store-booleans", "mlir::ModuleOp"> {
  let summary = "Store booleans as bytes";
  let description = [{
    **Requires** local tensors. **Ensures** no tensor of i1: booleans are i8 with
    0 or 1 in memory and i1 in registers.
  }];
  let dependentDialects = ["mlir::arith::ArithDialect", "mlir::tensor::TensorDialect"];
}

def ExpandLinalgxPass : Pass<"plait-codegen-cpu-expand-linalgx", "mlir::ModuleOp"> {
  let summary = "Expand gathers, dynamic slices and sorts into upstream ops";
  let description = [{
    **Ensures** no linalgx op but scatter and barrier; starts are clamped.
  }];
  let dependentDialects = ["mlir::arith::ArithDialect", "mlir::linalg::LinalgDialect",
                           "mlir::scf::SCFDialect", "mlir::tensor::TensorDialect"];
}

def FoldTransposesPass : Pass<"plait-codegen-cpu-fold-transposes", "mlir::ModuleOp"> {
  let summary = "Fold transposes into the contractions beside them";
  let description = [{
    A transposed operand of a contraction is read, and a transposed result
    written, by another indexing map.
  }];
  let dependentDialects = ["mlir::linalg::LinalgDialect", "mlir::tensor::TensorDialect"];
}

def DestinationStylePass : Pass<"plait-codegen-cpu-destination-style", "mlir::ModuleOp"> {
  let summary = "Give pads, concatenations and collectives destinations";
  let description = [{
    **Ensures** no tensor.pad, concat, generate; every collective has a
    destination, and a started one has a destination that nothing else uses.
  }];
  let dependentDialects = ["mlir::arith::ArithDialect", "mlir::linalg::LinalgDialect",
                           "mlir::bufferization::BufferizationDialect",
                           "mlir::tensor::TensorDialect"];
}

def FreshInitsPass : Pass<"plait-codegen-cpu-fresh-inits", "mlir::ModuleOp"> {
  let summary = "Give each op an init of its own";
  let description = [{
    A shared tensor.empty or linalg.fill costs a copy of the whole tensor per
    further use. **Ensures** that each is written by one op only, and that an
    init whose old content is not read is a tensor.empty.
  }];
  let dependentDialects = ["mlir::arith::ArithDialect", "mlir::linalg::LinalgDialect",
                           "mlir::tensor::TensorDialect"];
}

def TieLoopsPass : Pass<"plait-codegen-cpu-tie-loops", "mlir::ModuleOp"> {
  let summary = "Make loops and branches write in place";
  let description = [{
    **Ensures** that a loop yields each carried tensor in the buffer it came in,
    and that all branches of an if or switch write into one destination.
  }];
  let dependentDialects = ["mlir::bufferization::BufferizationDialect",
                           "mlir::linalg::LinalgDialect",
                           "mlir::tensor::TensorDialect"];
}

def TieResultsPass : Pass<"plait-codegen-cpu-tie-results", "mlir::ModuleOp"> {
  let summary = "Write results into donated or new arguments of main";
  let description = [{
    **Requires** one public function main on local tensors. **Ensures** that
    main's arguments are its arguments and then one per result, each result is
    materialized in its own (a donated one in the argument it replaces), and a
    `cpu.interface` holds their declared attributes.
  }];
  let dependentDialects = ["mlir::bufferization::BufferizationDialect",
                           "plait::cpu::CpuDialect"];
}

def CopyReadLaterPass : Pass<"plait-codegen-cpu-copy-read-later", "mlir::ModuleOp"> {
  let summary = "Copy what is read after a destination would overwrite it";
  let description = [{
    **Requires** tied loops and results. **Ensures** that each materialization
    of a value that is computed in place, from a tensor.empty on, is the last to
    use that buffer: the elimination of empty tensors may put the destination
    there.
  }];
  let dependentDialects = ["mlir::linalg::LinalgDialect",
                           "mlir::tensor::TensorDialect"];
}

//===- On buffers ---------------------------------------------------------===//

def DropResultsPass : Pass<"plait-codegen-cpu-drop-results", "mlir::ModuleOp"> {
  let summary = "Drop results and loop values that are known buffers";
  let description = [{
    **Requires** bufferized IR in which main returns only its arguments, loops
    yield the buffer they got, and branches yield one buffer. **Ensures** no
    buffer is a result of a function, loop or branch; else an error.
  }];
}

def ExpandScatterPass : Pass<"plait-codegen-cpu-expand-scatter", "mlir::ModuleOp"> {
  let summary = "Expand scatters on buffers into loops";
  let description = [{**Ensures** no linalgx op.}];
  let dependentDialects = ["mlir::arith::ArithDialect", "mlir::memref::MemRefDialect",
                           "mlir::scf::SCFDialect"];
}

def ExpandCopiesPass : Pass<"plait-codegen-cpu-expand-copies", "mlir::ModuleOp"> {
  let summary = "Turn copies between buffers with gaps into loop nests";
  let description = [{**Ensures** that what is left of memref.copy is a memcpy.}];
  let dependentDialects = ["mlir::linalg::LinalgDialect"];
}

def MatchGemmPass : Pass<"plait-codegen-cpu-match-gemm", "mlir::ModuleOp"> {
  let summary = "Turn contractions into calls of the product kernel";
  let description = [{
    Of generics that multiply and add f32, f64, bf16 or f16 with M, N, K > 1. A
    zero fill right before becomes `accumulate` off.
  }];
  let dependentDialects = ["plait::cpu::CpuDialect", "mlir::scf::SCFDialect",
                           "mlir::arith::ArithDialect", "mlir::memref::MemRefDialect"];
}

def OrderLoopsPass : Pass<"plait-codegen-cpu-order-loops", "mlir::ModuleOp"> {
  let summary = "Order loops by stride and set fast-math flags";
  let description = [{
    **Ensures** the innermost loop is contiguous in most operands; `reassoc` and
    `contract` on what combines into a reduction.
  }];
  let dependentDialects = ["mlir::linalg::LinalgDialect"];
}

def BlockSumsPass : Pass<"plait-codegen-cpu-block-sums", "mlir::ModuleOp"> {
  let summary = "Sum many rows block by block";
  let description = [{
    **Requires** ordered loops. One accumulator per column loses digits in long
    sums: the outermost reduction loop gets a partial sum of its own.
  }];
  let options = [
    Option<"minTerms", "min-terms", "int64_t", "1024",
           "Leave sums of fewer terms per element.">
  ];
  let dependentDialects = ["mlir::arith::ArithDialect", "mlir::linalg::LinalgDialect",
                           "mlir::memref::MemRefDialect", "mlir::scf::SCFDialect"];
}

def HoistBuffersPass : Pass<"plait-codegen-cpu-hoist-buffers", "mlir::ModuleOp"> {
  let summary = "Move allocations out of what becomes one kernel";
  let description = [{
    **Ensures** that allocations stand outside of nests; those in loops and
    branches that main itself runs stay, and live within one trip.
  }];
}

def OutlinePass : Pass<"plait-codegen-cpu-outline", "mlir::ModuleOp"> {
  let summary = "Outline loop nests into shared private functions";
  let description = [{
    **Ensures** that main holds calls, views, copies, collectives, products and
    control flow around them; equal nests share one function.
  }];
  let dependentDialects = ["mlir::func::FuncDialect", "mlir::LLVM::LLVMDialect"];
}

def PlanArenaPass : Pass<"plait-codegen-cpu-plan-arena", "mlir::ModuleOp"> {
  let summary = "Place all buffers of the step in one arena";
  let description = [{
    **Ensures** no allocation in main; its last argument is the arena, and each
    former allocation is a view at a planned offset, 64-byte aligned. A buffer in
    use in a loop or by a collective in flight keeps its place until the end; one
    that is allocated in a loop lives within a trip.
  }];
  let options = [
    Option<"reuse", "reuse", "bool", "true",
           "Let buffers that never live together share bytes. Without it each "
           "has bytes of its own: to find out who overwrites a buffer.">
  ];
  let dependentDialects = ["mlir::arith::ArithDialect", "mlir::memref::MemRefDialect"];
}

def SplitConversionsPass : Pass<"plait-codegen-cpu-split-conversions", "mlir::ModuleOp"> {
  let summary = "Convert between f64 and small floats through f32";
  let description = [{**Ensures** that bf16 and f16 convert from and to f32 only.}];
  let dependentDialects = ["mlir::arith::ArithDialect"];
}

def KeepRoundingPass : Pass<"plait-codegen-cpu-keep-rounding", "mlir::ModuleOp"> {
  let summary = "Round small floats after each op";
  let description = [{
    **Requires** bf16 and f16 widened to f32. **Ensures** that no conversion may
    be left out but of what is a small float already.
  }];
}

def ExpandMathPass : Pass<"plait-codegen-cpu-expand-math", "mlir::ModuleOp"> {
  let summary = "Expand f32 math functions into arithmetic that vectorizes";
  let description = [{
    exp, exp2, expm1, log, log1p, tanh, erf; the bounds are in README.md and
    swept by a test. Other functions and f64 are left to libm.
  }];
  let dependentDialects = ["mlir::arith::ArithDialect", "mlir::math::MathDialect"];
}

def CodegenCpuVerifyPass : Pass<"plait-codegen-cpu-verify", "mlir::ModuleOp"> {
  let summary = "Check what codegen/cpu leaves behind";
  let description = [{
    Errors on tensors, allocations in main, structured ops, buffers as results.
  }];
}

#endif // PLAIT_CODEGEN_CPU_PASSES
