//===- PlaitOps.td - Ops of the plait dialect ------------------*- tablegen -*-===//
#ifndef PLAIT_OPS
#define PLAIT_OPS

include "PlaitAttrs.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"

def Plait_MeshOp : Plait_Op<"mesh", [Symbol, HasParent<"::mlir::ModuleOp">]> {
  let summary = "Names a mesh of devices";
  let description = [{
    Example (test/dialects/plait/ops.mlir):
    ```mlir
    plait.mesh @mesh = <"data"=4, "model"=2>
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, Plait_MeshAttr:$mesh);
  let assemblyFormat = "$sym_name `=` $mesh attr-dict";
  let extraClassDeclaration = [{
    Mesh getValue() { return getMesh().toValue(); }
  }];
}

def Plait_ConstraintOp : Plait_Op<"constraint",
    [Pure, AllTypesMatch<["operand", "result"]>,
     DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "A sharding that the user wants at this value";
  let description = [{
    Before `propagate` only. Closed dimensions are a contract, open ones may be
    split further.

    Constraints:
    - (C1) The mesh exists and has the axes; rank and sub-axes fit.

    ```mlir
    %1 = plait.constraint %0 <@mesh, [{"data"}, {?} ]> : tensor<8x6xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$operand, Plait_ShardingAttr:$sharding);
  let results = (outs AnyRankedTensor:$result);
  let hasCustomAssemblyFormat = 1;
}

def Plait_ReshardOp : Plait_Op<"reshard",
    [Pure, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "The same global value with another sharding";
  let description = [{
    From `propagate` to `partition`: the only op that changes a sharding. Its
    cost is that of the planned steps (lib/sharding).

    Constraints:
    - (C1) Operand and result differ in nothing but the encoding.
    - (C2) Both encodings are shardings on one mesh that exists.

    ```mlir
    %1 = plait.reshard %0 : tensor<8x6xf32, #plait.sharding<@mesh, [{"data"}, {} ]>>
                         -> tensor<8x6xf32, #plait.sharding<@mesh, [{}, {"data"} ]>>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$operand);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand) `->` type($result)";
  let hasVerifier = 1;
}

def Plait_PlacementOp : Plait_Op<"placement",
    [Symbol, HasParent<"::mlir::ModuleOp">,
     DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "Where the four training states live, and what axes divide";
  let description = [{
    A state that is not named is replicated. `place` turns it into shardings,
    constraints and gather windows, and then marks it `resolved`; until `lower`
    it stays, as the contract that verifiers and predictions read.

    Constraints:
    - (C1) The mesh exists; all axes are its own.
    - (C2) An axis stands once per state and has one role; only parameters are
      gathered, over axes that they are split over.

    ```mlir
    plait.placement @zero3 on @mesh {
      parameters = sharded_with_gather over ["data"],
      optimizer = sharded over ["data"],
      gradients = sharded over ["data"],
      activations = sharded over ["data"] materialized
    } roles {"data" = batch}
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, FlatSymbolRefAttr:$mesh,
                       Plait_StatePlacementAttr:$parameters,
                       Plait_StatePlacementAttr:$optimizer,
                       Plait_StatePlacementAttr:$gradients,
                       Plait_StatePlacementAttr:$activations,
                       ArrayAttr:$roles, UnitAttr:$resolved);
  let hasCustomAssemblyFormat = 1;
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<(ins "::llvm::StringRef":$name,
                                 "::mlir::FlatSymbolRefAttr":$mesh,
                                 "const ::plait::Placement &":$placement)>];
  let extraClassDeclaration = [{
    Placement getValue();
  }];
}

def Plait_GatherOp : Plait_Op<"gather",
    [Pure, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "A parameter made whole over axes, for one window of uses";
  let description = [{
    All axes but the gathered ones pass it both ways. The window is part of the
    op: two windows of one parameter never share a copy; a window ends at its
    last use. From `propagate` on, operand and result differ in their sharding;
    `partition` makes it the planned all-gather, at its place.

    Constraints:
    - (C1) Operand and result differ in nothing but the encoding.
    - (C2) The mesh exists and has the axes.

    ```mlir
    %1 = plait.gather %0 over @mesh["data"] window "fwd" : tensor<8x6xf32> -> tensor<8x6xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$operand, Plait_AxesAttr:$axes,
                       StrAttr:$window);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $operand `over` custom<Axes>($axes) `window` $window attr-dict `:`
    type($operand) `->` type($result)
  }];
  let hasVerifier = 1;
}

def Plait_GroupOp : Plait_Op<"group"> {
  let summary = "Values of one group get one sharding";
  let description = [{
    Before `propagate` only. Values with the same id are sharded alike.
    ```mlir
    plait.group %0 id 3 : tensor<8x6xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$operand, I64Attr:$id);
  let assemblyFormat = "$operand `id` $id attr-dict `:` type($operand)";
}

def Plait_BarrierOp : Plait_Op<"barrier",
    [Pure, AllTypesMatch<["operand", "result"]>]> {
  let summary = "Shardings pass only in the named direction, or not at all";
  let description = [{
    Constraints:
    - (C1) `allow` is "none", "forward", "backward" or "both".
    ```mlir
    %1 = plait.barrier %0 allow "forward" : tensor<8x6xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$operand, StrAttr:$allow);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$operand `allow` $allow attr-dict `:` type($operand)";
  let hasVerifier = 1;
}

def Plait_ManualOp : Plait_Op<"manual",
    [IsolatedFromAbove, SingleBlockImplicitTerminator<"::plait::YieldOp">,
     RecursiveMemoryEffects, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "A region written for one device along some axes";
  let description = [{
    Operands and results are global; block arguments and yielded values are what
    one device holds along the manual axes. `coll` ops may stand in the region.

    Constraints:
    - (C1) One sharding per operand and per result; `axes` are axes of the mesh.
    - (C2) A block argument has the operand's shape cut by the manual axes of its
      sharding; a result likewise.

    ```mlir
    %r = plait.manual(%x) in [<@mesh, [{"x"}, {} ]>] out [<@mesh, [{"x"}, {} ]>] over @mesh["x"]
      : (tensor<8x6xf32>) -> tensor<8x6xf32> {
    ^bb0(%l: tensor<2x6xf32>):
      plait.yield %l : tensor<2x6xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$operands, ArrayAttr:$in_shardings,
                       ArrayAttr:$out_shardings, Plait_AxesAttr:$axes);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
}

def Plait_KernelOp : Plait_Op<"kernel",
    [SingleBlockImplicitTerminator<"::plait::YieldOp">, NoRegionArguments,
     RecursiveMemoryEffects]> {
  let summary = "Local work that runs as one kernel";
  let description = [{
    Made by `fuse`: a cluster of local tensor ops in destination style. Values
    from outside are used directly; `plait.yield` gives the results. `codegen`
    outlines and shares kernels after bufferization.

    `flops` counts 2 per multiply-add of contractions, 1 per other arithmetic op;
    `bytes` what is read and written once; `predicted_ns` the larger of both
    over the machine's rates.

    ```mlir
    %r = plait.kernel "matmul" flops 4096 bytes 1536 predicted_ns 120 -> (tensor<8x16xf32>) {
      ...
      plait.yield %0 : tensor<8x16xf32>
    }
    ```
  }];
  let arguments = (ins StrAttr:$label, I64Attr:$flops, I64Attr:$bytes,
                       I64Attr:$predicted_ns);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $label `flops` $flops `bytes` $bytes `predicted_ns` $predicted_ns attr-dict-with-keyword
    (`->` `(` type($results)^ `)`)? $body
  }];
  let hasVerifier = 1;
}

def Plait_YieldOp : Plait_Op<"yield",
    [Pure, Terminator, ReturnLike, ParentOneOf<["ManualOp", "KernelOp"]>]> {
  let summary = "Gives the values of a plait region";
  let arguments = (ins Variadic<AnyType>:$operands);
  let builders = [OpBuilder<(ins), [{ }]>];
  let assemblyFormat = "($operands^ `:` type($operands))? attr-dict";
}

#endif // PLAIT_OPS
