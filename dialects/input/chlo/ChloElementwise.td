//===- ChloElementwise.td - The chlo input dialect: elementwise ops -------===//

#ifndef PLAIT_DIALECTS_INPUT_CHLO_CHLOELEMENTWISE
#define PLAIT_DIALECTS_INPUT_CHLO_CHLOELEMENTWISE

include "ChloBase.td"

//===----------------------------------------------------------------------===//
// One operand: chlo.erf %x : tensor<2xf32> -> tensor<2xf32>
//===----------------------------------------------------------------------===//

class Chlo_UnaryOp<string mnemonic, Type type, string what,
                   list<Trait> traits = [SameOperandsAndResultType]>
    : Chlo_Op<mnemonic, !listconcat([Pure], traits)> {
  let summary = what # ", element by element";
  let arguments = (ins type:$operand);
  let results = (outs type:$result);
  let assemblyFormat =
      "$operand attr-dict `:` type($operand) `->` type($result)";
}

def Chlo_AcosOp
    : Chlo_UnaryOp<"acos", Chlo_FloatOrComplexTensor, "Arc cosine">;
def Chlo_AcoshOp : Chlo_UnaryOp<"acosh", Chlo_FloatOrComplexTensor,
                                "Inverse hyperbolic cosine">;
def Chlo_AsinOp : Chlo_UnaryOp<"asin", Chlo_FloatOrComplexTensor, "Arc sine">;
def Chlo_AsinhOp : Chlo_UnaryOp<"asinh", Chlo_FloatOrComplexTensor,
                                "Inverse hyperbolic sine">;
def Chlo_AtanOp
    : Chlo_UnaryOp<"atan", Chlo_FloatOrComplexTensor, "Arc tangent">;
def Chlo_AtanhOp : Chlo_UnaryOp<"atanh", Chlo_FloatOrComplexTensor,
                                "Inverse hyperbolic tangent">;
def Chlo_BesselI1eOp : Chlo_UnaryOp<"bessel_i1e", Chlo_FloatTensor,
                                    "exp(-|x|) I1(x)">;
def Chlo_ConjOp : Chlo_UnaryOp<"conj", Chlo_NumberTensor, "Conjugate">;
def Chlo_CoshOp
    : Chlo_UnaryOp<"cosh", Chlo_FloatOrComplexTensor, "Hyperbolic cosine">;
def Chlo_DigammaOp : Chlo_UnaryOp<"digamma", Chlo_FloatTensor,
                                  "Derivative of lgamma">;
def Chlo_ErfOp : Chlo_UnaryOp<"erf", Chlo_FloatTensor, "Error function">;
def Chlo_ErfInvOp
    : Chlo_UnaryOp<"erf_inv", Chlo_FloatTensor, "Inverse of erf">;
def Chlo_ErfcOp : Chlo_UnaryOp<"erfc", Chlo_FloatTensor, "1 - erf(x)">;
def Chlo_LgammaOp : Chlo_UnaryOp<"lgamma", Chlo_FloatTensor,
                                 "Logarithm of the absolute gamma function">;
def Chlo_SinhOp
    : Chlo_UnaryOp<"sinh", Chlo_FloatOrComplexTensor, "Hyperbolic sine">;
def Chlo_SquareOp : Chlo_UnaryOp<"square", Chlo_NumberTensor, "x x">;
def Chlo_TanOp : Chlo_UnaryOp<"tan", Chlo_FloatOrComplexTensor, "Tangent">;
// What asin and acos of a complex number have in common.
def Chlo_AsinAcosKernelOp : Chlo_UnaryOp<"_asin_acos_kernel",
    Chlo_ComplexTensor, "The part that complex asin and acos share">;

class Chlo_PredicateOp<string mnemonic, string what>
    : Chlo_UnaryOp<mnemonic, Chlo_FloatTensor, what,
                   [SameOperandsAndResultShape]> {
  let results = (outs Chlo_BoolTensor:$result);
}

def Chlo_IsInfOp : Chlo_PredicateOp<"is_inf", "Is x infinite">;
def Chlo_IsNegInfOp : Chlo_PredicateOp<"is_neg_inf", "Is x -infinity">;
def Chlo_IsPosInfOp : Chlo_PredicateOp<"is_pos_inf", "Is x +infinity">;

//===----------------------------------------------------------------------===//
// Two operands: chlo.zeta %x, %q : tensor<2xf32>, tensor<2xf32> -> ...
//===----------------------------------------------------------------------===//

class Chlo_BinaryOp<string mnemonic, Type type, string what>
    : Chlo_Op<mnemonic, [Pure, SameOperandsAndResultType]> {
  let summary = what # ", element by element";
  let arguments = (ins type:$lhs, type:$rhs);
  let results = (outs type:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)
  }];
}

def Chlo_MulhiOp
    : Chlo_BinaryOp<"mulhi", Chlo_IntTensor, "High half of the product">;
def Chlo_NextAfterOp : Chlo_BinaryOp<"next_after", Chlo_FloatTensor,
                                     "The next value of x towards y">;
def Chlo_PolygammaOp : Chlo_BinaryOp<"polygamma", Chlo_FloatTensor,
                                     "The n-th derivative of digamma at x">;
def Chlo_ZetaOp
    : Chlo_BinaryOp<"zeta", Chlo_FloatTensor, "Hurwitz zeta function">;

#endif // PLAIT_DIALECTS_INPUT_CHLO_CHLOELEMENTWISE
