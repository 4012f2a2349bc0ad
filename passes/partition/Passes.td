//===- Passes.td - From shardings to local shapes --------------*- tablegen -*-===//
#ifndef PLAIT_PASSES_PARTITION
#define PLAIT_PASSES_PARTITION

include "mlir/Pass/PassBase.td"

defvar partitionDialects = [
  "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
  "::mlir::complex::ComplexDialect", "::mlir::scf::SCFDialect",
  "::mlir::tensor::TensorDialect",
  "::plait::PlaitDialect", "::plait::coll::CollDialect",
  "::plait::linalgx::LinalgxDialect"];

def LegalizePass : Pass<"plait-partition-legalize", "::mlir::ModuleOp"> {
  let summary = "Make the types of every op follow from one choice of axes per factor";
  let description = [{
    Chooses for every op one list of axes per factor of its sharding rule, by
    the bytes of the reshards around it and by repeated work, and inserts
    `plait.reshard` where operands or results differ from it.

    **Requires** a closed sharding in every tensor type (`propagate`).
    **Ensures** that the shardings of an op's operands and results follow from
    axes of its factors; reductions with axes give partial results. A partial
    value passes linear ops while that costs no more, and is combined before
    any other.

    A value that is brought whole to every device because an op needs it so,
    and not because that is the cheapest way, is an error at the op where it
    receives more than the budget, and a missed remark below it.
  }];
  let dependentDialects = partitionDialects;
  let options = [
    Option<"rematBudget", "remat-budget", "int64_t", "67108864",
           "Refuse to bring a value whole to every device for an op that "
           "cannot work on parts of it beyond these bytes received per device "
           "(0: always refuse).">];
}

def CleanReshardsPass
    : Pass<"plait-partition-clean-reshards", "::mlir::ModuleOp"> {
  let summary = "Merge, fold and hoist reshards";
  let description = [{
    One reshard serves all uses that ask for the same; chains become one plan
    where that receives fewer bytes; what does not change in a loop leaves it.
  }];
  let dependentDialects = partitionDialects;
}

def LowerReshardsPass
    : Pass<"plait-partition-lower-reshards", "::mlir::ModuleOp"> {
  let summary = "Turn every reshard into collectives and local slices";
  let description = [{
    Plans each `plait.reshard` (lib/sharding) and emits the steps on local
    tensors between two `unrealized_conversion_cast`s, which `localize` folds.
    Every collective says why it is there.

    **Requires** a legalized program. **Ensures** no `plait.reshard`.
  }];
  let dependentDialects = partitionDialects;
}

def LocalizePass : Pass<"plait-partition-localize", "::mlir::ModuleOp"> {
  let summary = "Replace global shapes by what one device holds";
  let description = [{
    Rewrites every op on the shards of its tensors: indices get the shard's
    offset, starts are clamped against the global extent, padding of uneven
    shards is masked where something reads across it.

    **Requires** no `plait.reshard`. **Ensures** no encodings; arguments and
    results keep `plait.global` and `plait.sharding`; sites are numbered in
    program order.
  }];
  let dependentDialects = partitionDialects;
}

def MergeExchangesPass
    : Pass<"plait-partition-merge-exchanges", "::mlir::ModuleOp"> {
  let summary = "Send each border once";
  let description = [{
    Ops that read the same windows of a value, as a pooling and its gradient,
    exchange the same elements of it: equal permutes become one, and sites are
    numbered anew.

    **Requires** local types. **Ensures** no two equal exchanges of one value,
    one behind the other.
  }];
  let dependentDialects = partitionDialects;
}

def RingGathersPass
    : Pass<"plait-partition-ring-gathers", "::mlir::ModuleOp"> {
  let summary = "Multiply gathered blocks one by one, while the next is sent";
  let description = [{
    A gather that only feeds contractions becomes a ring (`coll.ring`): a loop
    that multiplies the block at hand while `coll.permute` brings the next one,
    and a last product behind it. The same bytes are received, in blocks, and
    the gathered value never exists. Sums are added in another order.

    Plain sends from device to device are slower than a gather where links
    are fast, so this is only done where it is asked for. A gather that stays is
    a missed remark with the reason: something else reads it (a cut of padding,
    too), or contractions that need each other, for which it would be sent again.

    **Requires** local types. **Ensures** that sites stay unique, with origin and
    reason.
  }];
  let dependentDialects = partitionDialects;
  let options = [
    Option<"minBytes", "min-bytes", "int64_t", "-1",
           "Leave smaller gathers (bytes of the result per device; -1: leave "
           "all).">];
}

def VerifyPass : Pass<"plait-partition-verify", "::mlir::ModuleOp"> {
  let summary = "Check that the program is local";
  let description = [{
    Rejects encodings on tensors, `plait` ops that are illegal after this
    stage, casts between global and local types, collectives without origin or
    reason, and sites that are not unique.
  }];
}

#endif // PLAIT_PASSES_PARTITION
