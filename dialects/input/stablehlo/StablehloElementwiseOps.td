//===- StablehloElementwiseOps.td - Elementwise ops -------*- tablegen -*-===//
//
// One class per shape of op (operands, element types, syntax), one line per
// op. A new op is a line here; its meaning stands in passes/import.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_STABLEHLO_ELEMENTWISE_OPS
#define PLAIT_STABLEHLO_ELEMENTWISE_OPS

include "StablehloAttrs.td"
include "StablehloBase.td"
include "StablehloEnums.td"

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

class Stablehlo_UnaryBase<string mnemonic, string what, TypeConstraint from,
                          TypeConstraint to, list<Trait> traits = []>
    : Stablehlo_Op<mnemonic, traits # [Pure, Elementwise,
                                       SameOperandsAndResultShape]> {
  let summary = what;
  let arguments = (ins from:$operand);
  let results = (outs to:$result);
  let assemblyFormat = "$operand" # Stablehlo_SameOrFunctional<
      "type($operand), type($result)">.tail;
}

/// The result has the operand's element type.
class Stablehlo_UnaryOp<string mnemonic, TypeConstraint tensor, string what>
    : Stablehlo_UnaryBase<mnemonic, what, tensor, tensor,
                          [SameOperandsAndResultElementType]>;

/// As above, with an accuracy that the producer may ask for.
class Stablehlo_AccurateOp<string mnemonic, string what>
    : Stablehlo_UnaryOp<mnemonic, Stablehlo_FloatOrComplexTensor, what> {
  let arguments = (ins Stablehlo_FloatOrComplexTensor:$operand,
                       OptionalAttr<Stablehlo_ResultAccuracyAttr>
                         :$result_accuracy);
}

def Stablehlo_CbrtOp : Stablehlo_AccurateOp<"cbrt", "Cube root">;
def Stablehlo_CosineOp : Stablehlo_AccurateOp<"cosine", "Cosine">;
def Stablehlo_ExponentialOp
    : Stablehlo_AccurateOp<"exponential", "e to the power of x">;
def Stablehlo_ExponentialMinusOneOp
    : Stablehlo_AccurateOp<"exponential_minus_one", "exp(x) - 1, exact at 0">;
def Stablehlo_LogOp : Stablehlo_AccurateOp<"log", "Natural logarithm">;
def Stablehlo_LogPlusOneOp
    : Stablehlo_AccurateOp<"log_plus_one", "log(1 + x), exact at 0">;
def Stablehlo_LogisticOp
    : Stablehlo_AccurateOp<"logistic", "1 / (1 + exp(-x))">;
def Stablehlo_RsqrtOp : Stablehlo_AccurateOp<"rsqrt", "1 / sqrt(x)">;
def Stablehlo_SineOp : Stablehlo_AccurateOp<"sine", "Sine">;
def Stablehlo_SqrtOp : Stablehlo_AccurateOp<"sqrt", "Square root">;
def Stablehlo_TanOp : Stablehlo_AccurateOp<"tan", "Tangent">;
def Stablehlo_TanhOp : Stablehlo_AccurateOp<"tanh", "Hyperbolic tangent">;

def Stablehlo_CeilOp
    : Stablehlo_UnaryOp<"ceil", Stablehlo_FloatTensor, "Rounds up">;
def Stablehlo_FloorOp
    : Stablehlo_UnaryOp<"floor", Stablehlo_FloatTensor, "Rounds down">;
def Stablehlo_RoundNearestAfzOp
    : Stablehlo_UnaryOp<"round_nearest_afz", Stablehlo_FloatTensor,
                        "Rounds to nearest, halves away from zero">;
def Stablehlo_RoundNearestEvenOp
    : Stablehlo_UnaryOp<"round_nearest_even", Stablehlo_FloatTensor,
                        "Rounds to nearest, halves to even">;
def Stablehlo_NegateOp
    : Stablehlo_UnaryOp<"negate", Stablehlo_NumberTensor, "Minus x">;
def Stablehlo_SignOp
    : Stablehlo_UnaryOp<"sign", Stablehlo_NumberTensor,
                        "-1, 0 or 1; x / abs(x) of a complex number">;
def Stablehlo_NotOp
    : Stablehlo_UnaryOp<"not", Stablehlo_IntTensor,
                        "Flips every bit; logical not of i1">;
def Stablehlo_PopcntOp
    : Stablehlo_UnaryOp<"popcnt", Stablehlo_NumericIntTensor,
                        "Counts bits that are set">;
def Stablehlo_CountLeadingZerosOp
    : Stablehlo_UnaryOp<"count_leading_zeros", Stablehlo_NumericIntTensor,
                        "Counts zero bits from the top of the type's width">;

def Stablehlo_AbsOp
    : Stablehlo_UnaryBase<"abs", "Absolute value", Stablehlo_NumberTensor,
                          Stablehlo_RealTensor> {
  let description = [{
    Constraints:
    - (C1) The result's element type is the operand's; its part's if complex.
  }];
  let hasVerifier = 1;
}
def Stablehlo_ConvertOp
    : Stablehlo_UnaryBase<"convert", "Converts each element to another type",
                          Stablehlo_Tensor, Stablehlo_Tensor>;
