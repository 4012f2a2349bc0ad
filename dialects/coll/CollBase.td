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

def Coll_RelocationAttr : AttrDef<Coll_Dialect, "Relocation"> {
  let mnemonic = "relocation";
  let summary = "Which elements of which sources devices hold of a dimension";
  let description = [{
    The fields of `plait::Relocation` (plait/sharding/Relocation.h), each piece
    as `positions of source at offset step scale`:
    `<shards = 4, extent = 16, hop = 4, width = 4, sources = [16],
      pieces = [0 to 1 of 0 at 15 step 1, 1 to 16 of 0 at 0 step 1]>`.
    Where a device's positions are not `hop` times its number on, `starts` and
    `counts` say which they are, per device.
  }];
  let parameters = (ins "int64_t":$shards, "int64_t":$extent, "int64_t":$hop,
                        "int64_t":$width,
                        ArrayRefParameter<"int64_t">:$sources,
                        ArrayRefParameter<"::plait::Piece">:$pieces,
                        ArrayRefParameter<"int64_t">:$starts,
                        ArrayRefParameter<"int64_t">:$counts);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    static RelocationAttr get(::mlir::MLIRContext *context,
                              const ::plait::Relocation &relocation);
    ::plait::Relocation toValue() const;
  }];
}

def Coll_RequestType : TypeDef<Coll_Dialect, "Request"> {
  let mnemonic = "request";
  let summary = "A collective in flight";
}

class Coll_Op<string mnemonic, list<Trait> traits = []>
    : Op<Coll_Dialect, mnemonic, traits>;

#endif // COLL_BASE
