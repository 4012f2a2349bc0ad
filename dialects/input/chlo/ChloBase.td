//===- ChloBase.td - The chlo input dialect: dialect, enums, types --------===//

#ifndef PLAIT_DIALECTS_INPUT_CHLO_CHLOBASE
#define PLAIT_DIALECTS_INPUT_CHLO_CHLOBASE

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Chlo_Dialect : Dialect {
  let name = "chlo";
  let cppNamespace = "::plait::chlo";
  let summary = "Ops above StableHLO that JAX exports undecomposed; input only";
  let description = [{
    Written from the public description of CHLO, to read what JAX prints.
    Nothing after the `import` stage contains it.
  }];
  let useDefaultAttributePrinterParser = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
  }];
}

class Chlo_Op<string mnemonic, list<Trait> traits = []>
    : Op<Chlo_Dialect, mnemonic, traits>;

//===----------------------------------------------------------------------===//
// Enums
//===----------------------------------------------------------------------===//

class Chlo_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::plait::chlo";
  let genSpecializedAttr = 0;
}

def Chlo_ComparisonDirection
    : Chlo_Enum<"ComparisonDirection", "which comparison", [
        I32EnumAttrCase<"EQ", 0>, I32EnumAttrCase<"NE", 1>,
        I32EnumAttrCase<"GE", 2>, I32EnumAttrCase<"GT", 3>,
        I32EnumAttrCase<"LE", 4>, I32EnumAttrCase<"LT", 5>]>;

// NOTYPE goes by the element type.
def Chlo_ComparisonType : Chlo_Enum<"ComparisonType", "how values are read", [
    I32EnumAttrCase<"NOTYPE", 0>, I32EnumAttrCase<"FLOAT", 1>,
    I32EnumAttrCase<"TOTALORDER", 2>, I32EnumAttrCase<"SIGNED", 3>,
    I32EnumAttrCase<"UNSIGNED", 4>]>;

def Chlo_Precision : Chlo_Enum<"Precision", "of a product's operands", [
    I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"HIGH", 1>,
    I32EnumAttrCase<"HIGHEST", 2>]>;

def Chlo_ComparisonDirectionAttr
    : EnumAttr<Chlo_Dialect, Chlo_ComparisonDirection, "comparison_direction">;
def Chlo_ComparisonTypeAttr
    : EnumAttr<Chlo_Dialect, Chlo_ComparisonType, "comparison_type">;
def Chlo_PrecisionAttr : EnumAttr<Chlo_Dialect, Chlo_Precision, "precision">;
def Chlo_PrecisionConfigAttr
    : TypedArrayAttrBase<Chlo_PrecisionAttr, "array of precisions">;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

def Chlo_Int : AnyTypeOf<[AnySignlessInteger, AnyUnsignedInteger],
                         "integer or boolean">;
def Chlo_FloatTensor : RankedTensorOf<[AnyFloat]>;
def Chlo_ComplexTensor : RankedTensorOf<[AnyComplex]>;
def Chlo_FloatOrComplexTensor : RankedTensorOf<[AnyFloat, AnyComplex]>;
def Chlo_IntTensor : RankedTensorOf<[Chlo_Int]>;
def Chlo_NumberTensor : RankedTensorOf<[Chlo_Int, AnyFloat, AnyComplex]>;
def Chlo_IntOrFloatTensor : RankedTensorOf<[Chlo_Int, AnyFloat]>;
def Chlo_BoolTensor : RankedTensorOf<[I1]>;

#endif // PLAIT_DIALECTS_INPUT_CHLO_CHLOBASE
