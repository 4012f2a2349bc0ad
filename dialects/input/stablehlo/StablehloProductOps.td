//===- StablehloProductOps.td - Products, linear algebra --*- tablegen -*-===//
//
// Contractions, convolution, transforms, decompositions and normalisation.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_STABLEHLO_PRODUCT_OPS
#define PLAIT_STABLEHLO_PRODUCT_OPS

include "StablehloAttrs.td"
include "StablehloBase.td"
include "StablehloEnums.td"

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

def Stablehlo_DotGeneralOp : Stablehlo_Op<"dot_general", [Pure]> {
  let summary = "Product over contracting dimensions, per batch";
  let description = [{
    The result's dimensions are the batching ones in the order of the left
    side, then what is free on the left, then what is free on the right.

    Constraints:
    - (C1) Both sides list as many batching dimensions.
    - (C2) Both sides list as many contracting dimensions.
    - (C3) The dimensions of a side are different dimensions of it.
    - (C4) Paired dimensions have the same size.
    - (C5) `precision_config` has two entries or none.
    - (C6) The result has the shape described above.
    - (C7) The counts of `algorithm` are positive.

    Example:
    ```mlir
    %0 = stablehlo.dot_general %q, %r, batching_dims = [0] x [0],
        contracting_dims = [2] x [1], precision = [HIGHEST, DEFAULT]
      : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$lhs, Stablehlo_Tensor:$rhs,
                       Stablehlo_DotDimensionNumbersAttr:$dot_dimension_numbers,
                       OptionalAttr<Stablehlo_PrecisionConfigAttr>
                         :$precision_config,
                       OptionalAttr<Stablehlo_DotAlgorithmAttr>:$algorithm);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = "$lhs `,` $rhs `,`"
      # " custom<DotDimensionNumbers>($dot_dimension_numbers)"
      # " `` custom<PrecisionAndAlgorithm>($precision_config, $algorithm)"
      # Stablehlo_Functional<>.tail;
  let hasVerifier = 1;
}

def Stablehlo_DotOp : Stablehlo_Op<"dot", [Pure]> {
  let summary = "Product of vectors and matrices (older form of dot_general)";
  let description = [{
    Constraints:
    - (C1) The operands have rank 1 or 2.
    - (C2) The last dimension of `lhs` has the size of the first of `rhs`.
    - (C3) `precision_config` has two entries or none.
    - (C4) The result has the free dimensions of `lhs`, then those of `rhs`.
  }];
  let arguments = (ins Stablehlo_Tensor:$lhs, Stablehlo_Tensor:$rhs,
                       OptionalAttr<Stablehlo_PrecisionConfigAttr>
                         :$precision_config);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = "$lhs `,` $rhs"
      # " `` custom<PrecisionConfig>($precision_config)"
      # Stablehlo_Functional<>.tail;
  let hasVerifier = 1;
}

def Stablehlo_EinsumOp : Stablehlo_Op<"einsum", [Pure]> {
  let summary = "Product in Einstein's notation (older producers)";
  let arguments = (ins Stablehlo_Tensor:$lhs, Stablehlo_Tensor:$rhs,
                       StrAttr:$einsum_config);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = "$lhs `,` $rhs `,` `config` `=` $einsum_config"
      # Stablehlo_Functional<>.tail;
}

def Stablehlo_UnaryEinsumOp : Stablehlo_Op<"unary_einsum", [Pure]> {
  let summary = "Sum or transposition in Einstein's notation";
  let arguments = (ins Stablehlo_Tensor:$operand, StrAttr:$einsum_config);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = "$operand `,` `config` `=` $einsum_config"
      # Stablehlo_Functional<>.tail;
}

//===----------------------------------------------------------------------===//
// Convolution
//===----------------------------------------------------------------------===//

def Stablehlo_ConvolutionOp : Stablehlo_Op<"convolution", [Pure]> {
  let summary = "Cross-correlation of a windowed tensor with a kernel";
  let description = [{
    Constraints:
    - (C1) Both operands and the result have the rank of `dimension_numbers`.
    - (C2) A window attribute has one entry (`padding`: one pair) per spatial
      dimension.
    - (C3) Strides and dilations are at least 1.
    - (C4) The group counts are at least 1, and one of them is 1.
    - (C5) `batch_group_count` divides the batch of `lhs` and the output
      features of the kernel.
    - (C6) `feature_group_count` divides the features of `lhs`, which are that
      many times the kernel's input features, and the output features.
    - (C7) `precision_config` has two entries or none.
    - (C8) The result has batch / batch groups, the kernel's output features
      and, per spatial dimension, the number of window positions.
    - (C9) The numbers of `dimension_numbers` name each dimension once.
  }];
  let arguments = (ins Stablehlo_Tensor:$lhs, Stablehlo_Tensor:$rhs,
                       OptionalAttr<DenseI64ArrayAttr>:$window_strides,
                       OptionalAttr<I64ElementsAttr>:$padding,
                       OptionalAttr<DenseI64ArrayAttr>:$lhs_dilation,
                       OptionalAttr<DenseI64ArrayAttr>:$rhs_dilation,
                       OptionalAttr<DenseBoolArrayAttr>:$window_reversal,
                       Stablehlo_ConvDimensionNumbersAttr:$dimension_numbers,
                       I64Attr:$feature_group_count,
                       I64Attr:$batch_group_count,
                       OptionalAttr<Stablehlo_PrecisionConfigAttr>
                         :$precision_config);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = "`(` $lhs `,` $rhs `)` `dim_numbers` `=`"
      # " custom<ConvDimensionNumbers>($dimension_numbers) `,` `window` `=`"
      # " `{` custom<Window>($window_strides, $padding, $lhs_dilation,"
      # " $rhs_dilation, $window_reversal) `}`" # Stablehlo_Functional<>.tail;
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Linear algebra and transforms
//===----------------------------------------------------------------------===//

def Stablehlo_CholeskyOp : Stablehlo_Op<"cholesky",
    [Pure, SameOperandsAndResultElementType, SameOperandsAndResultShape]> {
  let summary = "Cholesky factor of the last two dimensions";
  let description = [{
    Constraints:
    - (C1) The last two dimensions have the same size.
  }];
  let arguments = (ins Stablehlo_FloatOrComplexTensor:$a,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$lower);
  let results = (outs Stablehlo_FloatOrComplexTensor:$result);
  let assemblyFormat = "$a (`,` `lower` `=` $lower^)?"
      # Stablehlo_SameOrFunctional<"type($a), type($result)">.tail;
  let hasVerifier = 1;
}

def Stablehlo_TriangularSolveOp : Stablehlo_Op<"triangular_solve",
    [Pure, SameOperandsAndResultElementType]> {
  let summary = "Solves a x = b, or x a = b, for a triangular matrix a";
  let description = [{
    Constraints:
    - (C1) `a` and `b` have the same rank, of at least 2.
    - (C2) The last two dimensions of `a` are equal to the one of `b` that is
      solved for, and the leading dimensions are equal.
    - (C3) `transpose_a` is not TRANSPOSE_INVALID.
    - (C4) The result has the shape of `b`.
  }];
  let arguments = (ins Stablehlo_FloatOrComplexTensor:$a,
                       Stablehlo_FloatOrComplexTensor:$b, BoolAttr:$left_side,
                       BoolAttr:$lower, BoolAttr:$unit_diagonal,
                       Stablehlo_TransposeAttr:$transpose_a);
  let results = (outs Stablehlo_FloatOrComplexTensor:$result);
  let hasVerifier = 1;
}

def Stablehlo_FftOp : Stablehlo_Op<"fft", [Pure]> {
  let summary = "Fourier transform of the last dimensions";
  let description = [{
    Constraints:
    - (C1) `fft_length` has 1 to 3 entries, at most the operand's rank.
    - (C2) The element types fit `fft_type`: complex to complex, RFFT real to
      complex, IRFFT complex to real.
    - (C3) The last dimensions are `fft_length`; on the complex side of RFFT
      and IRFFT the very last is length / 2 + 1.
  }];
  let arguments = (ins Stablehlo_FloatOrComplexTensor:$operand,
                       Stablehlo_FftTypeAttr:$fft_type,
                       DenseI64ArrayAttr:$fft_length);
  let results = (outs Stablehlo_FloatOrComplexTensor:$result);
  let assemblyFormat = "$operand `,` `type` `=` custom<Word>($fft_type) `,`"
      # " `length` `=` $fft_length" # Stablehlo_Functional<>.tail;
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Batch normalisation
//===----------------------------------------------------------------------===//

class Stablehlo_BatchNormOp<string variant, list<Trait> traits = []>
    : Stablehlo_Op<"batch_norm_" # variant, traits # [Pure]> {
  let description = [{
    Constraints:
    - (C1) `feature_index` is a dimension of the operand.
    - (C2) The vectors have the size of that dimension.
    - (C3) What is not a vector has the shape of the operand.
  }];
  let hasVerifier = 1;
}

def Stablehlo_BatchNormTrainingOp
    : Stablehlo_BatchNormOp<"training", [Stablehlo_NamesResults]> {
  let summary = "Normalises by the batch's mean and variance";
  let arguments = (ins Stablehlo_FloatTensor:$operand,
                       Stablehlo_FloatTensor:$scale,
                       Stablehlo_FloatTensor:$offset, F32Attr:$epsilon,
                       I64Attr:$feature_index);
  let results = (outs Stablehlo_FloatTensor:$output,
                      Stablehlo_FloatTensor:$batch_mean,
                      Stablehlo_FloatTensor:$batch_var);
}

def Stablehlo_BatchNormInferenceOp : Stablehlo_BatchNormOp<"inference"> {
  let summary = "Normalises by a given mean and variance";
  let arguments = (ins Stablehlo_FloatTensor:$operand,
                       Stablehlo_FloatTensor:$scale,
                       Stablehlo_FloatTensor:$offset,
                       Stablehlo_FloatTensor:$mean,
                       Stablehlo_FloatTensor:$variance, F32Attr:$epsilon,
                       I64Attr:$feature_index);
  let results = (outs Stablehlo_FloatTensor:$result);
}

def Stablehlo_BatchNormGradOp
    : Stablehlo_BatchNormOp<"grad", [Stablehlo_NamesResults]> {
  let summary = "Gradients of batch_norm_training";
  let arguments = (ins Stablehlo_FloatTensor:$operand,
                       Stablehlo_FloatTensor:$scale,
                       Stablehlo_FloatTensor:$mean,
                       Stablehlo_FloatTensor:$variance,
                       Stablehlo_FloatTensor:$grad_output, F32Attr:$epsilon,
                       I64Attr:$feature_index);
  let results = (outs Stablehlo_FloatTensor:$grad_operand,
                      Stablehlo_FloatTensor:$grad_scale,
                      Stablehlo_FloatTensor:$grad_offset);
}

#endif // PLAIT_STABLEHLO_PRODUCT_OPS
