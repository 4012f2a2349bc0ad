//===- StablehloAttrs.td - Struct attributes of the dialect -*- tablegen -*-=//
//
// Printed as `#stablehlo.dot<field = value, ...>`: empty and zero fields are
// left out, and the parser takes the fields in any order (StructFields.h).
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_STABLEHLO_ATTRS
#define PLAIT_STABLEHLO_ATTRS

include "StablehloBase.td"
include "StablehloEnums.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/TensorEncoding.td"

class Stablehlo_Struct<string name, string attrMnemonic,
                       list<Trait> traits = []>
    : AttrDef<Stablehlo_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
  let hasCustomAssemblyFormat = 1;
}

def Stablehlo_Dims : OptionalArrayRefParameter<"int64_t">;

//===----------------------------------------------------------------------===//
// Dimension numbers
//===----------------------------------------------------------------------===//

def Stablehlo_DotDimensionNumbersAttr
    : Stablehlo_Struct<"DotDimensionNumbers", "dot"> {
  let summary = "which dimensions of a product are batching and contracting";
  let parameters = (ins Stablehlo_Dims:$lhsBatchingDimensions,
                        Stablehlo_Dims:$rhsBatchingDimensions,
                        Stablehlo_Dims:$lhsContractingDimensions,
                        Stablehlo_Dims:$rhsContractingDimensions);
}

def Stablehlo_DotAlgorithmAttr
    : Stablehlo_Struct<"DotAlgorithm", "dot_algorithm"> {
  let summary = "how a product is computed";
  let parameters = (ins "::mlir::Type":$lhsPrecisionType,
                        "::mlir::Type":$rhsPrecisionType,
                        "::mlir::Type":$accumulationType,
                        "int64_t":$lhsComponentCount,
                        "int64_t":$rhsComponentCount,
                        "int64_t":$numPrimitiveOperations,
                        "bool":$allowImpreciseAccumulation);
}

def Stablehlo_ConvDimensionNumbersAttr
    : Stablehlo_Struct<"ConvDimensionNumbers", "conv"> {
  let summary = "what each dimension of a convolution's tensors means";
  let description = [{
    Printed as `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`: position is the
    tensor's dimension, a digit the place of a spatial dimension. The parser
    also takes the form `#stablehlo.conv<raw input_batch_dimension = 0, ...>`.
  }];
  let parameters = (ins "int64_t":$inputBatchDimension,
                        "int64_t":$inputFeatureDimension,
                        Stablehlo_Dims:$inputSpatialDimensions,
                        "int64_t":$kernelInputFeatureDimension,
                        "int64_t":$kernelOutputFeatureDimension,
                        Stablehlo_Dims:$kernelSpatialDimensions,
                        "int64_t":$outputBatchDimension,
                        "int64_t":$outputFeatureDimension,
                        Stablehlo_Dims:$outputSpatialDimensions);
}

def Stablehlo_GatherDimensionNumbersAttr
    : Stablehlo_Struct<"GatherDimensionNumbers", "gather"> {
  let summary = "what each dimension of a gather's tensors means";
  let parameters = (ins Stablehlo_Dims:$offsetDims,
                        Stablehlo_Dims:$collapsedSliceDims,
                        Stablehlo_Dims:$operandBatchingDims,
                        Stablehlo_Dims:$startIndicesBatchingDims,
                        Stablehlo_Dims:$startIndexMap,
                        "int64_t":$indexVectorDim);
}

def Stablehlo_ScatterDimensionNumbersAttr
    : Stablehlo_Struct<"ScatterDimensionNumbers", "scatter"> {
  let summary = "what each dimension of a scatter's tensors means";
  let parameters = (ins Stablehlo_Dims:$updateWindowDims,
                        Stablehlo_Dims:$insertedWindowDims,
                        Stablehlo_Dims:$inputBatchingDims,
                        Stablehlo_Dims:$scatterIndicesBatchingDims,
                        Stablehlo_Dims:$scatterDimsToOperandDims,
                        "int64_t":$indexVectorDim);
}

