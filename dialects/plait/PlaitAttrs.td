//===- PlaitAttrs.td - Meshes, shardings, states ---------------*- tablegen -*-===//
#ifndef PLAIT_ATTRS
#define PLAIT_ATTRS

include "PlaitBase.td"
include "mlir/IR/TensorEncoding.td"

def Plait_AxisRefAttr : Plait_Attr<"AxisRef", "axis"> {
  let summary = "An axis of a mesh, or a part of one";
  let description = [{
    `"data"` is the whole axis. `"data":(2)4` is the sub-axis of size 4 whose
    major neighbour digits have product 2. `size` 0 stands for the whole axis.
  }];
  let parameters = (ins StringRefParameter<>:$name,
                        DefaultValuedParameter<"int64_t", "1">:$pre,
                        DefaultValuedParameter<"int64_t", "0">:$size);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    bool isWhole() const { return getSize() == 0; }
  }];
}

def Plait_AxesAttr : Plait_Attr<"Axes", "axes"> {
  let summary = "Ordered (sub-)axes of a mesh: the group of a collective";
  let description = [{
    `@mesh["data", "model":(1)2]`. Devices that differ only along these axes
    form a group, in the order of their linear coordinate, first axis major.
  }];
  let parameters = (ins "::mlir::FlatSymbolRefAttr":$mesh,
                        OptionalArrayRefParameter<"AxisRefAttr">:$axes);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The axes as values; all must exist in `mesh` (verified on ops).
    ::llvm::SmallVector<AxisRef, 2> toValue(const Mesh &mesh) const;
    static AxesAttr get(::mlir::FlatSymbolRefAttr symbol, const Mesh &mesh,
                        ::llvm::ArrayRef<AxisRef> axes);
  }];
  let builders = [];
}

def Plait_CombinerAttr : Plait_Attr<"Combiner", "combiner"> {
  let summary = "How partial values combine: sum, prod, max, min, and, ...";
  let parameters = (ins "::plait::Combiner":$value);
  let hasCustomAssemblyFormat = 1;
}

def Plait_DimShardingAttr : Plait_Attr<"DimSharding", "dim"> {
  let summary = "Axes of one dimension, open or closed, with a priority";
  let parameters = (ins OptionalArrayRefParameter<"AxisRefAttr">:$axes,
                        DefaultValuedParameter<"bool", "false">:$open,
                        DefaultValuedParameter<"int64_t", "-1">:$priority);
  let hasCustomAssemblyFormat = 1;
}

def Plait_PartialAxisAttr : Plait_Attr<"PartialAxis", "partial"> {
  let summary = "An axis over which a value is partial, with its combiner";
  let parameters = (ins "AxisRefAttr":$axis, "::plait::Combiner":$combiner);
  let hasCustomAssemblyFormat = 1;
}

def Plait_ShardingAttr : Plait_Attr<"Sharding", "sharding",
    [DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let summary = "How a tensor lies on a mesh";
  let description = [{
    Per dimension the ordered (sub-)axes, major first, closed or open (`?`), an
    optional priority; axes explicitly replicated; axes over which the value is
    partial, with the combiner.

    ```mlir
    #plait.sharding<@mesh, [{"data"}, {"model", ?}p1, {} ], replicated = {"x"}, partial = {"y" : sum}>
    ```

    Constraints:
    - (C1) No (sub-)axis is used twice, and sub-axes of one axis do not overlap.
    - (C2) A sub-axis has pre >= 1 and size >= 2.
    - (C3) As an encoding: one entry per dimension of the tensor.
    - (C4) As an encoding: `and`, `or`, `xor` combine integers only.
    Where it is used, the mesh must exist and the axes be its own.
  }];
  let parameters = (ins "::mlir::FlatSymbolRefAttr":$mesh,
                        OptionalArrayRefParameter<"DimShardingAttr">:$dims,
                        OptionalArrayRefParameter<"AxisRefAttr">:$replicated,
                        OptionalArrayRefParameter<"PartialAxisAttr">:$partial);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// As a value. Axes must exist in `mesh` (verified where it is used).
    Sharding toValue(const Mesh &mesh) const;
    static ShardingAttr get(::mlir::FlatSymbolRefAttr symbol, const Mesh &mesh,
                            const Sharding &sharding);
    /// Reads `<@mesh, [...], ...>`; prints the same.
    static ::mlir::FailureOr<ShardingAttr> parseStripped(::mlir::AsmParser &parser);
    void printStripped(::mlir::AsmPrinter &printer) const;
  }];
}

