//===- CollOps.td - Collectives, blocking and start/wait -------*- tablegen -*-===//
//
// Each collective comes twice: blocking, and as `X_start`, whose result is a
// request that `coll.wait` ends. Both take a tensor and give a tensor, or take
// two memrefs and give nothing (after bufferization).
//
//===----------------------------------------------------------------------===//
#ifndef COLL_OPS
#define COLL_OPS

include "CollBase.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "CollInterfaces.td"

def Coll_Shaped : AnyTypeOf<[AnyStaticShapeTensor, AnyStaticShapeMemRef]>;

// What all collectives share. On tensors: `operand`, optionally `into` (the
// destination, whose old content is not read), one result. On memrefs:
// `operand` and `into`, no result.
class Coll_Collective<string mnemonic, string summary_, dag own>
    : Coll_Op<mnemonic,
        [MemoryEffects<[MemRead<Coll_Communicator>, MemWrite<Coll_Communicator>]>,
         DeclareOpInterfaceMethods<SymbolUserOpInterface>,
         DeclareOpInterfaceMethods<CollectiveOpInterface>]> {
  let summary = summary_;
  let arguments = !con((ins Coll_Shaped:$operand, Optional<Coll_Shaped>:$into),
                       own, (ins Plait_AxesAttr:$group, Coll_SiteAttr:$site));
  let results = (outs Optional<AnyStaticShapeTensor>:$result);
  let hasVerifier = 1;
}

// The asynchronous form. The operand and the destination stay in use until the
// wait, which takes both: it reads `operand` and gives `into` filled.
class Coll_Start<string mnemonic, string summary_, dag own>
    : Coll_Op<mnemonic # "_start",
        [MemoryEffects<[MemRead<Coll_Communicator>, MemWrite<Coll_Communicator>]>,
         DeclareOpInterfaceMethods<SymbolUserOpInterface>,
         DeclareOpInterfaceMethods<CollectiveOpInterface>]> {
  let summary = summary_;
  let arguments = !con((ins Coll_Shaped:$operand, Optional<Coll_Shaped>:$into),
                       own, (ins Plait_AxesAttr:$group, Coll_SiteAttr:$site));
  let results = (outs Coll_RequestType:$request);
  let hasVerifier = 1;
}

defvar tail = " `over` custom<Axes>($group) `site` $site attr-dict `:` functional-type(operands, results)";

//===- all_reduce ---------------------------------------------------------===//
defvar allReduceArgs = (ins Plait_CombinerAttr:$combiner);
def Coll_AllReduceOp : Coll_Collective<"all_reduce",
    "Combines the operands of a group, everybody gets the whole", allReduceArgs> {
  let description = [{
    Element by element in the order of the group's members, so that the result
    has the same bits on every device and run. A device receives 2(n-1)/n of its
    operand.

    Constraints:
    - (C1) Result, destination and operand have one type.
    - (C2) `group` names a mesh and axes of it.
    - (C3) `and`, `or`, `xor` combine integers only.

    ```mlir
    %1 = coll.all_reduce %0 sum over @mesh["data"] site <0 partition "gradient">
      : (tensor<8x4xf32>) -> tensor<8x4xf32>
    ```
  }];
  let assemblyFormat = !strconcat("$operand (`into` $into^)? custom<CombinerAttr>($combiner)", tail);
}
def Coll_AllReduceStartOp : Coll_Start<"all_reduce", "Starts an all_reduce", allReduceArgs> {
  let assemblyFormat = !strconcat("$operand (`into` $into^)? custom<CombinerAttr>($combiner)", tail);
}

//===- all_gather ---------------------------------------------------------===//
defvar dimArgs = (ins I64Attr:$dim);
def Coll_AllGatherOp : Coll_Collective<"all_gather",
    "Gives every device of a group the group's shards, concatenated", dimArgs> {
  let description = [{
    Joins the local shards along `dim`, in the order of the group's members. A
    device receives (n-1)/n of its result. Dual: slicing.

    Constraints:
    - (C1) `dim` is a dimension of the operand.
    - (C2) `group` names a mesh and axes of it.
    - (C3) The result is the operand with `dim` n times as long.

    ```mlir
    %1 = coll.all_gather %0 dim 1 over @mesh["model"] site <1 partition "why">
      : (tensor<16x8xf32>) -> tensor<16x16xf32>
    ```
  }];
  let assemblyFormat = !strconcat("$operand (`into` $into^)? `dim` $dim", tail);
}
def Coll_AllGatherStartOp : Coll_Start<"all_gather", "Starts an all_gather", dimArgs> {
  let assemblyFormat = !strconcat("$operand (`into` $into^)? `dim` $dim", tail);
}

