//===- SdyAttrs.td - The sdy input dialect: attributes --------------------===//

#ifndef PLAIT_DIALECTS_INPUT_SDY_SDYATTRS
#define PLAIT_DIALECTS_INPUT_SDY_SDYATTRS

include "SdyBase.td"

//===----------------------------------------------------------------------===//
// Mesh
//===----------------------------------------------------------------------===//

def Sdy_MeshAxis : Sdy_Attr<"MeshAxis", "mesh_axis"> {
  let summary = "A named axis of a mesh: `\"x\"=4`";
  let parameters = (ins StringRefParameter<"name">:$name, "int64_t":$size);
}

def Sdy_Mesh : Sdy_Attr<"Mesh", "mesh"> {
  let summary = "Named axes, major first, and optionally the order of devices";
  let description = [{
    `<["x"=4, "y"=2], device_ids=[..]>`. Without `device_ids` the devices stand
    in order. `<[], device_ids=[3]>` is maximal, one device; `<[]>` is empty.

    Constraints:
    - (C1) The size of an axis is at least 1.
    - (C2) No two axes have one name.
    - (C3) The mesh has at most 65536 devices.
    - (C4) `device_ids` is a permutation of the devices, and not their order;
           without axes it is one device, at least 0.
  }];
  let parameters = (ins ArrayRefParameter<"::plait::sdy::MeshAxisAttr">:$axes,
                        OptionalArrayRefParameter<"int64_t">:$deviceIds);
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// No axis and no device list: a placeholder that fits any device count.
    bool isEmpty() const { return getAxes().empty() && getDeviceIds().empty(); }
    /// One given device, without axes.
    bool isMaximal() const {
      return getAxes().empty() && getDeviceIds().size() == 1;
    }
    /// The product of the axis sizes.
    int64_t getDeviceCount() const;
    /// The size of the named axis, nothing if there is none.
    std::optional<int64_t> getAxisSize(::llvm::StringRef name) const;
    /// The position of the named axis, major first, nothing if there is none.
    std::optional<int64_t> getAxisIndex(::llvm::StringRef name) const;
  }];
}

//===----------------------------------------------------------------------===//
// Axes
//===----------------------------------------------------------------------===//

def Sdy_AxisRef : Sdy_Attr<"AxisRef", "axis_ref"> {
  let summary = "An axis, or the part of it `\"x\":(pre)size`";
  let description = [{
    The sub-axis `"x":(pre)size` of an axis of size n splits it, major first,
    into pre * size * rest: pre * size divides n. A size of 0 in the storage
    means the whole axis.

    Constraints:
    - (C1) The size of a sub-axis is at least 2.
    - (C2) The pre-size of a sub-axis is at least 1.
    - (C3) Both are at most 65536.
  }];
  let parameters = (ins StringRefParameter<"axis">:$name,
                        "int64_t":$preSize, "int64_t":$subSize);
  let builders = [AttrBuilder<(ins "::llvm::StringRef":$name),
                              "return $_get($_ctxt, name, 1, 0);">];
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    bool isSubAxis() const { return getSubSize() != 0; }
    /// The number of parts that this axis or sub-axis of `mesh` makes;
    /// `mesh` must have the axis.
    int64_t getSize(MeshAttr mesh) const;
  }];
}

def Sdy_AxisRefList : Sdy_Attr<"AxisRefList", "axis_ref_list"> {
  let summary = "A list of axes: `{\"x\", \"y\":(1)2}`";
  let parameters = (ins
      OptionalArrayRefParameter<"::plait::sdy::AxisRefAttr">:$value);
}

def Sdy_ListOfAxisRefLists
    : Sdy_Attr<"ListOfAxisRefLists", "list_of_axis_ref_lists"> {
  let summary = "One list of axes per dimension: `[{\"x\"}, {}]`";
  let parameters = (ins
      OptionalArrayRefParameter<"::plait::sdy::AxisRefListAttr">:$value);
}

def Sdy_ManualAxes : Sdy_Attr<"ManualAxes", "manual_axes"> {
  let summary = "The axes that a region handles itself: `{\"x\", \"y\"}`";
  let parameters = (ins OptionalArrayRefParameter<"::mlir::StringAttr">:$value);
}

def Sdy_AllToAllParam : Sdy_Attr<"AllToAllParam", "all_to_all_param"> {
  let summary = "One move of axes between dimensions: `{\"x\"}: 0->1`";
  let parameters = (ins
      OptionalArrayRefParameter<"::plait::sdy::AxisRefAttr">:$axes,
      "int64_t":$srcDim, "int64_t":$tgtDim);
}

def Sdy_AllToAllParamList
    : Sdy_Attr<"AllToAllParamList", "all_to_all_param_list"> {
  let summary = "The moves of an all-to-all: `[{\"x\"}: 0->1]`";
  let parameters = (ins
      OptionalArrayRefParameter<"::plait::sdy::AllToAllParamAttr">:$value);
}

//===----------------------------------------------------------------------===//
// Shardings
//===----------------------------------------------------------------------===//