def Plait_MeshAxisAttr : Plait_Attr<"MeshAxis", "mesh_axis"> {
  let summary = "One named axis: \"data\"=4";
  let parameters = (ins StringRefParameter<>:$name, "int64_t":$size);
  let hasCustomAssemblyFormat = 1;
}

def Plait_MeshAttr : Plait_Attr<"Mesh", "mesh"> {
  let summary = "Named axes and an optional device order";
  let description = [{
    `<"data"=4, "model"=2>`, `<"x"=2, "y"=2, device_ids = [0, 2, 1, 3]>`.

    Constraints:
    - (C1) Axis names are not empty and differ.
    - (C2) Sizes are at least 1; their product is at most 65536.
    - (C3) `device_ids`, if there, is a permutation of all devices.
  }];
  let parameters = (ins OptionalArrayRefParameter<"MeshAxisAttr">:$axes,
                        OptionalArrayRefParameter<"int64_t">:$deviceIds);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    Mesh toValue() const;
    static MeshAttr get(::mlir::MLIRContext *context, const Mesh &mesh);
  }];
}

def Plait_StateAttr : Plait_Attr<"State", "state"> {
  let summary = "Which training state an argument or result is";
  let description = [{
    `#plait.state<parameter>`: parameter, optimizer, gradient, activation, batch,
    cache, step or none.
  }];
  let parameters = (ins "::plait::StateKind":$kind);
  let hasCustomAssemblyFormat = 1;
}

def Plait_StatePlacementAttr : Plait_Attr<"StatePlacement", "state_placement"> {
  let summary = "Where one training state lives";
  let description = [{
    Layout and form, then what differs from "persistent on the device":

    ```
    replicated
    sharded over ["model", "data"]
    sharded_with_gather over ["model", "data"] gather ["data"] held cached ["data"]
    sharded over ["data"] materialized | recomputed
    sharded over ["data"] offloaded
    ```

    Without `gather` all axes are gathered. `held` keeps the gathered copy from
    forward to backward; `cached` keeps what came over those axes in host memory.
    `materialized` lives within the step, `recomputed` is made where it is needed,
    `offloaded` lies in host memory.

    Constraints:
    - (C1) Gathered axes are axes of the layout.
    Where it is used, the axes must be those of the mesh.
  }];
  let parameters = (ins OptionalArrayRefParameter<"::mlir::StringAttr">:$axes,
                        OptionalArrayRefParameter<"::mlir::StringAttr">:$gathered,
                        OptionalArrayRefParameter<"::mlir::StringAttr">:$cached,
                        "::plait::Release":$release,
                        "::plait::Lifetime":$lifetime,
                        "::plait::MemorySpace":$memory);
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    StatePlacement toValue() const;
    static StatePlacementAttr get(::mlir::MLIRContext *context,
                                  const StatePlacement &state);
    /// Reads `sharded over [...]`; prints the same.
    static ::mlir::FailureOr<StatePlacementAttr>
    parseStripped(::mlir::AsmParser &parser);
    void printStripped(::mlir::AsmPrinter &printer) const;
  }];
}

def Plait_AxisRoleAttr : Plait_Attr<"AxisRole", "axis_role"> {
  let summary = "What an axis of the mesh divides of the computation";
  let description = [{
    `#plait.axis_role<"data" = batch>`: batch, sequence, ring, features,
    features_sequence, experts, stages or storage.
  }];
  let parameters = (ins "::mlir::StringAttr":$axis, "::plait::AxisRole":$role);
  let hasCustomAssemblyFormat = 1;
}

#endif // PLAIT_ATTRS
