//===- SdyBase.td - The sdy input dialect: dialect and enums --------------===//

#ifndef PLAIT_DIALECTS_INPUT_SDY_SDYBASE
#define PLAIT_DIALECTS_INPUT_SDY_SDYBASE

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"

def Sdy_Dialect : Dialect {
  let name = "sdy";
  let cppNamespace = "::plait::sdy";
  let summary = "Shardings by named mesh axes, as JAX exports them; input only";
  let description = [{
    Written from the public description of Shardy, to read what JAX prints.
    Nothing after the `import` stage contains it.

    Two discardable attributes may stand on any op: `sdy.sharding`, one
    sharding per result (on arguments and results of functions a single one),
    and `sdy.sharding_rule`. They are verified whenever the IR is: the mesh
    exists, the rank is the tensor's, every axis exists, fits and is used once.
  }];
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
  }];
}

class Sdy_Op<string mnemonic, list<Trait> traits = []>
    : Op<Sdy_Dialect, mnemonic, traits>;

class Sdy_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<Sdy_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
  let hasCustomAssemblyFormat = 1;
}

def Sdy_PropagationDirection
    : I32EnumAttr<"PropagationDirection", "where a sharding may flow", [
        I32EnumAttrCase<"NONE", 0>, I32EnumAttrCase<"FORWARD", 1>,
        I32EnumAttrCase<"BACKWARD", 2>, I32EnumAttrCase<"BOTH", 3>]> {
  let cppNamespace = "::plait::sdy";
}

def Sdy_ReductionKind
    : I32EnumAttr<"ReductionKind", "how the parts of an unreduced value join", [
        I32EnumAttrCase<"SUM", 0, "sum">, I32EnumAttrCase<"MAX", 1, "max">,
        I32EnumAttrCase<"MIN", 2, "min">]> {
  let cppNamespace = "::plait::sdy";
}

#endif // PLAIT_DIALECTS_INPUT_SDY_SDYBASE
