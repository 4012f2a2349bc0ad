//===- Passes.td - Checks of partitioned programs --------------*- tablegen -*-===//
#ifndef PLAIT_PASSES_VERIFY
#define PLAIT_PASSES_VERIFY

include "mlir/Pass/PassBase.td"

def SpmdPass : Pass<"plait-verify-spmd", "::mlir::ModuleOp"> {
  let summary = "Check that a local program computes what is declared";
  let description = [{
    Infers along each mesh axis what devices hold of each value: the same, a
    shard, an addend, or something else; and compares results with their
    declared shardings. The rules are those of `plait/analysis/Spmd.h`; they
    know nothing of how `partition` works.

    Rejects, at the first op that is wrong, values that are used before they are
    combined, combined twice, over other axes or otherwise than they must be;
    shards that do not fit each other or their declaration; padding that is
    reduced; collectives that not all of their group come to; results that
    differ between devices that must hold the same; parameters that are updated
    by copies of their old value.

    **Requires** a program behind `partition`, or with a `plait.manual` region.
    **Ensures** nothing new. Linear time.
  }];
  let options = [
    Option<"explain", "explain", "bool", "false",
           "Remarks that say of each parameter along which axes its gradient is "
           "sharded, reduced, or the same on all devices.">,
    Option<"types", "types", "bool", "false",
           "Remarks that say the type of each op's results.">];
}

#endif // PLAIT_PASSES_VERIFY
