//===- Passes.td - Passes of the overlap stage -----------------*- tablegen -*-===//
#ifndef PLAIT_OVERLAP_PASSES
#define PLAIT_OVERLAP_PASSES

include "mlir/Pass/PassBase.td"

def MakeAsynchronousPass : Pass<"plait-overlap-make-asynchronous", "mlir::ModuleOp"> {
  let summary = "Starts a collective early and waits for it late";
  let description = [{
    Requires: kernels (`plait-fuse-verify`). Ensures: a collective whose result
    is not needed by the next kernel is a start and a wait, with the kernels that
    do not need it in between. Starts keep the order of the collectives.
  }];
  let dependentDialects = ["plait::coll::CollDialect", "mlir::tensor::TensorDialect"];
  let options = [
    Option<"minBytes", "min-bytes", "int64_t", "1024",
           "Leave smaller collectives blocking (bytes of the operand).">
  ];
}

def VerifyPass : Pass<"plait-overlap-verify", "mlir::ModuleOp"> {
  let summary = "Checks what the overlap stage leaves behind";
  let description = [{
    Illegal: a request that is not waited for exactly once, in its own block; a
    use of a destination in flight.
  }];
}

#endif // PLAIT_OVERLAP_PASSES
