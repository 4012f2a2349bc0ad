//===- StablehloEnums.td - Enumerations of the dialect ----*- tablegen -*-===//
//
// Printed as `#stablehlo<precision HIGHEST>`, in an op's pretty form as the
// bare word.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_STABLEHLO_ENUMS
#define PLAIT_STABLEHLO_ENUMS

include "StablehloBase.td"
include "mlir/IR/EnumAttr.td"

class Stablehlo_Enum<string name, string summary, list<string> words>
    : I32Enum<name, summary,
              !foreach(i, !range(words),
                       I32EnumCase<words[i], i, words[i]>)> {
  let cppNamespace = "::plait::stablehlo";
}
class Stablehlo_EnumAttr<EnumInfo enum, string mnemonic>
    : EnumAttr<Stablehlo_Dialect, enum, mnemonic>;

def Stablehlo_Precision
    : Stablehlo_Enum<"Precision", "precision of one operand of a product",
                     ["DEFAULT", "HIGH", "HIGHEST"]>;
def Stablehlo_PrecisionAttr
    : Stablehlo_EnumAttr<Stablehlo_Precision, "precision">;
def Stablehlo_PrecisionConfigAttr
    : TypedArrayAttrBase<Stablehlo_PrecisionAttr, "array of precisions">;

def Stablehlo_ComparisonDirection
    : Stablehlo_Enum<"ComparisonDirection", "relation of a comparison",
                     ["EQ", "NE", "GE", "GT", "LE", "LT"]>;
def Stablehlo_ComparisonDirectionAttr
    : Stablehlo_EnumAttr<Stablehlo_ComparisonDirection, "comparison_direction">;

def Stablehlo_ComparisonType
    : Stablehlo_Enum<"ComparisonType", "order that a comparison uses",
                     ["NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"]>;
def Stablehlo_ComparisonTypeAttr
    : Stablehlo_EnumAttr<Stablehlo_ComparisonType, "comparison_type">;

def Stablehlo_FftType
    : Stablehlo_Enum<"FftType", "kind of a Fourier transform",
                     ["FFT", "IFFT", "RFFT", "IRFFT"]>;
def Stablehlo_FftTypeAttr : Stablehlo_EnumAttr<Stablehlo_FftType, "fft_type">;

def Stablehlo_Transpose
    : Stablehlo_Enum<"Transpose", "form of a triangular matrix",
                     ["TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE",
                      "ADJOINT"]>;
def Stablehlo_TransposeAttr
    : Stablehlo_EnumAttr<Stablehlo_Transpose, "transpose">;

def Stablehlo_RngAlgorithm
    : Stablehlo_Enum<"RngAlgorithm", "generator of random bits",
                     ["DEFAULT", "THREE_FRY", "PHILOX"]>;
def Stablehlo_RngAlgorithmAttr
    : Stablehlo_EnumAttr<Stablehlo_RngAlgorithm, "rng_algorithm">;

def Stablehlo_RngDistribution
    : Stablehlo_Enum<"RngDistribution", "distribution of random numbers",
                     ["UNIFORM", "NORMAL"]>;
def Stablehlo_RngDistributionAttr
    : Stablehlo_EnumAttr<Stablehlo_RngDistribution, "rng_distribution">;

def Stablehlo_ResultAccuracyMode
    : Stablehlo_Enum<"ResultAccuracyMode", "how the accuracy is asked for",
                     ["DEFAULT", "HIGHEST", "TOLERANCE"]>;
// The one enumeration that stands in angle brackets.
def Stablehlo_ResultAccuracyModeAttr
    : Stablehlo_EnumAttr<Stablehlo_ResultAccuracyMode, "result_accuracy_mode"> {
  let assemblyFormat = "`<` $value `>`";
}

#endif // PLAIT_STABLEHLO_ENUMS