def Stablehlo_IsFiniteOp
    : Stablehlo_UnaryBase<"is_finite", "Neither infinite nor NaN",
                          Stablehlo_FloatTensor, Stablehlo_PredTensor>;

class Stablehlo_PartOp<string mnemonic, string what>
    : Stablehlo_UnaryBase<mnemonic, what, Stablehlo_FloatOrComplexTensor,
                          Stablehlo_FloatTensor> {
  let description = [{
    Constraints:
    - (C1) The result's element type is the operand's; its part's if complex.
  }];
  let hasVerifier = 1;
}
def Stablehlo_RealOp : Stablehlo_PartOp<"real", "Real part">;
def Stablehlo_ImagOp : Stablehlo_PartOp<"imag", "Imaginary part">;

def Stablehlo_ReducePrecisionOp
    : Stablehlo_UnaryOp<"reduce_precision", Stablehlo_FloatTensor,
                        "Rounds to a narrower format and back"> {
  let description = [{
    Constraints:
    - (C1) `exponent_bits` is at least 1.
    - (C2) `mantissa_bits` is at least 0.

    Example:
    ```mlir
    %0 = stablehlo.reduce_precision %a, format = e5m10 : tensor<2x3xf32>
    ```
  }];
  let arguments = (ins Stablehlo_FloatTensor:$operand,
                       I32Attr:$exponent_bits, I32Attr:$mantissa_bits);
  let assemblyFormat = "$operand `,` `format` `=`"
      # " custom<ExponentMantissa>($exponent_bits, $mantissa_bits)"
      # Stablehlo_SameOrFunctional<"type($operand), type($result)">.tail;
  let hasVerifier = 1;
}

// Not elementwise, though it looks so: the width may add or eat a dimension.
def Stablehlo_BitcastConvertOp : Stablehlo_Op<"bitcast_convert", [Pure]> {
  let summary = "Reads the same bits as another type";
  let description = [{
    Constraints:
    - (C1) With equal widths the shapes are equal; from wide to narrow the
      result has one more dimension, of size wide / narrow, last; from narrow
      to wide the operand has it.
    - (C2) Only both or none of the types are complex.
  }];
  let arguments = (ins Stablehlo_Tensor:$operand);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = "$operand" # Stablehlo_Functional<>.tail;
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Two operands
//===----------------------------------------------------------------------===//

class Stablehlo_BinaryOp<string mnemonic, TypeConstraint tensor, string what,
                         list<Trait> traits = []>
    : Stablehlo_Op<mnemonic, traits # [Pure, Elementwise,
                                       SameOperandsAndResultShape,
                                       SameOperandsAndResultElementType]> {
  let summary = what;
  let arguments = (ins tensor:$lhs, tensor:$rhs);
  let results = (outs tensor:$result);
  let assemblyFormat = "$lhs `,` $rhs" # Stablehlo_SameOrFunctional<
      "type($lhs), type($rhs), type($result)">.tail;
}
class Stablehlo_CommutativeOp<string mnemonic, TypeConstraint tensor,
                              string what>
    : Stablehlo_BinaryOp<mnemonic, tensor, what, [Commutative]>;

def Stablehlo_AddOp
    : Stablehlo_CommutativeOp<"add", Stablehlo_Tensor, "Sum; or of i1">;
def Stablehlo_MultiplyOp
    : Stablehlo_CommutativeOp<"multiply", Stablehlo_Tensor,
                              "Product; and of i1">;
def Stablehlo_MaximumOp
    : Stablehlo_CommutativeOp<"maximum", Stablehlo_Tensor,
                              "Larger one; NaN wins">;
def Stablehlo_MinimumOp
    : Stablehlo_CommutativeOp<"minimum", Stablehlo_Tensor,
                              "Smaller one; NaN wins">;
def Stablehlo_AndOp
    : Stablehlo_CommutativeOp<"and", Stablehlo_IntTensor, "Bitwise and">;
def Stablehlo_OrOp
    : Stablehlo_CommutativeOp<"or", Stablehlo_IntTensor, "Bitwise or">;
def Stablehlo_XorOp
    : Stablehlo_CommutativeOp<"xor", Stablehlo_IntTensor, "Bitwise xor">;

def Stablehlo_SubtractOp
    : Stablehlo_BinaryOp<"subtract", Stablehlo_NumberTensor, "Difference">;
def Stablehlo_DivideOp
    : Stablehlo_BinaryOp<"divide", Stablehlo_NumberTensor,
                         "Quotient; of integers toward zero">;
def Stablehlo_RemainderOp
    : Stablehlo_BinaryOp<"remainder", Stablehlo_NumberTensor,
                         "Remainder with the sign of the dividend">;
def Stablehlo_PowerOp
    : Stablehlo_BinaryOp<"power", Stablehlo_NumberTensor,
                         "lhs to the power of rhs">;
