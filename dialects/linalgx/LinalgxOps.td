//===- LinalgxOps.td - Gather, scatter, dynamic slices, sort ---*- tablegen -*-===//
#ifndef LINALGX_OPS
#define LINALGX_OPS

include "LinalgxBase.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"

// On tensors, and on memrefs after bufferization.
def Linalgx_Shaped : AnyTypeOf<[AnyRankedTensor, AnyMemRef]>;

def Linalgx_GatherDimsAttr : AttrDef<Linalgx_Dialect, "GatherDims"> {
  let mnemonic = "gather_dims";
  let summary = "Which dimensions index, which pass (StableHLO spec, gather)";
  let description = [{
    Of gather and scatter alike, in gather's words; for scatter read
    update_window_dims, inserted_window_dims, input_batching_dims,
    scatter_indices_batching_dims, scatter_dims_to_operand_dims.
  }];
  let parameters = (ins
    OptionalArrayRefParameter<"int64_t">:$offsetDims,
    OptionalArrayRefParameter<"int64_t">:$collapsedSliceDims,
    OptionalArrayRefParameter<"int64_t">:$operandBatchingDims,
    OptionalArrayRefParameter<"int64_t">:$startIndicesBatchingDims,
    OptionalArrayRefParameter<"int64_t">:$startIndexMap,
    "int64_t":$indexVectorDim);
  let assemblyFormat = [{
    `<` struct(custom<Dims>($offsetDims), custom<Dims>($collapsedSliceDims),
               custom<Dims>($operandBatchingDims),
               custom<Dims>($startIndicesBatchingDims),
               custom<Dims>($startIndexMap), $indexVectorDim) `>`
  }];
}

def Linalgx_GatherOp : Linalgx_Op<"gather", [Pure]> {
  let summary = "Slices of the operand at given starts";
  let description = [{
    As StableHLO's gather: starts are clamped so that the slice fits. Integers
    are signed unless `unsigned_indices`.

    Constraints:
    - (C1) `slice_sizes` has one size per operand dimension, each in [0, dim].
    - (C2) Collapsed and operand batching dimensions have slice size 1.
    - (C3) `start_index_map` has one entry per component of an index vector.
    - (C4) All named dimensions exist, none twice.
    - (C5) The result's shape is what dimensions and sizes give.
  }];
  let arguments = (ins AnyRankedTensor:$operand, AnyRankedTensor:$indices,
                       Linalgx_GatherDimsAttr:$dims, DenseI64ArrayAttr:$slice_sizes,
                       UnitAttr:$unsigned_indices);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $operand `at` $indices $dims `sizes` $slice_sizes
    (`unsigned_indices` $unsigned_indices^)? attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Linalgx_ScatterOp : Linalgx_Op<"scatter",
    [SingleBlockImplicitTerminator<"::plait::linalgx::YieldOp">,
     AttrSizedOperandSegments,
     DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "Updates slices of the inits at given starts";
  let description = [{
    As StableHLO's scatter, in destination style: for each update element in
    row-major order, (new...) = body(old..., update...). Cells outside the
    operand are dropped. The body works on scalars.

    Constraints:
    - (C1) As many updates as inits, results have the inits' types.
    - (C2) The body takes all old values, then all updates, and yields all new
      values, of the inits' element types.
    - (C3) All named dimensions exist, none twice.
    - (C4) The updates' shape is what dimensions give; windows fit.

    ```mlir
    %r = linalgx.scatter ins(%ix, %u : tensor<4x1xi32>, tensor<4x5xf32>) outs(%x : tensor<8x5xf32>)
      <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> {
    ^bb0(%old: f32, %new: f32):
      %0 = arith.addf %old, %new : f32
      linalgx.yield %0 : f32
    } -> tensor<8x5xf32>
    ```
  }];
  let arguments = (ins Linalgx_Shaped:$indices, Variadic<Linalgx_Shaped>:$updates,
                       Variadic<Linalgx_Shaped>:$inits, Linalgx_GatherDimsAttr:$dims,
                       UnitAttr:$unsigned_indices, UnitAttr:$unique_indices);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    `ins` `(` $indices `,` $updates `:` type($indices) `,` type($updates) `)`
    `outs` `(` $inits `:` type($inits) `)` $dims
    (`unsigned_indices` $unsigned_indices^)? (`unique_indices` $unique_indices^)?
    attr-dict-with-keyword $body (`->` type($results)^)?
  }];
  let hasVerifier = 1;
}

