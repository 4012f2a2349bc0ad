//===- Passes.td - Passes of the fuse stage --------------------*- tablegen -*-===//
#ifndef PLAIT_FUSE_PASSES
#define PLAIT_FUSE_PASSES

include "mlir/Pass/PassBase.td"

def DropClaimsPass : Pass<"plait-fuse-drop-claims", "mlir::ModuleOp"> {
  let summary = "Takes away what was claimed for the SPMD verifier";
  let description = [{
    Ensures: no `coll.relocated`; its users have what it named. No `coll.ring`;
    its steps stand in its place.
  }];
}

def FuseElementwisePass : Pass<"plait-fuse-elementwise", "mlir::ModuleOp"> {
  let summary = "Fuses chains of elementwise work, and into reductions";
  let description = [{
    Requires: a partitioned program. Ensures: a producer is fused into its
    consumer where that saves a pass over memory and repeats no costly work.
  }];
  let dependentDialects = ["mlir::linalg::LinalgDialect", "mlir::affine::AffineDialect"];
  let options = [
    Option<"maxInputs", "max-inputs", "int64_t", "12",
           "Do not give a fused op more operands than this (count).">,
    Option<"maxRepeatedOps", "max-repeated-ops", "int64_t", "3",
           "Repeat a producer with several users up to this size (scalar ops).">
  ];
}

def FormKernelsPass : Pass<"plait-fuse-form-kernels", "mlir::ModuleOp"> {
  let summary = "Puts local work into kernels";
  let description = [{
    Ensures: every op that computes a tensor lies in a `plait.kernel` with flops,
    bytes and predicted time; fills lie with the op that accumulates into them.
  }];
  let dependentDialects = ["plait::PlaitDialect"];
}

def VerifyPass : Pass<"plait-fuse-verify", "mlir::ModuleOp"> {
  let summary = "Checks what the fuse stage leaves behind";
  let description = [{
    Illegal: a tensor op outside of a kernel that is no view, collective or
    control flow; a kernel in a kernel.
  }];
}

#endif // PLAIT_FUSE_PASSES