//===- reduce_scatter -----------------------------------------------------===//
defvar reduceScatterArgs = (ins Plait_CombinerAttr:$combiner, I64Attr:$dim);
def Coll_ReduceScatterOp : Coll_Collective<"reduce_scatter",
    "Combines the operands of a group, each device gets one slice", reduceScatterArgs> {
  let description = [{
    Member i gets slice i of `dim` of the combination. A device receives (n-1)/n
    of its operand.

    Constraints:
    - (C1) `dim` is a dimension of the operand.
    - (C2) `group` names a mesh and axes of it.
    - (C3) The result is the operand with `dim` cut to an n-th.
    - (C4) `and`, `or`, `xor` combine integers only.

    ```mlir
    %1 = coll.reduce_scatter %0 sum dim 0 over @mesh["data"] site <2 partition "why">
      : (tensor<8x4xf32>) -> tensor<2x4xf32>
    ```
  }];
  let assemblyFormat = !strconcat("$operand (`into` $into^)? custom<CombinerAttr>($combiner) `dim` $dim", tail);
}
def Coll_ReduceScatterStartOp
    : Coll_Start<"reduce_scatter", "Starts a reduce_scatter", reduceScatterArgs> {
  let assemblyFormat = !strconcat("$operand (`into` $into^)? custom<CombinerAttr>($combiner) `dim` $dim", tail);
}

//===- all_to_all ---------------------------------------------------------===//
defvar allToAllArgs = (ins I64Attr:$split, I64Attr:$concat);
def Coll_AllToAllOp : Coll_Collective<"all_to_all",
    "Moves the cut of a group from one dimension to another", allToAllArgs> {
  let description = [{
    Cuts the operand along `split` into n parts, sends part j to member j, and
    joins what it receives along `concat` in member order. A device receives
    (n-1)/n of its operand.

    Constraints:
    - (C1) `split` and `concat` are dimensions of the operand and differ.
    - (C2) `group` names a mesh and axes of it.
    - (C3) The result has `split` cut to an n-th and `concat` n times as long.

    ```mlir
    %1 = coll.all_to_all %0 split 0 concat 1 over @mesh["data"] site <3 partition "why">
      : (tensor<8x4xf32>) -> tensor<2x16xf32>
    ```
  }];
  let assemblyFormat = !strconcat("$operand (`into` $into^)? `split` $split `concat` $concat", tail);
}
def Coll_AllToAllStartOp : Coll_Start<"all_to_all", "Starts an all_to_all", allToAllArgs> {
  let assemblyFormat = !strconcat("$operand (`into` $into^)? `split` $split `concat` $concat", tail);
}

