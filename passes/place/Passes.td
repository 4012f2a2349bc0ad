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

def VerifyPass : Pass<"plait-place-verify", "mlir::ModuleOp"> {
  let summary = "Checks what the place stage leaves behind";
  let description = [{
    Illegal: shardings where the module has no mesh or more than one.
  }];
}

#endif // PLAIT_PLACE_PASSES
