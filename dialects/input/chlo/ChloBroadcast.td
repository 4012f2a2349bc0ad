//===- ChloBroadcast.td - The chlo input dialect: broadcasting ops --------===//

#ifndef PLAIT_DIALECTS_INPUT_CHLO_CHLOBROADCAST
#define PLAIT_DIALECTS_INPUT_CHLO_CHLOBROADCAST

include "ChloBase.td"

class Chlo_BroadcastBase<string mnemonic> : Chlo_Op<mnemonic, [Pure]> {
  let hasVerifier = 1;
  code rule = [{
    The trailing dimensions of the operands are matched, as NumPy does; or
    `broadcast_dimensions` says which dimension of the larger operand each
    dimension of the smaller one is.

    Constraints:
    - (C1) `broadcast_dimensions` are increasing dimensions of the operand of
           larger rank, one per dimension of the other operand.
    - (C2) Matched dimensions are equal, or one of them is 1.
    - (C3) The result has the broadcast shape.
    - (C4) The element types fit the op.
  }];
}

class Chlo_BroadcastBinaryOp<string mnemonic, Type operands, string what,
                             Type result = operands>
    : Chlo_BroadcastBase<"broadcast_" # mnemonic> {
  let summary = what # ", broadcasting";
  let description = [{
    ```mlir
    %1 = chlo.broadcast_add %0, %s : (tensor<2x3xf32>, tensor<f32>)
      -> tensor<2x3xf32>
    ```
  }] # rule;
  let arguments = (ins operands:$lhs, operands:$rhs,
                       OptionalAttr<DenseI64ArrayAttr>:$broadcast_dimensions);
  let results = (outs result:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:`
    `(` type($lhs) `,` type($rhs) `)` `->` type($result)
  }];
}

def Chlo_BroadcastAddOp
    : Chlo_BroadcastBinaryOp<"add", Chlo_NumberTensor, "x + y">;
def Chlo_BroadcastAndOp
    : Chlo_BroadcastBinaryOp<"and", Chlo_IntTensor, "Bitwise and">;
def Chlo_BroadcastAtan2Op : Chlo_BroadcastBinaryOp<
    "atan2", Chlo_FloatOrComplexTensor, "Angle of (y, x)">;
def Chlo_BroadcastDivOp
    : Chlo_BroadcastBinaryOp<"divide", Chlo_NumberTensor, "x / y">;
def Chlo_BroadcastMaxOp
    : Chlo_BroadcastBinaryOp<"maximum", Chlo_NumberTensor, "Larger of x, y">;
def Chlo_BroadcastMinOp
    : Chlo_BroadcastBinaryOp<"minimum", Chlo_NumberTensor, "Smaller of x, y">;
def Chlo_BroadcastMulOp
    : Chlo_BroadcastBinaryOp<"multiply", Chlo_NumberTensor, "x y">;
def Chlo_BroadcastNextAfterOp : Chlo_BroadcastBinaryOp<
    "next_after", Chlo_FloatTensor, "The next value of x towards y">;
def Chlo_BroadcastOrOp
    : Chlo_BroadcastBinaryOp<"or", Chlo_IntTensor, "Bitwise or">;
def Chlo_BroadcastPolygammaOp : Chlo_BroadcastBinaryOp<
    "polygamma", Chlo_FloatTensor, "The n-th derivative of digamma at x">;
def Chlo_BroadcastPowOp
    : Chlo_BroadcastBinaryOp<"power", Chlo_NumberTensor, "x to the y">;
def Chlo_BroadcastRemOp
    : Chlo_BroadcastBinaryOp<"remainder", Chlo_NumberTensor, "Rest of x / y">;
def Chlo_BroadcastShiftLeftOp
    : Chlo_BroadcastBinaryOp<"shift_left", Chlo_IntTensor, "x << y">;
def Chlo_BroadcastShiftRightArithmeticOp : Chlo_BroadcastBinaryOp<
    "shift_right_arithmetic", Chlo_IntTensor, "x >> y, keeping the sign">;
def Chlo_BroadcastShiftRightLogicalOp : Chlo_BroadcastBinaryOp<
    "shift_right_logical", Chlo_IntTensor, "x >> y, filling zeros">;
def Chlo_BroadcastSubOp
    : Chlo_BroadcastBinaryOp<"subtract", Chlo_NumberTensor, "x - y">;
def Chlo_BroadcastXorOp
    : Chlo_BroadcastBinaryOp<"xor", Chlo_IntTensor, "Bitwise exclusive or">;
def Chlo_BroadcastZetaOp : Chlo_BroadcastBinaryOp<
    "zeta", Chlo_FloatTensor, "Hurwitz zeta function">;
def Chlo_BroadcastComplexOp : Chlo_BroadcastBinaryOp<
    "complex", Chlo_FloatTensor, "x + i y", Chlo_ComplexTensor>;

def Chlo_BroadcastCompareOp : Chlo_BroadcastBinaryOp<
    "compare", Chlo_NumberTensor, "Comparison", Chlo_BoolTensor> {
  let arguments = (ins Chlo_NumberTensor:$lhs, Chlo_NumberTensor:$rhs,
                       OptionalAttr<DenseI64ArrayAttr>:$broadcast_dimensions,
                       Chlo_ComparisonDirectionAttr:$comparison_direction,
                       OptionalAttr<Chlo_ComparisonTypeAttr>:$compare_type);
}

def Chlo_BroadcastSelectOp : Chlo_BroadcastBase<"broadcast_select"> {
  let summary = "Choice between x and y, broadcasting trailing dimensions";
  let description = rule;
  let arguments = (ins Chlo_BoolTensor:$pred, Chlo_NumberTensor:$on_true,
                       Chlo_NumberTensor:$on_false);
  let results = (outs Chlo_NumberTensor:$result);
  let assemblyFormat = [{
    $pred `,` $on_true `,` $on_false attr-dict `:` functional-type(operands, results)
  }];
}

#endif // PLAIT_DIALECTS_INPUT_CHLO_CHLOBROADCAST
