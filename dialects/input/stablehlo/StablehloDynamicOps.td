//===- StablehloDynamicOps.td - Shapes known at run time --*- tablegen -*-===//
//
// Read so that import can refuse them by name and line ("export with static
// shapes"), or lower them where all results are static. Not verified further.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_STABLEHLO_DYNAMIC_OPS
#define PLAIT_STABLEHLO_DYNAMIC_OPS

include "StablehloAttrs.td"
include "StablehloBase.td"
include "StablehloEnums.td"

def Stablehlo_DynamicReshapeOp : Stablehlo_Op<"dynamic_reshape", [Pure]> {
  let summary = "reshape to a shape given as an operand";
  let arguments = (ins Stablehlo_Tensor:$operand,
                       Stablehlo_ShapeTensor:$output_shape);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = "operands" # Stablehlo_Functional<>.tail;
}

def Stablehlo_DynamicBroadcastInDimOp
    : Stablehlo_Op<"dynamic_broadcast_in_dim", [Pure]> {
  let summary = "broadcast_in_dim to a shape given as an operand";
  let arguments = (ins
      Stablehlo_Tensor:$operand, Stablehlo_ShapeTensor:$output_dimensions,
      DenseI64ArrayAttr:$broadcast_dimensions,
      OptionalAttr<DenseI64ArrayAttr>:$known_expanding_dimensions,
      OptionalAttr<DenseI64ArrayAttr>:$known_nonexpanding_dimensions);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = "$operand `,` $output_dimensions `,`"
      # " `dims` `=` $broadcast_dimensions" # Stablehlo_Functional<>.tail;
}

def Stablehlo_DynamicIotaOp : Stablehlo_Op<"dynamic_iota", [Pure]> {
  let summary = "iota of a shape given as an operand";
  let arguments = (ins Stablehlo_ShapeTensor:$output_shape,
                       I64Attr:$iota_dimension);
  let results = (outs Stablehlo_NumberTensor:$result);
  let assemblyFormat = "$output_shape `,` `dim` `=` $iota_dimension"
      # Stablehlo_Functional<>.tail;
}

def Stablehlo_DynamicPadOp : Stablehlo_Op<"dynamic_pad", [Pure]> {
  let summary = "pad by amounts given as operands";
  let arguments = (ins Stablehlo_Tensor:$operand,
                       Stablehlo_Tensor:$padding_value,
                       Stablehlo_ShapeTensor:$edge_padding_low,
                       Stablehlo_ShapeTensor:$edge_padding_high,
                       Stablehlo_ShapeTensor:$interior_padding);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = "operands" # Stablehlo_Functional<>.tail;
}

def Stablehlo_RealDynamicSliceOp : Stablehlo_Op<"real_dynamic_slice", [Pure]> {
  let summary = "slice by ranges given as operands";
  let arguments = (ins Stablehlo_Tensor:$operand,
                       Stablehlo_ShapeTensor:$start_indices,
                       Stablehlo_ShapeTensor:$limit_indices,
                       Stablehlo_ShapeTensor:$strides);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = "operands" # Stablehlo_Functional<>.tail;
}

class Stablehlo_DimensionSizeOp<string mnemonic, string operands, string what>
    : Stablehlo_Op<mnemonic, [Pure]> {
  let summary = what;
  let description = [{
    Constraints:
    - (C1) `dimension` is a dimension of the operand.
  }];
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = operands # " `,` `dim` `=` $dimension"
      # Stablehlo_Functional<>.tail;
  let hasVerifier = 1;
}
def Stablehlo_GetDimensionSizeOp
    : Stablehlo_DimensionSizeOp<"get_dimension_size", "$operand",
                                "Size of a dimension"> {
  let arguments = (ins Stablehlo_Tensor:$operand, I64Attr:$dimension);
}
def Stablehlo_SetDimensionSizeOp
    : Stablehlo_DimensionSizeOp<"set_dimension_size", "$operand `,` $size",
                                "The operand with a dimension cut short"> {
  let arguments = (ins Stablehlo_Tensor:$operand, Stablehlo_ScalarInt:$size,
                       I64Attr:$dimension);
}

def Stablehlo_DynamicGatherOp : Stablehlo_Op<"dynamic_gather", [Pure]> {
  let summary = "gather with slice sizes given as an operand";
  let arguments = (ins
      Stablehlo_Tensor:$operand,
      RankedTensorOf<[AnyInteger, Index]>:$start_indices,
      Stablehlo_ShapeTensor:$slice_sizes,
      Stablehlo_GatherDimensionNumbersAttr:$dimension_numbers,
      DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted);
  let results = (outs Stablehlo_Tensor:$result);
}

def Stablehlo_DynamicConvOp : Stablehlo_Op<"dynamic_conv", [Pure]> {
  let summary = "convolution with padding given as an operand";
  let arguments = (ins
      Stablehlo_Tensor:$lhs, Stablehlo_Tensor:$rhs,
      RankedTensorOf<[AnyInteger, Index]>:$padding,
      OptionalAttr<DenseI64ArrayAttr>:$window_strides,
      OptionalAttr<DenseI64ArrayAttr>:$lhs_dilation,
      OptionalAttr<DenseI64ArrayAttr>:$rhs_dilation,
      OptionalAttr<DenseBoolArrayAttr>:$window_reversal,
      Stablehlo_ConvDimensionNumbersAttr:$dimension_numbers,
      I64Attr:$feature_group_count, I64Attr:$batch_group_count,
      OptionalAttr<Stablehlo_PrecisionConfigAttr>:$precision_config);
  let results = (outs Stablehlo_Tensor:$result);
}

#endif // PLAIT_STABLEHLO_DYNAMIC_OPS
