//===- SdyCollectives.td - The sdy input dialect: collectives -------------===//

#ifndef PLAIT_DIALECTS_INPUT_SDY_SDYCOLLECTIVES
#define PLAIT_DIALECTS_INPUT_SDY_SDYCOLLECTIVES

include "SdyAttrs.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

// The types are global, so operand and result agree: only shardings change.
class Sdy_CollectiveOp<string mnemonic, list<Trait> traits = []>
    : Sdy_Op<mnemonic, !listconcat(traits, [Pure, SameOperandsAndResultType])> {
  let results = (outs AnyRankedTensor:$result);
  let hasVerifier = 1;
  code sharedDescription = [{
    Constraints: those of `out_sharding`, and
    - (C1) There is one list of axes per dimension; each axis is one of the
           mesh, fits, and stands in one list.
    - (C2) Where the operand's sharding is known, its mesh has the axes and
           devices of the result's.
    - (C3) Where the operand's sharding is known, `out_sharding` is what the op
           makes of it.
  }];
}

def Sdy_AllGatherOp : Sdy_CollectiveOp<"all_gather"> {
  let summary = "Gathers the parts along the last axes of each dimension";
  let description = [{
    ```mlir
    %1 = sdy.all_gather [{"y"}, {} ] %0 out_sharding=<@mesh, [{"x"}, {} ]>
      : tensor<8x8xf32>
    ```
  }] # sharedDescription;
  let arguments = (ins AnyRankedTensor:$tensor,
      Sdy_ListOfAxisRefLists:$gathering_axes, Sdy_TensorSharding:$out_sharding);
  let assemblyFormat = [{
    $gathering_axes $tensor `out_sharding` `` `=` `` $out_sharding attr-dict
    `:` type($result)
  }];
}

def Sdy_AllSliceOp : Sdy_CollectiveOp<"all_slice"> {
  let summary = "Keeps a device's own part along further axes";
  let description = [{
    ```mlir
    %1 = sdy.all_slice [{"y"}, {} ] %0 out_sharding=<@mesh, [{"x", "y"}, {} ]>
      : tensor<8x8xf32>
    ```
  }] # sharedDescription;
  let arguments = (ins AnyRankedTensor:$tensor,
      Sdy_ListOfAxisRefLists:$slicing_axes, Sdy_TensorSharding:$out_sharding);
  let assemblyFormat = [{
    $slicing_axes $tensor `out_sharding` `` `=` `` $out_sharding attr-dict
    `:` type($result)
  }];
}

def Sdy_AllToAllOp : Sdy_CollectiveOp<"all_to_all"> {
  let summary = "Moves the last axes of dimensions to the end of others";
  let description = [{
    ```mlir
    %1 = sdy.all_to_all [{"x"}: 0->1] %0 out_sharding=<@mesh, [{}, {"x"} ]>
      : tensor<8x8xf32>
    ```
    - (C4) A move has axes, and two different dimensions of the tensor.
    - (C5) A dimension is in one move.
  }] # sharedDescription;
  let arguments = (ins AnyRankedTensor:$tensor, Sdy_AllToAllParamList:$params,
                       Sdy_TensorSharding:$out_sharding);
  let assemblyFormat = [{
    $params $tensor `out_sharding` `` `=` `` $out_sharding attr-dict
    `:` type($result)
  }];
}

def Sdy_CollectivePermuteOp : Sdy_CollectiveOp<"collective_permute"> {
  let summary = "Exchanges whole parts: other axes, equally many parts";
  let description = [{
    ```mlir
    %1 = sdy.collective_permute %0 out_sharding=<@mesh, [{"y", "x"}, {} ]>
      : tensor<8x8xf32>
    ```
    - (C4) Where the operand's sharding is known, each dimension is split into
           equally many parts before and after.
  }] # sharedDescription;
  let arguments = (ins AnyRankedTensor:$tensor,
                       Sdy_TensorSharding:$out_sharding);
  let assemblyFormat = [{
    $tensor `out_sharding` `` `=` `` $out_sharding attr-dict `:` type($result)
  }];
}

