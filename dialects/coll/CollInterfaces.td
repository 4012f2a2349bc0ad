//===- CollInterfaces.td - What all collectives share ----------*- tablegen -*-===//
#ifndef COLL_INTERFACES
#define COLL_INTERFACES

include "mlir/IR/OpBase.td"

def CollectiveOpInterface : OpInterface<"CollectiveOpInterface"> {
  let cppNamespace = "::plait::coll";
  let description = [{One collective, blocking or started.}];
  let methods = [
    InterfaceMethod<"As the report spells it: all_reduce, all_gather, reduce_scatter, all_to_all, collective_permute, broadcast.",
      "::llvm::StringRef", "getKind">,
    InterfaceMethod<"Whether this is a start form.", "bool", "isStart">,
    InterfaceMethod<"The site.", "::plait::coll::SiteAttr", "getCollectiveSite">,
    InterfaceMethod<"The group's axes.", "::plait::AxesAttr", "getCollectiveGroup">,
    InterfaceMethod<"The operand.", "::mlir::Value", "getCollectiveOperand">,
    InterfaceMethod<"The destination, or null.", "::mlir::Value", "getCollectiveDestination">,
    InterfaceMethod<"The type of what it gives (tensor or memref).",
      "::mlir::ShapedType", "getCollectiveResultType">,
  ];
}

#endif // COLL_INTERFACES
