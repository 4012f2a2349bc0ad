//===- Passes.td - Shardings for every value -------------------*- tablegen -*-===//
#ifndef PLAIT_PROPAGATE_PASSES
#define PLAIT_PROPAGATE_PASSES

include "mlir/Pass/PassBase.td"

def PropagateShardingsPass
    : Pass<"plait-propagate-shardings", "mlir::ModuleOp"> {
  let summary = "Gives every tensor a closed sharding, in its type";
  let description = [{
    From the shardings of arguments, results, constraints, groups and manual
    regions. See passes/propagate/README.md for the order of decisions.

    **Requires** constants split per use. **Ensures** an encoding on every
    tensor type, function signature included; plait.reshard where a sharding
    changes; no plait.constraint, plait.group or plait.barrier.
  }];
  let dependentDialects = ["::plait::PlaitDialect"];
  let options = [
    Option<"explain", "explain", "bool", "false",
           "Say in a remark at each value where each axis came from.">,
    ListOption<"explainValues", "explain-values", "std::string",
               "Say of these values, step by step, where each axis came from; "
               "names as in plait-propagate-explain.">,
    Option<"keepConstraints", "keep-constraints", "bool", "false",
           "Leave each plait.constraint, with the sharding that it became, for "
           "who writes it back into the user's program.">,
    Option<"fillShare", "fill-share", "double", "1.2",
           "Split further where devices times contraction work per device "
           "exceeds the program's work by this factor.">
  ];
}

def VerifyPropagatedPass : Pass<"plait-propagate-verify", "mlir::ModuleOp"> {
  let summary = "Rejects what may not be left after propagation";
  let description = [{
    Every tensor type has a closed sharding of one mesh; loop edges agree;
    plait.constraint, plait.group, plait.barrier and tensor.cast are gone; the
    declared shardings of arguments and results are those of their types.
  }];
}

#endif // PLAIT_PROPAGATE_PASSES