def Sdy_AllReduceOp : Sdy_CollectiveOp<"all_reduce"> {
  let summary = "Reduces the parts of a value over axes";
  let description = [{
    ```mlir
    %1 = sdy.all_reduce {"x"} %0 out_sharding=<@mesh, [{}, {} ]>
      : tensor<8x8xf32>
    %2 = sdy.all_reduce max {"x"} %0 out_sharding=<@mesh, [{}, {} ]>
      : tensor<8x8xf32>
    ```
    - (C4) Where the operand is unreduced along the axes, it is in this kind.
  }] # sharedDescription;
  let arguments = (ins AnyRankedTensor:$tensor, Sdy_AxisRefList:$reduction_axes,
      OptionalAttr<Sdy_ReductionKind>:$reduction_kind,
      Sdy_TensorSharding:$out_sharding);
  let assemblyFormat = [{
    custom<ReductionKind>($reduction_kind) `` $reduction_axes $tensor
    `out_sharding` `` `=` `` $out_sharding attr-dict `:` type($result)
  }];
}

def Sdy_ReduceScatterOp : Sdy_CollectiveOp<"reduce_scatter"> {
  let summary = "Reduces over axes and keeps a device's own part along them";
  let description = [{
    ```mlir
    %1 = sdy.reduce_scatter [{"y"}, {} ] %0 out_sharding=<@mesh, [{"y"}, {} ]>
      : tensor<8x8xf32>
    ```
    - (C4) Where the operand is unreduced along the axes, it is in this kind.
  }] # sharedDescription;
  let arguments = (ins AnyRankedTensor:$tensor,
      Sdy_ListOfAxisRefLists:$reduce_scatter_axes,
      OptionalAttr<Sdy_ReductionKind>:$reduction_kind,
      Sdy_TensorSharding:$out_sharding);
  let assemblyFormat = [{
    custom<ReductionKind>($reduction_kind) `` $reduce_scatter_axes $tensor
    `out_sharding` `` `=` `` $out_sharding attr-dict `:` type($result)
  }];
}

def Sdy_ReplicatedToUnreducedOp
    : Sdy_CollectiveOp<"replicated_to_unreduced"> {
  let summary = "Reads a replicated value as parts: one holds it, others zero";
  let description = [{
    ```mlir
    %1 = sdy.replicated_to_unreduced {"x"} %0
      out_sharding=<@mesh, [{}, {} ], unreduced={"x"}> : tensor<8x8xf32>
    ```
  }] # sharedDescription;
  let arguments = (ins AnyRankedTensor:$tensor, Sdy_AxisRefList:$axes,
                       Sdy_TensorSharding:$out_sharding);
  let assemblyFormat = [{
    $axes $tensor `out_sharding` `` `=` `` $out_sharding attr-dict
    `:` type($result)
  }];
}

def Sdy_ShardedToUnreducedOp : Sdy_CollectiveOp<"sharded_to_unreduced"> {
  let summary = "Pads each part to the whole, which makes it an addend";
  let description = [{
    ```mlir
    %1 = sdy.sharded_to_unreduced [{"y"}, {} ] %0
      out_sharding=<@mesh, [{}, {} ], unreduced={"y"}> : tensor<8x8xf32>
    ```
  }] # sharedDescription;
  let arguments = (ins AnyRankedTensor:$tensor, Sdy_ListOfAxisRefLists:$axes,
                       Sdy_TensorSharding:$out_sharding);
  let assemblyFormat = [{
    $axes $tensor `out_sharding` `` `=` `` $out_sharding attr-dict
    `:` type($result)
  }];
}

#endif // PLAIT_DIALECTS_INPUT_SDY_SDYCOLLECTIVES
