//===- StablehloTypes.td - Tokens and futures -------------*- tablegen -*-===//
#ifndef PLAIT_STABLEHLO_TYPES
#define PLAIT_STABLEHLO_TYPES

include "StablehloBase.td"

class Stablehlo_Type<string name, string typeMnemonic>
    : TypeDef<Stablehlo_Dialect, name> {
  let mnemonic = typeMnemonic;
}

def Stablehlo_Token : Stablehlo_Type<"Token", "token"> {
  let summary = "orders ops that have effects on the host or other devices";
}

def Stablehlo_Future : Stablehlo_Type<"Future", "future"> {
  let summary = "what an asynchronous op will have produced";
  let parameters = (ins ArrayRefParameter<"::mlir::Type">:$types);
  let assemblyFormat = "`<` $types `>`";
}

def Stablehlo_TensorOrToken
    : AnyTypeOf<[Stablehlo_Tensor, Stablehlo_Token]>;
def Stablehlo_TensorTokenOrTuple
    : AnyTypeOf<[Stablehlo_Tensor, Stablehlo_Token, AnyTuple]>;

#endif // PLAIT_STABLEHLO_TYPES