def Stablehlo_Atan2Op
    : Stablehlo_BinaryOp<"atan2", Stablehlo_FloatOrComplexTensor,
                         "Angle of the point (rhs, lhs)">;
def Stablehlo_ShiftLeftOp
    : Stablehlo_BinaryOp<"shift_left", Stablehlo_NumericIntTensor,
                         "Shifts left; 0 from the type's width on">;
def Stablehlo_ShiftRightArithmeticOp
    : Stablehlo_BinaryOp<"shift_right_arithmetic", Stablehlo_NumericIntTensor,
                         "Shifts right, filling with the sign">;
def Stablehlo_ShiftRightLogicalOp
    : Stablehlo_BinaryOp<"shift_right_logical", Stablehlo_NumericIntTensor,
                         "Shifts right, filling with zeros">;

def Stablehlo_ComplexOp
    : Stablehlo_Op<"complex", [Pure, Elementwise, SameOperandsElementType,
                               SameOperandsAndResultShape]> {
  let summary = "Complex number of a real and an imaginary part";
  let description = [{
    Constraints:
    - (C1) The operands have the element type of the result's parts.
  }];
  let arguments = (ins Stablehlo_FloatTensor:$lhs, Stablehlo_FloatTensor:$rhs);
  let results = (outs Stablehlo_ComplexTensor:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:`"
      # " custom<ComplexType>(type($lhs), type($rhs), type($result))";
  let hasVerifier = 1;
}

def Stablehlo_CompareOp
    : Stablehlo_Op<"compare", [Pure, Elementwise, SameOperandsElementType,
                               SameOperandsAndResultShape]> {
  let summary = "Compares two tensors element by element";
  let description = [{
    Without `compare_type` (or with NOTYPE) floats compare as FLOAT, signless
    integers as SIGNED, ui* and i1 as UNSIGNED.

    Constraints:
    - (C1) `compare_type` fits the element type: FLOAT or TOTALORDER for
      floats, FLOAT for complex, SIGNED or UNSIGNED for integers.

    Example:
    ```mlir
    %0 = stablehlo.compare LT, %a, %b, TOTALORDER
      : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$lhs, Stablehlo_Tensor:$rhs,
                       Stablehlo_ComparisonDirectionAttr:$comparison_direction,
                       OptionalAttr<Stablehlo_ComparisonTypeAttr>
                         :$compare_type);
  let results = (outs Stablehlo_PredTensor:$result);
  let assemblyFormat = "custom<Word>($comparison_direction) `,` $lhs `,` $rhs"
      # " (`,` custom<Word>($compare_type)^)?" # Stablehlo_Functional<>.tail;
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Three operands and more
//===----------------------------------------------------------------------===//

def Stablehlo_SelectOp : Stablehlo_Op<"select", [Pure]> {
  let summary = "Chooses between two tensors, element by element or as a whole";
  let description = [{
    Constraints:
    - (C1) `pred` is a scalar or has the shape of the result.
    - (C2) `on_true`, `on_false` and the result have compatible types.

    Example:
    ```mlir
    %0 = stablehlo.select %p, %a, %b : tensor<2xi1>, tensor<2xf32>
    ```
  }];
  let arguments = (ins Stablehlo_PredTensor:$pred, Stablehlo_Tensor:$on_true,
                       Stablehlo_Tensor:$on_false);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = "$pred `,` $on_true `,` $on_false attr-dict `:`"
      # " custom<SelectType>(type($pred), type($on_true), type($on_false),"
      # " type($result))";
  let hasVerifier = 1;
}

def Stablehlo_ClampOp
    : Stablehlo_Op<"clamp", [Pure, SameOperandsAndResultElementType]> {
  let summary = "min(max(operand, min), max)";
  let description = [{
    Constraints:
    - (C1) `min` is a scalar or has the shape of `operand`.
    - (C2) `max` is a scalar or has the shape of `operand`.
    - (C3) The result has the shape of `operand`.
  }];
  let arguments = (ins Stablehlo_Tensor:$min, Stablehlo_Tensor:$operand,
                       Stablehlo_Tensor:$max);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = "$min `,` $operand `,` $max"
      # Stablehlo_SameOrFunctional<
          "type($min), type($operand), type($max), type($result)">.tail;
  let hasVerifier = 1;
}

def Stablehlo_MapOp
    : Stablehlo_RegionOp<"map", [SingleBlock, SameOperandsAndResultShape]> {
  let summary = "Applies a scalar function to every element";
  let description = [{
    Constraints:
    - (C1) `dimensions` is [0, 1, ..., rank - 1].
    - (C2) The body takes one scalar per input, of its element type, and
      returns one scalar of the result's element type.
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs,
                       DenseI64ArrayAttr:$dimensions);
  let regions = (region SizedRegion<1>:$computation);
  let results = (outs Stablehlo_Tensor:$result);
  let hasVerifier = 1;
}

#endif // PLAIT_STABLEHLO_ELEMENTWISE_OPS
