//===- StablehloShapeOps.td - Constants and shapes --------*- tablegen -*-===//
//
// Ops that make tensors from nothing or move elements without changing them.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_STABLEHLO_SHAPE_OPS
#define PLAIT_STABLEHLO_SHAPE_OPS

include "StablehloBase.td"

def Stablehlo_ConstantOp : Stablehlo_Op<"constant",
    [Pure, ConstantLike, Stablehlo_NamesResults]> {
  let summary = "A tensor that is known when compiling";
  let description = [{
    Constraints:
    - (C1) The result has the type of `value`.
  }];
  let arguments = (ins ElementsAttr:$value);
  let results = (outs Stablehlo_Tensor:$output);
  let hasCustomAssemblyFormat = 1;
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Stablehlo_IotaOp : Stablehlo_Op<"iota", [Pure]> {
  let summary = "Each element is its index along one dimension";
  let description = [{
    Constraints:
    - (C1) `iota_dimension` is a dimension of the result.
  }];
  let arguments = (ins I64Attr:$iota_dimension);
  let results = (outs Stablehlo_NumberTensor:$output);
  let assemblyFormat = "`dim` `=` $iota_dimension attr-dict `:` type($output)";
  let hasVerifier = 1;
}

def Stablehlo_BroadcastInDimOp : Stablehlo_Op<"broadcast_in_dim",
    [Pure, SameOperandsAndResultElementType]> {
  let summary = "Repeats a tensor along new dimensions and those of size 1";
  let description = [{
    Constraints:
    - (C1) `broadcast_dimensions` has one entry per dimension of the operand.
    - (C2) Its entries are different dimensions of the result.
    - (C3) A dimension of the operand is 1 or the result's.

    Example:
    ```mlir
    %0 = stablehlo.broadcast_in_dim %v, dims = [1]
      : (tensor<3xf32>) -> tensor<2x3xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$operand,
                       DenseI64ArrayAttr:$broadcast_dimensions);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = "$operand `,` `dims` `=` $broadcast_dimensions"
      # Stablehlo_Functional<>.tail;
  let hasVerifier = 1;
}

def Stablehlo_BroadcastOp : Stablehlo_Op<"broadcast",
    [Pure, SameOperandsAndResultElementType]> {
  let summary = "Repeats a tensor along new dimensions in front";
  let description = [{
    Constraints:
    - (C1) `broadcast_sizes` are not negative.
    - (C2) The result's shape is `broadcast_sizes`, then the operand's.
  }];
  let arguments = (ins Stablehlo_Tensor:$operand,
                       DenseI64ArrayAttr:$broadcast_sizes);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = "$operand `,` `sizes` `=` $broadcast_sizes"
      # Stablehlo_Functional<>.tail;
  let hasVerifier = 1;
}

def Stablehlo_ReshapeOp : Stablehlo_Op<"reshape",
    [Pure, SameOperandsAndResultElementType]> {
  let summary = "Same elements in row-major order, another shape";
  let description = [{
    Constraints:
    - (C1) Operand and result have the same number of elements.
  }];
  let arguments = (ins Stablehlo_Tensor:$operand);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = "$operand" # Stablehlo_Functional<>.tail;
  let hasVerifier = 1;
}

def Stablehlo_TransposeOp : Stablehlo_Op<"transpose",
    [Pure, SameOperandsAndResultElementType]> {
  let summary = "Permutes dimensions: result dimension i is permutation[i]";
  let description = [{
    Constraints:
    - (C1) `permutation` is one of the operand's dimensions.
    - (C2) The result's shape is the operand's, permuted.
  }];
  let arguments = (ins Stablehlo_Tensor:$operand,
                       DenseI64ArrayAttr:$permutation);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = "$operand `,` `dims` `=` $permutation"
      # Stablehlo_Functional<>.tail;
  let hasVerifier = 1;
}

def Stablehlo_ReverseOp : Stablehlo_Op<"reverse",
    [Pure, SameOperandsAndResultElementType, SameOperandsAndResultShape]> {
  let summary = "Reverses the order of elements along dimensions";
  let description = [{
    Constraints:
    - (C1) `dimensions` are different dimensions of the operand.
  }];
  let arguments = (ins Stablehlo_Tensor:$operand,
                       DenseI64ArrayAttr:$dimensions);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = "$operand `,` `dims` `=` $dimensions"
      # Stablehlo_SameOrFunctional<"type($operand), type($result)">.tail;
  let hasVerifier = 1;
}

def Stablehlo_SliceOp : Stablehlo_Op<"slice",
    [Pure, SameOperandsAndResultElementType]> {
  let summary = "Every stride-th element from start to limit, per dimension";
  let description = [{
    Constraints:
    - (C1) The three lists have one entry per dimension of the operand.
    - (C2) 0 <= start <= limit <= size, and stride is at least 1.
    - (C3) A dimension of the result is ceil((limit - start) / stride).

    Example:
    ```mlir
    %0 = stablehlo.slice %a [0:2, 0:3:2]
      : (tensor<2x3xf32>) -> tensor<2x2xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$operand,
                       DenseI64ArrayAttr:$start_indices,
                       DenseI64ArrayAttr:$limit_indices,
                       DenseI64ArrayAttr:$strides);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = "$operand"
      # " custom<SliceRanges>($start_indices, $limit_indices, $strides)"
      # Stablehlo_Functional<>.tail;
  let hasVerifier = 1;
}

def Stablehlo_DynamicSliceOp : Stablehlo_Op<"dynamic_slice", [Pure]> {
  let summary = "A slice that starts where the indices say, clamped to fit";
  let description = [{
    Constraints:
    - (C1) `start_indices` and `slice_sizes` have one entry per dimension.
    - (C2) 0 <= slice size <= size.
    - (C3) The start indices have the same type.
    - (C4) The result's shape is `slice_sizes`, of the operand's element type.
  }];
  let arguments = (ins Stablehlo_Tensor:$operand,
                       Variadic<Stablehlo_ScalarInt>:$start_indices,
                       DenseI64ArrayAttr:$slice_sizes);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = "$operand `,`"
      # " custom<OperandsWithComma>($start_indices) `sizes` `=` $slice_sizes"
      # Stablehlo_Functional<>.tail;
  let hasVerifier = 1;
}

def Stablehlo_DynamicUpdateSliceOp
    : Stablehlo_Op<"dynamic_update_slice", [Pure]> {
  let summary = "The operand with a slice replaced, start clamped to fit";
  let description = [{
    Constraints:
    - (C1) `start_indices` has one entry per dimension.
    - (C2) `update` has the operand's rank and element type, and fits in it.
    - (C3) The start indices have the same type.
    - (C4) The result has the operand's type.
  }];
  let arguments = (ins Stablehlo_Tensor:$operand, Stablehlo_Tensor:$update,
                       Variadic<Stablehlo_ScalarInt>:$start_indices);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = "operands" # Stablehlo_Functional<>.tail;
  let hasVerifier = 1;
}

def Stablehlo_PadOp : Stablehlo_Op<"pad",
    [Pure, SameOperandsAndResultElementType]> {
  let summary = "Pads between elements and at the edges; negative edges crop";
  let description = [{
    Constraints:
    - (C1) The three lists have one entry per dimension of the operand.
    - (C2) `interior_padding` is not negative.
    - (C3) A dimension of the result is
      low + size + max(size - 1, 0) * interior + high, and not negative.
    - (C4) `padding_value` is a scalar.
  }];
  let arguments = (ins Stablehlo_Tensor:$operand,
                       Stablehlo_Tensor:$padding_value,
                       DenseI64ArrayAttr:$edge_padding_low,
                       DenseI64ArrayAttr:$edge_padding_high,
                       DenseI64ArrayAttr:$interior_padding);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = "$operand `,` $padding_value `,`"
      # " `low` `=` $edge_padding_low `,` `high` `=` $edge_padding_high `,`"
      # " `interior` `=` $interior_padding" # Stablehlo_Functional<>.tail;
  let hasVerifier = 1;
}

def Stablehlo_ConcatenateOp : Stablehlo_Op<"concatenate",
    [Pure, SameOperandsAndResultElementType]> {
  let summary = "Joins tensors along a dimension";
  let description = [{
    Constraints:
    - (C1) There is at least one input (checked by the traits).
    - (C2) `dimension` is a dimension of the inputs.
    - (C3) The inputs have the same shape but for `dimension`.
    - (C4) The result has the sum of the inputs' sizes there.
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs, I64Attr:$dimension);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = "custom<OperandsWithComma>($inputs) `dim` `=` $dimension"
      # Stablehlo_Functional<>.tail;
  let hasVerifier = 1;
}

#endif // PLAIT_STABLEHLO_SHAPE_OPS
