//===- StablehloReductionOps.td - Reductions, windows, sort -*- tablegen -*-=//
#ifndef PLAIT_STABLEHLO_REDUCTION_OPS
#define PLAIT_STABLEHLO_REDUCTION_OPS

include "StablehloBase.td"

def Stablehlo_ReduceOp
    : Stablehlo_RegionOp<"reduce", [SingleBlock, SameVariadicOperandSize]> {
  let summary = "Folds dimensions away, several tensors in step";
  let description = [{
    The body takes all accumulators, then all elements. An initial value may
    enter any number of times at any place.

    Constraints:
    - (C1) There is an input, and one scalar initial value per input.
    - (C2) The inputs have the same shape.
    - (C3) `dimensions` are different dimensions of the inputs.
    - (C4) The body takes two scalars per input and returns one, all of its
      initial value's type.
    - (C5) There is one result per input: its shape without `dimensions`, and
      the element type that the body returns.

    Example:
    ```mlir
    %0 = stablehlo.reduce(%a init: %s) applies stablehlo.add
        across dimensions = [0, 1]
      : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
    ```
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs,
                       Variadic<Stablehlo_Tensor>:$init_values,
                       DenseI64ArrayAttr:$dimensions);
  let regions = (region SizedRegion<1>:$body);
  let results = (outs Variadic<Stablehlo_Tensor>);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Stablehlo_ReduceWindowOp : Stablehlo_RegionOp<"reduce_window",
    [SingleBlock, SameVariadicOperandSize]> {
  let summary = "Folds the elements under each position of a window";
  let description = [{
    Constraints:
    - (C1) There is an input, and one scalar initial value per input.
    - (C2) The inputs have the same shape.
    - (C3) A window attribute has one entry (`padding`: one pair) per
      dimension; `window_dimensions` is always given.
    - (C4) Window sizes, strides and dilations are at least 1.
    - (C5) The body takes two scalars per input and returns one, all of its
      initial value's type.
    - (C6) There is one result per input, of as many elements per dimension as
      the window has positions.
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs,
                       Variadic<Stablehlo_Tensor>:$init_values,
                       DenseI64ArrayAttr:$window_dimensions,
                       OptionalAttr<DenseI64ArrayAttr>:$window_strides,
                       OptionalAttr<DenseI64ArrayAttr>:$base_dilations,
                       OptionalAttr<DenseI64ArrayAttr>:$window_dilations,
                       OptionalAttr<I64ElementsAttr>:$padding);
  let regions = (region SizedRegion<1>:$body);
  let results = (outs Variadic<Stablehlo_Tensor>);
  let hasVerifier = 1;
}

def Stablehlo_SelectAndScatterOp
    : Stablehlo_RegionOp<"select_and_scatter", [SingleBlock]> {
  let summary = "Adds each source element where its window chose an element";
  let description = [{
    Constraints:
    - (C1) `init_value` is a scalar of the operand's element type.
    - (C2) A window attribute has one entry (`padding`: one pair) per dimension.
    - (C3) Window sizes and strides are at least 1.
    - (C4) `source` has as many elements per dimension as the window has
      positions, and the operand's element type.
    - (C5) `select` takes two scalars of the operand's element type and
      returns an i1.
    - (C6) `scatter` takes two scalars and returns one, of `init_value`'s type.
    - (C7) The result has the operand's shape.
  }];
  let arguments = (ins Stablehlo_Tensor:$operand, Stablehlo_Tensor:$source,
                       Stablehlo_Tensor:$init_value,
                       OptionalAttr<DenseI64ArrayAttr>:$window_dimensions,
                       OptionalAttr<DenseI64ArrayAttr>:$window_strides,
                       OptionalAttr<I64ElementsAttr>:$padding);
  let regions = (region SizedRegion<1>:$select, SizedRegion<1>:$scatter);
  let results = (outs Stablehlo_Tensor:$result);
  let hasVerifier = 1;
}

def Stablehlo_SortOp : Stablehlo_RegionOp<"sort", [SingleBlock]> {
  let summary = "Sorts slices along a dimension, several tensors in step";
  let description = [{
    The comparator says whether its first arguments come before the second.

    Constraints:
    - (C1) There is an input, and the inputs have the same shape.
    - (C2) `dimension` is one of the inputs, negative ones counted from the end.
    - (C3) The results have the types of the inputs.
    - (C4) The comparator takes two scalars per input, of its element type,
      and returns an i1.
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs,
                       DefaultValuedOptionalAttr<I64Attr, "-1">:$dimension,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$is_stable);
  let regions = (region SizedRegion<1>:$comparator);
  let results = (outs Variadic<Stablehlo_Tensor>);
  let hasVerifier = 1;
}

#endif // PLAIT_STABLEHLO_REDUCTION_OPS
