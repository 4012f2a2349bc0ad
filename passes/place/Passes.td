//===- Passes.td - Passes of the place stage -------------------*- tablegen -*-===//
#ifndef PLAIT_PLACE_PASSES
#define PLAIT_PLACE_PASSES

include "mlir/Pass/PassBase.td"

def AnnotatePass : Pass<"plait-place-annotate", "mlir::ModuleOp"> {
  let summary = "Puts the command line's mesh, shardings and states on arguments";
  let description = [{
    Requires: a core program. Ensures: the mesh is the one named, every
    `plait.sharding` fits it, and each pattern has found an argument or result.
    A pattern is a whole name or a prefix that ends before `[` or `.`; `*`
    matches anything.
  }];
  let dependentDialects = ["plait::PlaitDialect"];
  let options = [
    Option<"mesh", "mesh", "std::string", "\"\"",
           "Replace the mesh: data=4,model=2 (empty: keep the program's).">,
    ListOption<"shards", "shard", "std::string",
               "Shard an argument or result: NAME=[{data},{}].">,
    ListOption<"states", "state", "std::string",
               "Say which training state an argument is: NAME=parameter.">
  ];
}

def TensorParallelPass : Pass<"plait-place-tensor-parallel", "mlir::ModuleOp"> {
  let summary = "Splits weights over one axis without annotations";
  let description = [{
    Requires: a core program whose parameters are known (`plait.state`), one
    mesh, an axis or a `plait.placement` that is not resolved. Ensures, by role:

    - features: weights that expand are split by columns, those that contract by
      rows, tables by rows, biases and the like alike; results that replace them
      and the optimizer state likewise. Other dimensions are open.
    - features_sequence: also, constraints that split positions between blocks.
    - sequence: the batch is split by positions; constraints split heads inside
      attention (Ulysses).
    - ring: the batch is split by positions; constraints keep queries split
      inside attention and bring keys and values together.
    - experts: stacks of experts and the batch are split by their first
      dimension.

    A remark per parameter says how and why, or why not. A dimension with a
    closed sharding keeps it.
  }];
  let dependentDialects = ["plait::PlaitDialect", "mlir::tensor::TensorDialect",
                           "mlir::linalg::LinalgDialect", "mlir::arith::ArithDialect"];
  let options = [
    Option<"axis", "axis", "std::string", "\"\"",
           "The axis of the mesh to split over (empty: the axes of the "
           "placement, with their roles).">,
    Option<"role", "role", "std::string", "\"features\"",
           "What the axis divides: features (weights), features_sequence "
           "(and positions between the blocks), sequence (positions, heads "
           "inside attention), ring (positions, keys and values in blocks inside "
           "attention) or experts.">,
    Option<"loss", "loss", "std::string", "\"\"",
           "The result that training minimizes (empty: the one named loss).">,
    Option<"vocabulary", "vocabulary", "bool", "true",
           "Also split weights whose columns no later weight sums, such as a "
           "vocabulary, where they expand.">
  ];
}

def ResolveStrategyPass : Pass<"plait-place-resolve-strategy", "mlir::ModuleOp"> {
  let summary = "Makes the placement that the command line names an op";
  let description = [{
    Requires: one mesh, where a placement is given. Ensures: at most one
    `plait.placement`, that of the option if there is one, and none that asks
    for what nothing carries out (recomputation, pipelines).
  }];
  let dependentDialects = ["plait::PlaitDialect"];
  let options = [
    Option<"placement", "placement", "std::string", "\"\"",
           "A strategy such as zero3@data, or @FILE with a plait.placement "
           "(empty: the program's).">
  ];
}

def MarkNodesPass : Pass<"plait-place-mark-nodes", "mlir::ModuleOp"> {
  let summary = "Says which axes of the mesh lead from node to node";
  let description = [{
    Requires: one mesh, where axes are given. Ensures: `plait.node_axes` on the
    mesh, by which bytes that cross nodes are counted.
  }];
  let dependentDialects = ["plait::PlaitDialect"];
  let options = [
    ListOption<"axes", "axes", "std::string",
               "Axes over which devices are on different nodes.">
  ];
}

def ReduceGradientsPass : Pass<"plait-place-reduce-gradients", "mlir::ModuleOp"> {
  let summary = "Constrains gradients to sums over the batch, where they are updated";
  let description = [{
    Requires: a `plait.placement` that is not resolved, states on arguments.
    Ensures: each gradient that an update reads is constrained to be partial
    where it is made and to lie as its owner needs it; `plait.gradient` says
    where it was found. A parameter without a gradient is a missed remark.
  }];
  let dependentDialects = ["plait::PlaitDialect"];
}

def SpreadMicroBatchesPass
    : Pass<"plait-place-spread-micro-batches", "mlir::ModuleOp"> {
  let summary = "Splits each micro-batch over all devices of the batch";
  let description = [{
    Requires: a `plait.placement` that is not resolved, states on arguments.
    Ensures: where a batch is reshaped to micro-batches that a loop reads one at
    a time, the examples of each are split, not the micro-batches.
  }];
  let dependentDialects = ["plait::PlaitDialect"];
}

def GatherParametersPass : Pass<"plait-place-gather-parameters", "mlir::ModuleOp"> {
  let summary = "Gathers parameters once per window of use";
  let description = [{
    Requires: a `plait.placement` that is not resolved. Ensures: forward and
    backward pass read a gathered parameter through one `plait.gather` per
    window; the update reads its shard.
  }];
  let dependentDialects = ["plait::PlaitDialect"];
  let options = [
    Option<"loss", "loss", "std::string", "\"\"",
           "The result that is the loss (empty: the one whose last key is "
           "'loss', or the only scalar).">
  ];
}

def LayOutStatesPass : Pass<"plait-place-lay-out-states", "mlir::ModuleOp"> {
  let summary = "Shards the arguments that are training states";
  let description = [{
    Requires: a `plait.placement` that is not resolved, states on arguments.
    Ensures: parameters, optimizer states and batches have closed shardings,
    those of one parameter alike; the placement is resolved.
  }];
  let dependentDialects = ["plait::PlaitDialect"];
}

def StateSumsPass : Pass<"plait-place-state-sums", "mlir::ModuleOp"> {
  let summary = "States where parts of sums are combined and what else moves";
  let description = [{
    Requires: a `plait.placement` that is resolved. Ensures: a value that is in
    parts by what is stated before it is constrained to be partial and then as
    its users need it; where an operand must lie otherwise than it does, two
    constraints say from what to what. What cannot be stated is listed on the
    placement (`unstated`).
  }];
  let dependentDialects = ["plait::PlaitDialect"];
  let options = [
    Option<"loss", "loss", "std::string", "\"\"",
           "The result that is the loss (empty: the one whose last key is "
           "'loss', or the only scalar).">
  ];
}

def VerifyPass : Pass<"plait-place-verify", "mlir::ModuleOp"> {
  let summary = "Checks what the place stage leaves behind";
  let description = [{
    Illegal: more than one mesh, more than one placement, a placement that is
    not resolved.
  }];
}

#endif // PLAIT_PLACE_PASSES