def Linalgx_DynamicSliceOp : Linalgx_Op<"dynamic_slice", [Pure]> {
  let summary = "A slice of static size at a run-time start";
  let description = [{
    The start is clamped to [0, dim - size] against the *global* extent, so that
    the slice fits (StableHLO spec, dynamic_slice).

    Constraints:
    - (C1) One start per dimension.
    - (C2) The result has the operand's rank and element type, no dimension larger.

    ```mlir
    %1 = linalgx.dynamic_slice %0[%i, %j] : tensor<8x6xf32> -> tensor<1x6xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$operand, Variadic<Index>:$starts);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$operand `[` $starts `]` attr-dict `:` type($operand) `->` type($result)";
  let hasVerifier = 1;
}

def Linalgx_DynamicUpdateSliceOp : Linalgx_Op<"dynamic_update_slice",
    [Pure, AllTypesMatch<["operand", "result"]>]> {
  let summary = "The operand with a slice replaced at a run-time start";
  let description = [{
    The start is clamped to [0, dim - size] against the *global* extent.

    Constraints:
    - (C1) One start per dimension.
    - (C2) The update has the operand's rank and element type, no dimension larger.

    ```mlir
    %1 = linalgx.dynamic_update_slice %u into %0[%i, %j] : tensor<1x6xf32> into tensor<8x6xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$update, AnyRankedTensor:$operand, Variadic<Index>:$starts);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $update `into` $operand `[` $starts `]` attr-dict `:` type($update) `into` type($operand)
  }];
  let hasVerifier = 1;
}

def Linalgx_SortOp : Linalgx_Op<"sort",
    [Pure, SingleBlockImplicitTerminator<"::plait::linalgx::YieldOp">]> {
  let summary = "Sorts several tensors together along one dimension";
  let description = [{
    The body takes (a0, b0, a1, b1, ...), two scalars per operand, and yields
    whether a stands before b. Stable.

    Constraints:
    - (C1) All operands have one shape; results have the operands' types.
    - (C2) `dimension` is a dimension of them.
    - (C3) The body takes two scalars per operand and yields one i1.
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$operands, I64Attr:$dimension);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    `(` $operands `)` `dim` $dimension attr-dict-with-keyword `:` functional-type($operands, $results) $body
  }];
  let hasVerifier = 1;
}

def Linalgx_ScanOp : Linalgx_Op<"scan",
    [Pure, SingleBlockImplicitTerminator<"::plait::linalgx::YieldOp">]> {
  let summary = "Running results of combining elements along one dimension";
  let description = [{
    Along `dimension`: the first element stays, and each result is body(results
    so far, own elements), several tensors together. With `reverse` from the
    last element to the first. A running sum, product, maximum.

    Constraints:
    - (C1) All operands have one shape; results have the operands' types.
    - (C2) `dimension` is a dimension of them.
    - (C3) The body takes one scalar per operand so far, then one per operand,
      and yields one per operand.

    ```mlir
    %r = linalgx.scan(%x) dim 0 : (tensor<8x6xf32>) -> tensor<8x6xf32> {
    ^bb0(%sum: f32, %own: f32):
      %0 = arith.addf %sum, %own : f32
      linalgx.yield %0 : f32
    }
    ```
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$operands, I64Attr:$dimension,
                       UnitAttr:$reverse);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    `(` $operands `)` `dim` $dimension (`reverse` $reverse^)?
    attr-dict-with-keyword `:` functional-type($operands, $results) $body
  }];
  let hasVerifier = 1;
}

