//===- PlaitBase.td - The dialect ------------------------------*- tablegen -*-===//
#ifndef PLAIT_BASE
#define PLAIT_BASE

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"

def Plait_Dialect : Dialect {
  let name = "plait";
  let cppNamespace = "::plait";
  let summary = "Placement semantics: meshes, shardings, training states";
  let description = [{
    See dialects/plait/README.md. Declared attributes of functions, verified by
    the dialect:
    - on arguments and results: `plait.sharding`, a #plait.sharding;
      `plait.name`, the user's name; `plait.state`, a #plait.state;
      `plait.dtype`, NumPy's name of the element type where the signless type
      loses it ("uint32"); `plait.global`, the global type once types are local;
    - on arguments: `plait.alias = N : i64`, the result that replaces the
      argument (donation); `plait.gradient = {location = "train.py:12",
      sharding = ..., update = ..., type = f32}`, where the gradient of a
      parameter was found, how the placement stores it, how the update that
      reads it lies (if otherwise), its element type (if another), and over how
      many `micro_batches` a loop adds it up.
  }];
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
  }];
}

class Plait_Attr<string name, string mnemonic_, list<Trait> traits = []>
    : AttrDef<Plait_Dialect, name, traits> {
  let mnemonic = mnemonic_;
}

class Plait_Op<string mnemonic, list<Trait> traits = []>
    : Op<Plait_Dialect, mnemonic, traits>;

#endif // PLAIT_BASE
