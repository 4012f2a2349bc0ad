//===- PlaitInterfaces.td - Sharding rules ---------------------*- tablegen -*-===//
#ifndef PLAIT_INTERFACES
#define PLAIT_INTERFACES

include "mlir/IR/OpBase.td"

def ShardingRuleOpInterface : OpInterface<"ShardingRuleOpInterface"> {
  let cppNamespace = "::plait";
  let description = [{
    Gives the factors of an op (include/plait/sharding/ShardingRule.h). Models
    for upstream ops are external, in lib/analysis.
  }];
  let methods = [
    InterfaceMethod<"The op's rule, from global shapes.", "::plait::ShardingRule",
                    "getShardingRule">
  ];
}

#endif // PLAIT_INTERFACES
