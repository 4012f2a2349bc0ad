//===- CollBase.td - The dialect -------------------------------*- tablegen -*-===//
#ifndef COLL_BASE
#define COLL_BASE

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/IR/SymbolInterfaces.td"
include "PlaitAttrs.td"

def Coll_Dialect : Dialect {
  let name = "coll";
  let cppNamespace = "::plait::coll";
  let summary = "SPMD collectives on local tensors and buffers";
  let description = [{See dialects/coll/README.md.}];
  let dependentDialects = ["::plait::PlaitDialect"];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
  }];
}

// The communicator, a resource of its own: every collective reads and writes it,
// so that no upstream pass merges, drops, sinks or hoists one.
def Coll_Communicator : Resource<"::plait::coll::Communicator">;

def Coll_SiteAttr : AttrDef<Coll_Dialect, "Site"> {
  let mnemonic = "site";
  let summary = "Which collective this is, who made it, and why";
  let description = [{
    `<3 partition "sum over data: gradient of ...">`: the site id, unique in the
    program; the origin, a stage or `user`; the reason, for people to read.
  }];
  let parameters = (ins "int64_t":$id, StringRefParameter<>:$origin,
                        StringRefParameter<>:$reason);
  let hasCustomAssemblyFormat = 1;
}

def Coll_RequestType : TypeDef<Coll_Dialect, "Request"> {
  let mnemonic = "request";
  let summary = "A collective in flight";
}

class Coll_Op<string mnemonic, list<Trait> traits = []>
    : Op<Coll_Dialect, mnemonic, traits>;

#endif // COLL_BASE