//===----------------------------------------------------------------------===//
// Accuracy, aliases, channels
//===----------------------------------------------------------------------===//

def Stablehlo_ResultAccuracyAttr
    : Stablehlo_Struct<"ResultAccuracy", "result_accuracy"> {
  let summary = "how exact the result of a transcendental op has to be";
  let parameters = (ins "::llvm::APFloat":$atol, "::llvm::APFloat":$rtol,
                        "int64_t":$ulps,
                        "::plait::stablehlo::ResultAccuracyMode":$mode);
}

def Stablehlo_OutputOperandAliasAttr
    : Stablehlo_Struct<"OutputOperandAlias", "output_operand_alias"> {
  let summary = "a result of a custom call that reuses an operand's buffer";
  let parameters = (ins Stablehlo_Dims:$outputTupleIndices,
                        "int64_t":$operandIndex,
                        Stablehlo_Dims:$operandTupleIndices);
}

def Stablehlo_ChannelHandleAttr
    : Stablehlo_Struct<"ChannelHandle", "channel_handle"> {
  let summary = "the number and the type of a channel between devices";
  let parameters = (ins "int64_t":$handle, "int64_t":$type);
}

//===----------------------------------------------------------------------===//
// Replica groups given by axes of a mesh
//===----------------------------------------------------------------------===//

def Stablehlo_MeshAxisAttr : Stablehlo_Struct<"MeshAxis", "mesh_axis"> {
  let summary = "an axis of a mesh: its name and its size";
  let parameters = (ins StringRefParameter<>:$name, "int64_t":$size);
}

def Stablehlo_MeshAttr : Stablehlo_Struct<"Mesh", "mesh"> {
  let summary = "a mesh written out in place, with its order of devices";
  let parameters = (ins
      OptionalArrayRefParameter<"::plait::stablehlo::MeshAxisAttr">:$axes,
      OptionalParameter<"::mlir::DenseIntElementsAttr">:$deviceIds);
}

def Stablehlo_SubAxisInfoAttr
    : Stablehlo_Struct<"SubAxisInfo", "sub_axis_info"> {
  let summary = "a part of an axis: the sizes before it and of it, `(1)2`";
  let parameters = (ins "int64_t":$preSize, "int64_t":$size);
}

def Stablehlo_AxisRefAttr : Stablehlo_Struct<"AxisRef", "axis_ref"> {
  let summary = "an axis of a mesh, or a part of one";
  let parameters = (ins StringRefParameter<>:$name,
      OptionalParameter<"::plait::stablehlo::SubAxisInfoAttr">:$subAxisInfo);
}

def Stablehlo_ReplicaGroupMeshAxesAttr
    : Stablehlo_Struct<"ReplicaGroupMeshAxes", "replica_group_mesh_axes"> {
  let summary = "replica groups: the devices along some axes of a mesh";
  let description = [{`mesh` is a symbol reference or a `#stablehlo.mesh`.}];
  let parameters = (ins "::mlir::Attribute":$mesh,
      OptionalArrayRefParameter<"::plait::stablehlo::AxisRefAttr">:$axes);
}

/// Rows of device numbers (-1 fills short rows), or axes of a mesh.
def Stablehlo_ReplicaGroupsAttr
    : AnyAttrOf<[I64ElementsAttr, Stablehlo_ReplicaGroupMeshAxesAttr]>;

//===----------------------------------------------------------------------===//
// Bounded dimensions
//===----------------------------------------------------------------------===//

def Stablehlo_BoundsAttr
    : Stablehlo_Struct<"Bounds", "bounds",
          [DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let summary = "per dimension the largest size, `?` where it is not bounded";
  let parameters = (ins Stablehlo_Dims:$bounds);
}

#endif // PLAIT_STABLEHLO_ATTRS
