//===- SdyOps.td - The sdy input dialect: annotations and regions ---------===//

#ifndef PLAIT_DIALECTS_INPUT_SDY_SDYOPS
#define PLAIT_DIALECTS_INPUT_SDY_SDYOPS

include "SdyAttrs.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Sdy_MeshOp : Sdy_Op<"mesh", [Symbol, HasParent<"::mlir::ModuleOp">]> {
  let summary = "Names a mesh";
  let description = [{
    ```mlir
    sdy.mesh @mesh = <["x"=4, "y"=2]>
    sdy.mesh @one = <[], device_ids=[0]>
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, Sdy_Mesh:$mesh);
  let assemblyFormat = "$sym_name `=` $mesh attr-dict";
}

def Sdy_ShardingConstraintOp : Sdy_Op<"sharding_constraint",
    [Pure, SameOperandsAndResultType]> {
  let summary = "Asks that a value be sharded so, as a hint to propagation";
  let description = [{
    ```mlir
    %1 = sdy.sharding_constraint %0 <@mesh, [{"x"}, {?} ]> : tensor<8x8xf32>
    ```
    Constraints: those of the sharding.
  }];
  let arguments = (ins AnyType:$input, Sdy_TensorSharding:$sharding);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$input $sharding attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Sdy_ReshardOp : Sdy_Op<"reshard", [Pure, SameOperandsAndResultType]> {
  let summary = "Changes the sharding of a value";
  let description = [{
    ```mlir
    %1 = sdy.reshard %0 <@mesh, [{"x"}, {} ], replicated={"y"}> : tensor<8x8xf32>
    ```
    Constraints: those of the sharding, and
    - (C1) Axes that stay unreduced keep how they are reduced.
  }];
  let arguments = (ins AnyType:$input, Sdy_TensorSharding:$sharding);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$input $sharding attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Sdy_ShardingGroupOp : Sdy_Op<"sharding_group"> {
  let summary = "Values of one group are sharded alike";
  let description = [{
    ```mlir
    sdy.sharding_group %0 group_id=3 : tensor<8x8xf32>
    ```
    Constraints:
    - (C1) `group_id` is at least 0.
  }];
  let arguments = (ins AnyRankedTensor:$input, I64Attr:$group_id);
  let assemblyFormat =
      "$input `group_id` `` `=` `` $group_id attr-dict `:` type($input)";
  let hasVerifier = 1;
}

def Sdy_PropagationBarrierOp : Sdy_Op<"propagation_barrier",
    [Pure, SameOperandsAndResultType]> {
  let summary = "Lets shardings flow in the given direction only";
  let description = [{
    ```mlir
    %1 = sdy.propagation_barrier %0 allowed_direction=NONE : tensor<8x8xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input,
                       Sdy_PropagationDirection:$allowed_direction);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $input `allowed_direction` `` `=` `` $allowed_direction attr-dict
    `:` type($input)
  }];
}

def Sdy_DataFlowEdgeOp : Sdy_Op<"data_flow_edge",
    [Pure, SameOperandsAndResultType]> {
  let summary = "Joins what a loop or branch passes on into one sharding";
  let description = [{
    ```mlir
    %1 = sdy.data_flow_edge %0 sharding=<@mesh, [{"x"}, {} ]> : tensor<8x8xf32>
    ```
    Constraints: those of the sharding.
  }];
  let arguments = (ins AnyType:$input, OptionalAttr<Sdy_TensorSharding>:$sharding);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $input (`sharding` `` `=` `` $sharding^)? attr-dict `:` type($result)
  }];
  let hasVerifier = 1;
}

def Sdy_FuncDataFlowEdgeOp : Sdy_Op<"func_data_flow_edge",
    [Pure, SameOperandsAndResultType]> {
  let summary = "Joins an argument of a function, or a call's result";
  let description = [{
    ```mlir
    %1 = sdy.func_data_flow_edge %0 : tensor<8x8xf32>
    ```
    Constraints: those of the sharding.
  }];
  let arguments = (ins AnyType:$input, OptionalAttr<Sdy_TensorSharding>:$sharding);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $input (`sharding` `` `=` `` $sharding^)? attr-dict `:` type($result)
  }];
  let hasVerifier = 1;
}

