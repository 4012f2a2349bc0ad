//===- ChloOps.td - The chlo input dialect: the other ops -----------------===//

#ifndef PLAIT_DIALECTS_INPUT_CHLO_CHLOOPS
#define PLAIT_DIALECTS_INPUT_CHLO_CHLOOPS

include "ChloBase.td"

def Chlo_ConstantOp : Chlo_Op<"constant",
    [Pure, ConstantLike, AllTypesMatch<["value", "output"]>]> {
  let summary = "A constant";
  let description = [{
    ```mlir
    %0 = chlo.constant dense<1> : tensor<2xi32>
    ```
  }];
  let arguments = (ins ElementsAttr:$value);
  let results = (outs AnyStaticShapeTensor:$output);
  let assemblyFormat = "attr-dict $value";
  let hasFolder = 1;
}

def Chlo_ConstantLikeOp
    : Chlo_Op<"constant_like", [Pure, SameOperandsAndResultShape]> {
  let summary = "A constant in the shape of the operand";
  let description = [{
    Constraints:
    - (C1) `value` has the element type of the result.
  }];
  let arguments = (ins Chlo_NumberTensor:$operand, TypedAttrInterface:$value);
  let results = (outs Chlo_NumberTensor:$result);
  let hasVerifier = 1;
}

def Chlo_TopKOp : Chlo_Op<"top_k", [Pure]> {
  let summary = "The k largest values of the last dimension, and where";
  let description = [{
    In total order: NaN is largest, lower indices come first among equals.
    ```mlir
    %values, %indices = chlo.top_k(%0, k = 2) : tensor<2x3xf32>
      -> (tensor<2x2xf32>, tensor<2x2xi32>)
    ```
    Constraints:
    - (C1) The operand has at least one dimension.
    - (C2) `k` is in [0, size of the last dimension].
    - (C3) The results have the operand's shape with `k` as last dimension.
    - (C4) The values have the operand's element type.
  }];
  let arguments = (ins Chlo_IntOrFloatTensor:$operand, I64Attr:$k,
                       OptionalAttr<BoolAttr>:$is_stable);
  let results = (outs Chlo_IntOrFloatTensor:$values,
                      RankedTensorOf<[I32]>:$indices);
  let assemblyFormat = [{
    `(` $operand `,` `k` `=` $k (`,` `is_stable` `=` $is_stable^)? `)` attr-dict
    `:` type($operand) `->` `(` type($values) `,` type($indices) `)`
  }];
  let hasVerifier = 1;
}

def Chlo_RaggedDotDimensionNumbers
    : AttrDef<Chlo_Dialect, "RaggedDotDimensionNumbers"> {
  let mnemonic = "ragged_dot";
  let summary = "Which dimensions of a ragged_dot are what";
  let description = [{
    `<lhs_contracting_dimensions = [1], ..>`: fields in any order, those that
    are empty left out.
  }];
  let parameters = (ins
      OptionalArrayRefParameter<"int64_t">:$lhsBatchingDimensions,
      OptionalArrayRefParameter<"int64_t">:$rhsBatchingDimensions,
      OptionalArrayRefParameter<"int64_t">:$lhsContractingDimensions,
      OptionalArrayRefParameter<"int64_t">:$rhsContractingDimensions,
      OptionalArrayRefParameter<"int64_t">:$lhsRaggedDimensions,
      OptionalArrayRefParameter<"int64_t">:$rhsGroupDimensions);
  let hasCustomAssemblyFormat = 1;
}

def Chlo_RaggedDotOp : Chlo_Op<"ragged_dot", [Pure]> {
  let summary = "A product of matrices, one dimension cut into groups";
  let description = [{
    `group_sizes` cuts the one ragged dimension of `lhs` into g groups. It is
    1. a free dimension: [m,k], [g,k,n], [g] -> [m,n], group j times rhs[j];
    2. a contracting one: [m,k], [k,n], [g] -> [g,m,n], one product per group;
    3. a batching one: a batched product, without group dimension.

    Constraints:
    - (C1) The dimensions are dimensions of their operand, each named once;
           the ragged dimension may also be batching or contracting.
    - (C2) Batching dimensions come in pairs, likewise contracting ones, and
           the dimensions of a pair have equal sizes.
    - (C3) There is one ragged dimension.
    - (C4) There is one group dimension if the ragged one is free, else none.
    - (C5) `group_sizes` has at least one dimension, whose last is as large as
           the group dimension, if there is one.
    - (C6) The result is batching, free of lhs, free of rhs dimensions, and in
           case 2 the groups before them.
    - (C7) `precision_config` has no entry, or one per operand.
  }];
  let arguments = (ins Chlo_NumberTensor:$lhs, Chlo_NumberTensor:$rhs,
      Chlo_IntTensor:$group_sizes,
      Chlo_RaggedDotDimensionNumbers:$ragged_dot_dimension_numbers,
      OptionalAttr<Chlo_PrecisionConfigAttr>:$precision_config);
  let results = (outs Chlo_NumberTensor:$result);
  let hasVerifier = 1;
}

def Chlo_ScanOp : Chlo_Op<"scan",
    [AttrSizedOperandSegments, AttrSizedResultSegments,
     RecursiveMemoryEffects, SingleBlock]> {
  let summary = "Runs a body over the slices along a dimension";
  let description = [{
    The body gets a slice of each input and the carries, and returns a slice of
    each output and the next carries. `is_reverse` starts at the end.
    ```mlir
    %0:2 = chlo.scan(%a) inits (%c) dimension=0 {
      ^bb0(%x: tensor<3xf32>, %y: tensor<3xf32>): ...
    } : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
    ```
    Constraints:
    - (C1) `dimension` is a dimension of each input and output, and of equal
           size in all of them.
    - (C2) There are as many carries as inits, of equal types.
    - (C3) The body's arguments are slices of the inputs, then the carries.
    - (C4) The body returns slices of the outputs, then the carries.
  }];
  let arguments = (ins Variadic<Chlo_NumberTensor>:$inputs,
      Variadic<Chlo_NumberTensor>:$inits, I64Attr:$dimension,
      OptionalAttr<BoolAttr>:$is_reverse,
      OptionalAttr<BoolAttr>:$is_associative);
  let results = (outs Variadic<Chlo_NumberTensor>:$outputs,
                      Variadic<Chlo_NumberTensor>:$carries);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

#endif // PLAIT_DIALECTS_INPUT_CHLO_CHLOOPS
