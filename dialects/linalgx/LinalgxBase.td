//===- LinalgxBase.td - The dialect ----------------------------*- tablegen -*-===//
#ifndef LINALGX_BASE
#define LINALGX_BASE

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Linalgx_Dialect : Dialect {
  let name = "linalgx";
  let cppNamespace = "::plait::linalgx";
  let summary = "Structured ops that linalg lacks";
  let description = [{See dialects/linalgx/README.md.}];
  let useDefaultAttributePrinterParser = 1;
}

class Linalgx_Op<string mnemonic, list<Trait> traits = []>
    : Op<Linalgx_Dialect, mnemonic, traits>;

#endif // LINALGX_BASE