def Linalgx_LoopsAttr : AttrDef<Linalgx_Dialect, "Loops"> {
  let mnemonic = "loops";
  let summary = "Along which loop each dimension of a call's tensors runs";
  let description = [{
    Loops are numbered from 0; -1 is a dimension that the code needs whole.
    What runs along one loop can be cut together: of that part of the operands
    the code gives that part of the results. Where `summed` loops are cut, the
    parts' results add up to the result.

    A product: `#linalgx.loops<operands = [[0, 2], [2, 1]], results = [[0, 1]],
    summed = [2]>`.
  }];
  let parameters = (ins ArrayRefParameter<"::mlir::DenseI64ArrayAttr">:$operands,
                        ArrayRefParameter<"::mlir::DenseI64ArrayAttr">:$results,
                        OptionalArrayRefParameter<"int64_t">:$summed);
  let assemblyFormat = [{
    `<` struct(custom<DimLists>($operands), custom<DimLists>($results),
               custom<Dims>($summed)) `>`
  }];
  let extraClassDeclaration = [{
    /// How many there are.
    int64_t count() const;
  }];
}

def Linalgx_ForeignCallOp : Linalgx_Op<"foreign_call", [Pure]> {
  let summary = "Code that only the user's runtime knows";
  let description = [{
    The same operands give the same results; more is not known than what `loops`
    say can be cut. Without them nothing can be. `config` is what else the
    user's call says: calls that differ there are different code.

    Constraints:
    - (C1) There is a list per operand and per result, of its rank.
    - (C2) Loops are numbered from 0 without a gap, and a tensor has one once.
    - (C3) Dimensions along one loop have one size.
    - (C4) A loop is in an operand and in a result; a summed one in no result.
    - (C5) What is summed is no boolean.

    Example (test/dialects/linalgx/ops.mlir):
    ```mlir
    %r = linalgx.foreign_call "rows"(%x) loops <operands = [[0, -1]], results = [[0, -1]]>
      : (tensor<8x4xf32>) -> tensor<8x4xf32>
    ```
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$operands, StrAttr:$target, // C1
                       OptionalAttr<Linalgx_LoopsAttr>:$loops, // C2 C4
                       OptionalAttr<DictionaryAttr>:$config);
  let results = (outs Variadic<AnyRankedTensor>:$results); // C1 C3 C5
  let assemblyFormat = [{
    $target `(` $operands `)` (`loops` $loops^)? (`config` $config^)? attr-dict
    `:` functional-type($operands, $results)
  }];
  let hasVerifier = 1;
}

def Linalgx_BarrierOp : Linalgx_Op<"barrier", [MemoryEffects<[MemWrite<DefaultResource>]>]> {
  let summary = "Identity on values that must not be merged or moved across";
  let description = [{
    From `optimization_barrier`: what is behind it is not merged with what is
    before (rematerialization). Results equal operands.

    Constraints:
    - (C1) Results have the operands' types.
  }];
  let arguments = (ins Variadic<AnyType>:$operands);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = "($operands^ `:` type($operands))? attr-dict-with-keyword (`->` type($results)^)?";
  let hasVerifier = 1;
}

def Linalgx_YieldOp : Linalgx_Op<"yield",
    [Pure, Terminator, ReturnLike, ParentOneOf<["ScatterOp", "SortOp", "ScanOp"]>]> {
  let summary = "Gives the values of a scalar body";
  let arguments = (ins Variadic<AnyType>:$operands);
  let builders = [OpBuilder<(ins), [{ }]>];
  let assemblyFormat = "($operands^ `:` type($operands))? attr-dict";
}

#endif // LINALGX_OPS
