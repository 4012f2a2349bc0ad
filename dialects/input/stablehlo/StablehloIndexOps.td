//===- StablehloIndexOps.td - Gather and scatter ----------*- tablegen -*-===//
#ifndef PLAIT_STABLEHLO_INDEX_OPS
#define PLAIT_STABLEHLO_INDEX_OPS

include "StablehloAttrs.td"
include "StablehloBase.td"

def Stablehlo_GatherOp : Stablehlo_Op<"gather", [Pure]> {
  let summary = "Collects slices of a tensor at given indices";
  let description = [{
    Start indices are clamped so that the slice fits.

    Constraints:
    - (C1) `index_vector_dim` is a dimension of `start_indices` or its rank.
    - (C2) `start_index_map` has one entry per component of an index.
    - (C3) `offset_dims` are sorted and different dimensions of the result.
    - (C4) `collapsed_slice_dims` and `operand_batching_dims` are sorted,
      different dimensions of the operand, without a common one.
    - (C5) `start_index_map` are different dimensions of the operand, none of
      them batching.
    - (C6) `start_indices_batching_dims` are different dimensions of
      `start_indices`, without `index_vector_dim`, as many as
      `operand_batching_dims`, and of the same sizes.
    - (C7) `slice_sizes` has one entry per dimension of the operand, within
      [0, size], at most 1 where collapsed or batching.
    - (C8) There are as many offset dimensions as operand dimensions that are
      neither collapsed nor batching.
    - (C9) The result has the sizes of the indices' dimensions without
      `index_vector_dim`, in order, and at `offset_dims` the slice sizes.
  }];
  let arguments = (ins Stablehlo_Tensor:$operand,
                       RankedTensorOf<[AnyInteger, Index]>:$start_indices,
                       Stablehlo_GatherDimensionNumbersAttr:$dimension_numbers,
                       DenseI64ArrayAttr:$slice_sizes,
                       DefaultValuedOptionalAttr<BoolAttr, "false">
                         :$indices_are_sorted);
  let results = (outs Stablehlo_Tensor:$result);
  let hasVerifier = 1;
}

def Stablehlo_ScatterOp : Stablehlo_RegionOp<"scatter",
    [SingleBlock, SameVariadicOperandSize]> {
  let summary = "Combines updates into a tensor at given indices";
  let description = [{
    The body takes all old values, then all updates. Updates out of range are
    dropped.

    Constraints:
    - (C1) There is an input, and one update per input.
    - (C2) The inputs have the same shape, and so have the updates.
    - (C3) `index_vector_dim` is a dimension of `scatter_indices` or its rank.
    - (C4) `scatter_dims_to_operand_dims` has one entry per component of an
      index: different dimensions of the input, none of them batching.
    - (C5) `update_window_dims` are sorted and different dimensions of the
      updates.
    - (C6) `inserted_window_dims` and `input_batching_dims` are sorted,
      different dimensions of the input, without a common one.
    - (C7) `scatter_indices_batching_dims` are different dimensions of
      `scatter_indices`, without `index_vector_dim`, as many as
      `input_batching_dims`, and of the same sizes.
    - (C8) The rank of the input is that of a window, plus inserted and
      batching dimensions.
    - (C9) The updates have the sizes of the indices' dimensions without
      `index_vector_dim`, in order, and windows that fit into the input.
    - (C10) The body takes two scalars per input and returns one, of the
      input's element type.
    - (C11) The results have the types of the inputs.
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs,
                       RankedTensorOf<[AnyInteger, Index]>:$scatter_indices,
                       Variadic<Stablehlo_Tensor>:$updates,
                       Stablehlo_ScatterDimensionNumbersAttr
                         :$scatter_dimension_numbers,
                       DefaultValuedOptionalAttr<BoolAttr, "false">
                         :$indices_are_sorted,
                       DefaultValuedOptionalAttr<BoolAttr, "false">
                         :$unique_indices);
  let regions = (region SizedRegion<1>:$update_computation);
  let results = (outs Variadic<Stablehlo_Tensor>);
  let hasVerifier = 1;
}

def Stablehlo_TorchIndexSelectOp : Stablehlo_Op<"torch_index_select", [Pure]> {
  let summary = "Slices of one dimension at given indices (older producers)";
  let description = [{
    Constraints:
    - (C1) `dim` is a dimension of the operand.
    - (C2) `batch_dims` is within [0, `dim`], and within the index's rank.
    - (C3) The result has the operand's shape with `dim` replaced by the
      index's dimensions that are not batching.
  }];
  let arguments = (ins Stablehlo_Tensor:$operand, Stablehlo_IntTensor:$index,
                       I64Attr:$dim, I64Attr:$batch_dims);
  let results = (outs Stablehlo_Tensor:$result);
  let hasVerifier = 1;
}

#endif // PLAIT_STABLEHLO_INDEX_OPS
