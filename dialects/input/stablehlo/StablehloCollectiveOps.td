//===- StablehloCollectiveOps.td - Ops between devices ----*- tablegen -*-===//
//
// The collectives declare no effects, so nothing merges, moves or drops them:
// every device has to run the same ones in the same order.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_STABLEHLO_COLLECTIVE_OPS
#define PLAIT_STABLEHLO_COLLECTIVE_OPS

include "StablehloAttrs.td"
include "StablehloBase.td"
include "StablehloTypes.td"

class Stablehlo_CollectiveOp<string mnemonic, list<Trait> traits = []>
    : Stablehlo_Op<mnemonic, traits> {
  let hasVerifier = 1;
}

def Stablehlo_AllReduceOp
    : Stablehlo_CollectiveOp<"all_reduce", [SingleBlock]> {
  let summary = "Gives every device of a group the combined tensor";
  let description = [{
    Constraints:
    - (C1) `replica_groups` are rows of different devices, -1 at a row's end.
    - (C2) `use_global_device_ids` needs a positive channel handle.
    - (C3) The body takes two scalars and returns one, of the operands'
      element types.
    - (C4) The results have the shapes of the operands.
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$operands,
                       Stablehlo_ReplicaGroupsAttr:$replica_groups,
                       OptionalAttr<Stablehlo_ChannelHandleAttr>
                         :$channel_handle,
                       UnitAttr:$use_global_device_ids);
  let regions = (region SizedRegion<1>:$computation);
  let results = (outs Variadic<Stablehlo_Tensor>);
}

def Stablehlo_AllGatherOp : Stablehlo_CollectiveOp<"all_gather"> {
  let summary = "Joins the tensors of a group along a dimension";
  let description = [{
    Constraints:
    - (C1) `replica_groups` are rows of different devices, -1 at a row's end.
    - (C2) `use_global_device_ids` needs a positive channel handle.
    - (C3) `all_gather_dim` is a dimension of the operands.
    - (C4) The results are the operands, `all_gather_dim` times the group size.
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$operands,
                       I64Attr:$all_gather_dim,
                       Stablehlo_ReplicaGroupsAttr:$replica_groups,
                       OptionalAttr<Stablehlo_ChannelHandleAttr>
                         :$channel_handle,
                       UnitAttr:$use_global_device_ids);
  let results = (outs Variadic<Stablehlo_Tensor>);
}

def Stablehlo_ReduceScatterOp
    : Stablehlo_CollectiveOp<"reduce_scatter", [SingleBlock]> {
  let summary = "Combines the tensors of a group and gives each device a part";
  let description = [{
    Constraints:
    - (C1) `replica_groups` are rows of different devices, -1 at a row's end.
    - (C2) `use_global_device_ids` needs a positive channel handle.
    - (C3) `scatter_dimension` is a dimension of the operand.
    - (C4) The body takes two scalars and returns one, of the operand's
      element type.
    - (C5) The result is the operand, `scatter_dimension` divided by the group
      size.
  }];
  let arguments = (ins Stablehlo_Tensor:$operand, I64Attr:$scatter_dimension,
                       Stablehlo_ReplicaGroupsAttr:$replica_groups,
                       OptionalAttr<Stablehlo_ChannelHandleAttr>
                         :$channel_handle,
                       UnitAttr:$use_global_device_ids);
  let regions = (region SizedRegion<1>:$computation);
  let results = (outs Stablehlo_Tensor:$result);
}

def Stablehlo_AllToAllOp : Stablehlo_CollectiveOp<"all_to_all"> {
  let summary = "Splits along a dimension, exchanges, joins along another";
  let description = [{
    Constraints:
    - (C1) `replica_groups` are rows of different devices, -1 at a row's end.
    - (C2) `split_dimension` and `concat_dimension` are dimensions.
    - (C3) `split_count` is positive and divides `split_dimension`.
    - (C4) `split_count` is the size of the groups.
    - (C5) The results have `split_dimension` divided and `concat_dimension`
      multiplied by it.
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$operands,
                       I64Attr:$split_dimension, I64Attr:$concat_dimension,
                       I64Attr:$split_count,
                       Stablehlo_ReplicaGroupsAttr:$replica_groups,
                       OptionalAttr<Stablehlo_ChannelHandleAttr>
                         :$channel_handle);
  let results = (outs Variadic<Stablehlo_Tensor>);
}

def Stablehlo_CollectivePermuteOp : Stablehlo_CollectiveOp<"collective_permute",
    [SameOperandsAndResultShape, SameOperandsAndResultElementType]> {
  let summary = "Sends from source to target; who gets nothing gets zeros";
  let description = [{
    Constraints:
    - (C1) `source_target_pairs` are pairs, not negative, each source and each
      target in one pair only.
  }];
  let arguments = (ins Stablehlo_Tensor:$operand,
                       I64ElementsAttr:$source_target_pairs,
                       OptionalAttr<Stablehlo_ChannelHandleAttr>
                         :$channel_handle);
  let results = (outs Stablehlo_Tensor:$result);
}

def Stablehlo_CollectiveBroadcastOp
    : Stablehlo_CollectiveOp<"collective_broadcast",
          [SameOperandsAndResultShape, SameOperandsAndResultElementType]> {
  let summary = "Gives every device of a group the first one's tensor";
  let description = [{
    Constraints:
    - (C1) `replica_groups` are rows of different devices, -1 at a row's end.
  }];
  let arguments = (ins Stablehlo_Tensor:$operand,
                       Stablehlo_ReplicaGroupsAttr:$replica_groups,
                       OptionalAttr<Stablehlo_ChannelHandleAttr>
                         :$channel_handle);
  let results = (outs Stablehlo_Tensor:$result);
}

def Stablehlo_CrossReplicaSumOp : Stablehlo_CollectiveOp<"cross-replica-sum",
    [SameOperandsAndResultShape, SameOperandsAndResultElementType]> {
  let summary = "Sum over the replicas of a group (older producers)";
  let description = [{
    Constraints:
    - (C1) `replica_groups` are rows of different devices, -1 at a row's end.
  }];
  let arguments = (ins Stablehlo_Tensor:$operand,
                       Stablehlo_ReplicaGroupsAttr:$replica_groups);
  let results = (outs Stablehlo_Tensor:$result);
}

class Stablehlo_DeviceNumberOp<string mnemonic, string what>
    : Stablehlo_Op<mnemonic, [Pure]> {
  let summary = what;
  let results = (outs RankedTensorOf<[UI32], [HasAnyRankOfPred<[0]>],
                                     "0D tensor">:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}
def Stablehlo_PartitionIdOp
    : Stablehlo_DeviceNumberOp<"partition_id", "Number of the partition">;
def Stablehlo_ReplicaIdOp
    : Stablehlo_DeviceNumberOp<"replica_id", "Number of the replica">;

//===----------------------------------------------------------------------===//
// Asynchronous form
//===----------------------------------------------------------------------===//

def Stablehlo_AsyncStartOp
    : Stablehlo_CollectiveOp<"async_start", [SingleBlock]> {
  let summary = "Starts the collective of its body";
  let description = [{
    Constraints:
    - (C1) The body takes the operands' types and returns the future's.
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$operands);
  let regions = (region SizedRegion<1>:$body);
  let results = (outs Stablehlo_Future:$result);
}

def Stablehlo_AsyncDoneOp : Stablehlo_CollectiveOp<"async_done"> {
  let summary = "Waits for a future";
  let description = [{
    Constraints:
    - (C1) The results have the types of the future.
  }];
  let arguments = (ins Stablehlo_Future:$future);
  let results = (outs Variadic<Stablehlo_Tensor>);
}

#endif // PLAIT_STABLEHLO_COLLECTIVE_OPS