def Sdy_ConstantOp : Sdy_Op<"constant",
    [Pure, ConstantLike, AllTypesMatch<["value", "output"]>]> {
  let summary = "A constant that is never shared between uses";
  let description = [{
    ```mlir
    %0 = sdy.constant dense<1.000000e+00> : tensor<8x8xf32>
    ```
  }];
  let arguments = (ins ElementsAttr:$value);
  let results = (outs AnyStaticShapeTensor:$output);
  let assemblyFormat = "attr-dict $value";
  let hasFolder = 1;
}

def Sdy_ManualComputationOp : Sdy_Op<"manual_computation",
    [IsolatedFromAbove, RecursiveMemoryEffects, SingleBlock]> {
  let summary = "A region that sees local shards along its manual axes";
  let description = [{
    ```mlir
    %1 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"x"}, {} ]>]
        out_shardings=[<@mesh, [{"x"}, {} ]>] manual_axes={"x"}
        (%arg: tensor<2x8xf32>) {
      sdy.return %arg : tensor<2x8xf32>
    } : (tensor<8x8xf32>) -> tensor<8x8xf32>
    ```
    Constraints: those of the shardings, and
    - (C1) There is one sharding per operand and per result.
    - (C2) All shardings are on one mesh; the manual axes are axes of it, each
           named once.
    - (C3) In each dimension manual axes are whole and stand before free ones.
    - (C4) The product of a dimension's manual axes divides the dimension.
    - (C5) A region argument, and what the region returns, is the operand or
           result divided by the manual axes.
    - (C6) A manual axis is not already manual in an enclosing region.
    - (C7) The region has one block, that ends in `sdy.return`.
  }];
  let arguments = (ins Variadic<AnyType>:$tensors,
      Sdy_TensorShardingPerValue:$in_shardings,
      Sdy_TensorShardingPerValue:$out_shardings, Sdy_ManualAxes:$manual_axes);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    `` `(` $tensors `)`
    `in_shardings` `` `=` `` custom<StrippedShardings>($in_shardings)
    `out_shardings` `` `=` `` custom<StrippedShardings>($out_shardings)
    `manual_axes` `` `=` `` $manual_axes
    custom<RegionWithArguments>($body)
    attr-dict `:` functional-type($tensors, $results)
  }];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def Sdy_NamedComputationOp : Sdy_Op<"named_computation",
    [IsolatedFromAbove, RecursiveMemoryEffects, SingleBlock]> {
  let summary = "A named region: the body of an inlined function";
  let description = [{
    ```mlir
    %1 = sdy.named_computation<"foo">(%0) in_shardings=[<@mesh, [{"x"}, {} ]>]
        (%arg: tensor<8x8xf32>) {
      sdy.return %arg : tensor<8x8xf32>
    } : (tensor<8x8xf32>) -> tensor<8x8xf32>
    ```
    Constraints: those of the shardings, and
    - (C1) There is one sharding per operand and per result.
    - (C2) The region's arguments have the operands' types, and what it
           returns has the results' types.
    - (C3) The region has one block, that ends in `sdy.return`.
  }];
  let arguments = (ins StrAttr:$name, Variadic<AnyType>:$operands,
      OptionalAttr<Sdy_TensorShardingPerValue>:$in_shardings,
      OptionalAttr<Sdy_TensorShardingPerValue>:$out_shardings);
  let results = (outs Variadic<AnyType>);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    `` `<` $name `>` `` `(` $operands `)`
    (`in_shardings` `` `=` `` custom<StrippedShardings>($in_shardings)^)?
    (`out_shardings` `` `=` `` custom<StrippedShardings>($out_shardings)^)?
    custom<RegionWithArguments>($body)
    attr-dict `:` functional-type($operands, results)
  }];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def Sdy_ReturnOp : Sdy_Op<"return", [Pure, ReturnLike, Terminator,
    ParentOneOf<["ManualComputationOp", "NamedComputationOp"]>]> {
  let summary = "Ends a region";
  let arguments = (ins Variadic<AnyType>:$results);
  let assemblyFormat = "attr-dict ($results^ `:` type($results))?";
  let builders = [OpBuilder<(ins), "/* nothing to return */">];
}

#endif // PLAIT_DIALECTS_INPUT_SDY_SDYOPS