//===- permute ------------------------------------------------------------===//
defvar permuteArgs = (ins Plait_AxesAttr:$from, Plait_AxesAttr:$to);
def Coll_PermuteOp : Coll_Collective<"permute",
    "Gives each device the operand of another", permuteArgs> {
  let description = [{
    The device at linear coordinate i over `to` receives from the device at
    linear coordinate i over `from` (all other coordinates equal). A device
    receives its operand once. `group` is the set of axes involved. Any other
    pattern (a ring shift of the user's) is given by `sources`: member i of each
    group receives from member sources[i], or gets zeros where that is -1.

    Constraints:
    - (C1) Result, destination and operand have one type.
    - (C2) `group`, `from` and `to` name one mesh and axes of it.
    - (C3) `from` and `to` span as many devices as `group`.
    - (C4) `sources` has one entry per member of the group: -1, or a member that
      no other entry names.

    ```mlir
    %1 = coll.permute %0 from @mesh["x", "y"] to @mesh["y", "x"] over @mesh["x", "y"]
      site <4 partition "why"> : (tensor<8xf32>) -> tensor<8xf32>
    ```
  }];
  let arguments = !con((ins Coll_Shaped:$operand, Optional<Coll_Shaped>:$into),
                       permuteArgs, (ins Plait_AxesAttr:$group, Coll_SiteAttr:$site,
                                         OptionalAttr<DenseI64ArrayAttr>:$member_sources));
  let builders = [
    OpBuilder<(ins "::mlir::Type":$result, "::mlir::Value":$operand,
                   "::mlir::Value":$into, "::plait::AxesAttr":$from,
                   "::plait::AxesAttr":$to, "::plait::AxesAttr":$group,
                   "::plait::coll::SiteAttr":$site), [{
      build($_builder, $_state, result, operand, into, from, to, group, site,
            ::mlir::DenseI64ArrayAttr());
    }]>];
  let assemblyFormat = !strconcat("$operand (`into` $into^)? `from` custom<Axes>($from) `to` custom<Axes>($to) (`sources` $member_sources^)?", tail);
  let extraClassDeclaration = [{
    /// Entry i is the member of `group` that member i receives from.
    ::llvm::SmallVector<int64_t> getSources();
  }];
}
def Coll_PermuteStartOp : Coll_Start<"permute", "Starts a permute", permuteArgs> {
  let arguments = !con((ins Coll_Shaped:$operand, Optional<Coll_Shaped>:$into),
                       permuteArgs, (ins Plait_AxesAttr:$group, Coll_SiteAttr:$site,
                                         OptionalAttr<DenseI64ArrayAttr>:$member_sources));
  let assemblyFormat = !strconcat("$operand (`into` $into^)? `from` custom<Axes>($from) `to` custom<Axes>($to) (`sources` $member_sources^)?", tail);
  let extraClassDeclaration = [{
    ::llvm::SmallVector<int64_t> getSources();
  }];
}

//===- broadcast ----------------------------------------------------------===//
defvar broadcastArgs = (ins Index:$root);
def Coll_BroadcastOp : Coll_Collective<"broadcast",
    "Gives everybody in a group the operand of one member", broadcastArgs> {
  let description = [{
    `root` is a linear coordinate over the group, the same on all its members.
    Those who lack it receive the operand once.

    Constraints:
    - (C1) Result, destination and operand have one type.
    - (C2) `group` names a mesh and axes of it.

    ```mlir
    %1 = coll.broadcast %0 root %i over @mesh["data"] site <5 partition "why">
      : (tensor<8xf32>, index) -> tensor<8xf32>
    ```
  }];
  let assemblyFormat = !strconcat("$operand (`into` $into^)? `root` $root", tail);
}
def Coll_BroadcastStartOp : Coll_Start<"broadcast", "Starts a broadcast", broadcastArgs> {
  let assemblyFormat = !strconcat("$operand (`into` $into^)? `root` $root", tail);
}

//===- wait, axis_index ---------------------------------------------------===//
def Coll_WaitOp : Coll_Op<"wait",
    [MemoryEffects<[MemRead<Coll_Communicator>, MemWrite<Coll_Communicator>]>]> {
  let summary = "Ends a collective in flight";
  let description = [{
    Takes what the start took: it reads `operand` and gives `into` filled, so
    that both stay alive and untouched over the whole flight.

    Constraints:
    - (C1) `request` comes from a start op with the same operand and destination.
    - (C2) On tensors the result has the type of `into`; on memrefs there is none.

    ```mlir
    %h = coll.all_reduce_start %x into %d sum over @mesh["data"] site <0 overlap "why">
      : (tensor<8xf32>, tensor<8xf32>) -> !coll.request
    %r = coll.wait %h, %x, %d : (!coll.request, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    ```
  }];
  let arguments = (ins Coll_RequestType:$request, Coll_Shaped:$operand, Coll_Shaped:$into);
  let results = (outs Optional<AnyStaticShapeTensor>:$result);
  let assemblyFormat = "$request `,` $operand `,` $into attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def Coll_AxisIndexOp : Coll_Op<"axis_index",
    [Pure, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "This device's linear coordinate over axes";
  let description = [{
    Constraints:
    - (C1) `group` names a mesh and axes of it.
    ```mlir
    %i = coll.axis_index over @mesh["data"] : index
    ```
  }];
  let arguments = (ins Plait_AxesAttr:$group);
  let results = (outs Index:$result);
  let assemblyFormat = "`over` custom<Axes>($group) attr-dict `:` type($result)";
}

//===- relocated ----------------------------------------------------------===//
def Coll_RelocatedOp : Coll_Op<"relocated",
    [Pure, AttrSizedOperandSegments,
     DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "States which rows of which sources a value holds";
  let description = [{
    Gives `assembled`, and claims what it is. Along `dim`, each source is split
    over the group: member q has the elements from q * ceil(extent / shards) on.
    Position i of the result on member p is global position start(p) + i; where a
    piece has it, it is that element of that source; else it is `padding`, or
    zero. Positions that the member does not need may hold anything.

    `partition` states it of every exchange of rows, for `--plait-verify-spmd`
    to check; `fuse` takes it away.

    Constraints:
    - (C1) The result has the type of `assembled`; padding has its element type.
    - (C2) `group` names a mesh and axes of it; the relocation has as many shards
      as it has members.
    - (C3) `dim` is a dimension, of the relocation's width.
    - (C4) There is one source per extent of the relocation, of the result's shape
      but for `dim`, which is as long as a shard.

    ```mlir
    %last = tensor.extract_slice %x[3] [1] [1] : tensor<4xf32> to tensor<1xf32>
    %e = coll.permute %last .. sources [3, 0, 1, 2] ..
    %own = tensor.extract_slice %x[0] [3] [1] : tensor<4xf32> to tensor<3xf32>
    %y = tensor.concat dim(0) %e, %own
    %r = coll.relocated %y from %x along 0 over @mesh["x"] as
      <shards = 4, extent = 16, hop = 4, width = 4, sources = [16],
       pieces = [0 to 1 of 0 at 15 step 1, 1 to 16 of 0 at 0 step 1]>
      : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
  let arguments = (ins AnyStaticShapeTensor:$assembled,
                       Variadic<AnyStaticShapeTensor>:$sources,
                       Optional<AnyType>:$padding, I64Attr:$dim,
                       Plait_AxesAttr:$group, Coll_RelocationAttr:$relocation);
  let results = (outs AnyStaticShapeTensor:$result);
  let assemblyFormat = [{
    $assembled `from` $sources (`padding` $padding^)? `along` $dim
    `over` custom<Axes>($group) `as` $relocation attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

//===- ring ---------------------------------------------------------------===//
def Coll_RingOp : Coll_Op<"ring",
    [SingleBlockImplicitTerminator<"::plait::coll::YieldOp">,
     RecursiveMemoryEffects, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "Work on a gathered value, block by block as the blocks go round";
  let description = [{
    Does `steps`, and claims that this gives what `whole` would give of `shard`
    gathered along `dim`. The steps send shards round the group and do each
    block's share of the work while the next one is on its way, so that the
    gathered value never exists.

    `partition` makes it of a gather and its contractions, whose text stays as
    `whole`, for `--plait-verify-spmd` to check the steps against; `fuse` puts
    the steps in its place.

    Constraints:
    - (C1) `dim` is a dimension of `shard`.
    - (C2) `group` names a mesh and axes of it.
    - (C3) `steps` has no argument, `whole` has one: `shard` with `dim` n times as
      long.
    - (C4) Both regions yield values of the results' types.

    Example, with `"x"=2` (test/dialects/coll/ring.mlir):
    ```mlir
    %y = coll.ring %x dim 0 over @mesh["x"] steps {
      %first = linalg.add ins(%x, %x : ..) outs(..)
      %other = coll.permute %x from @mesh["x"] to @mesh["x"] sources [1, 0] ..
      ...
      coll.yield %both : tensor<8xf32>
    } whole {
    ^bb0(%all: tensor<8xf32>):
      ...
      coll.yield %sum : tensor<8xf32>
    } : (tensor<4xf32>) -> tensor<8xf32>
    ```
  }];
  let arguments = (ins AnyStaticShapeTensor:$shard, I64Attr:$dim,
                       Plait_AxesAttr:$group);
  let results = (outs Variadic<AnyStaticShapeTensor>:$results);
  let regions = (region SizedRegion<1>:$steps, SizedRegion<1>:$whole);
  let assemblyFormat = [{
    $shard `dim` $dim `over` custom<Axes>($group) `steps` $steps `whole` $whole
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def Coll_YieldOp : Coll_Op<"yield",
    [Pure, Terminator, ReturnLike, HasParent<"::plait::coll::RingOp">]> {
  let summary = "Gives the values of a ring's region";
  let arguments = (ins Variadic<AnyStaticShapeTensor>:$operands);
  let builders = [OpBuilder<(ins), [{ }]>];
  let assemblyFormat = "($operands^ `:` type($operands))? attr-dict";
}

#endif // COLL_OPS