def Sdy_DimensionSharding : Sdy_Attr<"DimensionSharding", "dimension_sharding"> {
  let summary = "How one dimension is split: `{\"x\", ?}p1`";
  let description = [{
    The axes split the dimension, major first. `?` leaves it open: propagation
    may split it further. `pN` is the priority, lower first; none is highest.
  }];
  let parameters = (ins
      OptionalArrayRefParameter<"::plait::sdy::AxisRefAttr">:$axes,
      "bool":$isClosed, OptionalParameter<"std::optional<int64_t>">:$priority);
}

def Sdy_TensorSharding : Sdy_Attr<"TensorSharding", "sharding"> {
  let summary = "The sharding of one value on a mesh";
  let description = [{
    `<@mesh, [{"x"}, {?}p1], replicated={"y"}, unreduced=max{"z"}>`; instead of
    a symbol the mesh may stand inline as `mesh<["a"=2]>`. `unreduced` axes hold
    parts whose sum (default), maximum or minimum is the value.

    Constraints, here those that need no mesh:
    - (C1) `mesh` is a symbol or a mesh.
    - (C2) An axis, or a part of it, is used at most once over dimensions,
           `replicated` and `unreduced`.
    - (C3) A closed dimension without axes has no priority.
    Against mesh and type, where the attribute stands:
    - (C4) `mesh` names a mesh.
    - (C5) There are as many dimension shardings as dimensions; on a mesh of
           one given device there may be none.
    - (C6) Each axis is one of the mesh.
    - (C7) A sub-axis is smaller than its axis and pre * size divides it.
    - (C8) Inside a manual computation no axis is one of its manual axes.
  }];
  let parameters = (ins "::mlir::Attribute":$mesh,
      OptionalArrayRefParameter<"::plait::sdy::DimensionShardingAttr">
        :$dimShardings,
      OptionalArrayRefParameter<"::plait::sdy::AxisRefAttr">:$replicatedAxes,
      OptionalArrayRefParameter<"::plait::sdy::AxisRefAttr">:$unreducedAxes,
      "::plait::sdy::ReductionKind":$unreducedKind);
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    int64_t getRank() const { return getDimShardings().size(); }
    /// The symbol of the mesh, null when the mesh stands inline.
    ::mlir::FlatSymbolRefAttr getMeshSymbol() const {
      return ::llvm::dyn_cast<::mlir::FlatSymbolRefAttr>(getMesh());
    }
    /// The mesh that the sharding means at `op`, null if there is none.
    MeshAttr getMeshAt(::mlir::Operation *op) const;
    /// Calls `fn` on each axis of dimensions, `replicated` and `unreduced`.
    void forEachAxis(::llvm::function_ref<void(AxisRefAttr)> fn) const;
  }];
}

def Sdy_TensorShardingPerValue
    : Sdy_Attr<"TensorShardingPerValue", "sharding_per_value"> {
  let summary = "One sharding per operand or result: `<[<@mesh, [{} ]>, ..]>`";
  let parameters = (ins
      OptionalArrayRefParameter<"::plait::sdy::TensorShardingAttr">:$shardings);
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

def Sdy_DimMapping : Sdy_Attr<"DimMapping", "dim_mapping"> {
  let summary = "The factors of a dimension, major first: `ij`";
  let parameters = (ins ArrayRefParameter<"int64_t">:$factors);
}

def Sdy_TensorMapping : Sdy_Attr<"TensorMapping", "tensor_mapping"> {
  let summary = "The factors of each dimension of a tensor: `[ij, k]`";
  let parameters = (ins
      OptionalArrayRefParameter<"::plait::sdy::DimMappingAttr">:$dims);
}

def Sdy_OpShardingRule : Sdy_Attr<"OpShardingRule", "op_sharding_rule"> {
  let summary = "Which dimensions of an op's values are split together";
  let description = [{
    `<([i, k], [k, j])->([i, j]) {i=8, j=8, k=8} reduction={k}, custom>`:
    factors are letters i to z, then z_1, z_2, and so on; a dimension lists its
    factors, major first. Factors are pass-through unless listed as reduction,
    need_replication or permutation; those in blocked_propagation stay put.

    Constraints:
    - (C1) Each factor has a size, at least 1, listed in the factors' order.
    - (C2) Each factor is used by a dimension.
    - (C3) A tensor uses a factor at most once.
    - (C4) A list of factors is increasing, and no factor is in two of
           reduction, need_replication and permutation.
    At an op:
    - (C5) The rule has one mapping per operand and per result, of its rank.
  }];
  let parameters = (ins
      OptionalArrayRefParameter<"int64_t">:$factorSizes,
      OptionalArrayRefParameter<"::plait::sdy::TensorMappingAttr">
        :$operandMappings,
      OptionalArrayRefParameter<"::plait::sdy::TensorMappingAttr">
        :$resultMappings,
      OptionalArrayRefParameter<"int64_t">:$reductionFactors,
      OptionalArrayRefParameter<"int64_t">:$needReplicationFactors,
      OptionalArrayRefParameter<"int64_t">:$permutationFactors,
      OptionalArrayRefParameter<"int64_t">:$blockedPropagationFactors,
      "bool":$isCustom);
  let genVerifyDecl = 1;
}

#endif // PLAIT_DIALECTS_INPUT_SDY_SDYATTRS
