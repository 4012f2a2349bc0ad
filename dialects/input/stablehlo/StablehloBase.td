//===- StablehloBase.td - Dialect, tensor constraints -----*- tablegen -*-===//
//
// What every op family of the dialect uses: the dialect itself, the tensors
// that its ops accept, and the base class of its ops.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_STABLEHLO_BASE
#define PLAIT_STABLEHLO_BASE

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Stablehlo_Dialect : Dialect {
  let name = "stablehlo";
  let cppNamespace = "::plait::stablehlo";
  let summary = "StableHLO as JAX and other producers print it: input only";
  let description = [{
    Written from the public StableHLO specification so that Plait reads what
    others export, in pretty or generic form, and prints it back. Nothing after
    the `import` stage may contain its ops.
  }];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let extraClassDeclaration = [{
  private:
    void registerOps();
    void registerAttributes();
    void registerTypes();

  public:
  }];
}

//===----------------------------------------------------------------------===//
// Tensors. Signless integers are signed; i1 is the boolean.
//===----------------------------------------------------------------------===//

def Stablehlo_NotBool
    : Type<And<[AnyInteger.predicate, Neg<I1.predicate>]>,
           "integer other than i1", "::mlir::IntegerType">;

def Stablehlo_Tensor
    : RankedTensorOf<[AnyFloat, AnyInteger, Index, AnyComplex]>;
def Stablehlo_NumberTensor
    : RankedTensorOf<[AnyFloat, Stablehlo_NotBool, AnyComplex]>;
def Stablehlo_FloatTensor : RankedTensorOf<[AnyFloat]>;
def Stablehlo_IntTensor : RankedTensorOf<[AnyInteger]>;
def Stablehlo_NumericIntTensor : RankedTensorOf<[Stablehlo_NotBool]>;
def Stablehlo_PredTensor : RankedTensorOf<[I1]>;
def Stablehlo_ComplexTensor : RankedTensorOf<[AnyComplex]>;
def Stablehlo_FloatOrComplexTensor : RankedTensorOf<[AnyFloat, AnyComplex]>;
def Stablehlo_RealTensor : RankedTensorOf<[AnyFloat, Stablehlo_NotBool]>;

def Stablehlo_ScalarInt
    : RankedTensorOf<[AnyInteger], [HasAnyRankOfPred<[0]>], "0D tensor">;
def Stablehlo_ScalarPred
    : RankedTensorOf<[I1], [HasAnyRankOfPred<[0]>], "0D tensor">;
/// Sizes, strides and paddings of the dynamic ops.
def Stablehlo_ShapeTensor
    : RankedTensorOf<[AnyInteger, Index], [HasAnyRankOfPred<[1]>],
                     "1D tensor">;

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

class Stablehlo_Op<string mnemonic, list<Trait> traits = []>
    : Op<Stablehlo_Dialect, mnemonic, traits>;

/// A region op whose effects are those of its body: dead ones can go, and
/// equal ones can be merged, when the body has none.
class Stablehlo_RegionOp<string mnemonic, list<Trait> traits = []>
    : Stablehlo_Op<mnemonic, traits # [RecursiveMemoryEffects,
                                       RecursivelySpeculatable]>;

/// Names its results as JAX does, so that texts can be compared.
def Stablehlo_NamesResults
    : DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>;

/// `: T` where all types are equal, else `: (T1, T2) -> R`.
class Stablehlo_SameOrFunctional<string types> {
  string tail = " attr-dict `:` custom<SameOrFunctionalType>(" # types # ")";
}

/// `: (T1, T2) -> R`.
class Stablehlo_Functional {
  string tail = " attr-dict `:` functional-type(operands, results)";
}

#endif // PLAIT_STABLEHLO_BASE
