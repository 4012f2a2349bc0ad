//===- StablehloAttrs.cpp - Text of the struct attributes -----------------===//
//
// Which fields an attribute has and how they are spelled. The dimension
// numbers of convolutions, which have a form of their own, are in
// ConvDimensionNumbers.cpp.
//
//===----------------------------------------------------------------------===//

#include "StructFields.h"
#include "plait/dialects/input/stablehlo/Stablehlo.h"

using namespace mlir;
using namespace plait::stablehlo;

using Dims = SmallVector<int64_t, 4>;

//===----------------------------------------------------------------------===//
// Dimension numbers of products, gather and scatter
//===----------------------------------------------------------------------===//

Attribute DotDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  Dims lhsBatching, rhsBatching, lhsContracting, rhsContracting;
  StructReader reader(parser);
  reader.dims("lhs_batching_dimensions", lhsBatching);
  reader.dims("rhs_batching_dimensions", rhsBatching);
  reader.dims("lhs_contracting_dimensions", lhsContracting);
  reader.dims("rhs_contracting_dimensions", rhsContracting);
  if (reader.parse())
    return {};
  return get(parser.getContext(), lhsBatching, rhsBatching, lhsContracting,
             rhsContracting);
}

void DotDimensionNumbersAttr::print(AsmPrinter &printer) const {
  StructWriter writer(printer);
  writer.dims("lhs_batching_dimensions", getLhsBatchingDimensions());
  writer.dims("rhs_batching_dimensions", getRhsBatchingDimensions());
  writer.dims("lhs_contracting_dimensions", getLhsContractingDimensions());
  writer.dims("rhs_contracting_dimensions", getRhsContractingDimensions());
}

Attribute DotAlgorithmAttr::parse(AsmParser &parser, Type) {
  Type lhs, rhs, accumulation;
  int64_t lhsCount = 0, rhsCount = 0, operations = 0;
  bool imprecise = false;
  StructReader reader(parser);
  auto required = StructReader::Required;
  reader.type("lhs_precision_type", lhs, required);
  reader.type("rhs_precision_type", rhs, required);
  reader.type("accumulation_type", accumulation, required);
  reader.integer("lhs_component_count", lhsCount, required);
  reader.integer("rhs_component_count", rhsCount, required);
  reader.integer("num_primitive_operations", operations, required);
  reader.boolean("allow_imprecise_accumulation", imprecise, required);
  if (reader.parse())
    return {};
  return get(parser.getContext(), lhs, rhs, accumulation, lhsCount, rhsCount,
             operations, imprecise);
}

void DotAlgorithmAttr::print(AsmPrinter &printer) const {
  StructWriter writer(printer);
  writer.field("lhs_precision_type") << getLhsPrecisionType();
  writer.field("rhs_precision_type") << getRhsPrecisionType();
  writer.field("accumulation_type") << getAccumulationType();
  writer.field("lhs_component_count") << getLhsComponentCount();
  writer.field("rhs_component_count") << getRhsComponentCount();
  writer.field("num_primitive_operations") << getNumPrimitiveOperations();
  writer.field("allow_imprecise_accumulation")
      << (getAllowImpreciseAccumulation() ? "true" : "false");
}

Attribute GatherDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  Dims offset, collapsed, operandBatching, indicesBatching, startIndexMap;
  int64_t indexVectorDim = 0;
  StructReader reader(parser);
  reader.dims("offset_dims", offset);
  reader.dims("collapsed_slice_dims", collapsed);
  reader.dims("operand_batching_dims", operandBatching);
  reader.dims("start_indices_batching_dims", indicesBatching);
  reader.dims("start_index_map", startIndexMap);
  reader.integer("index_vector_dim", indexVectorDim);
  if (reader.parse())
    return {};
  return get(parser.getContext(), offset, collapsed, operandBatching,
             indicesBatching, startIndexMap, indexVectorDim);
}

void GatherDimensionNumbersAttr::print(AsmPrinter &printer) const {
  StructWriter writer(printer);
  writer.dims("offset_dims", getOffsetDims());
  writer.dims("collapsed_slice_dims", getCollapsedSliceDims());
  writer.dims("operand_batching_dims", getOperandBatchingDims());
  writer.dims("start_indices_batching_dims", getStartIndicesBatchingDims());
  writer.dims("start_index_map", getStartIndexMap());
  if (getIndexVectorDim() != 0)
    writer.field("index_vector_dim") << getIndexVectorDim();
}

Attribute ScatterDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  Dims window, inserted, inputBatching, indicesBatching, scatterDims;
  int64_t indexVectorDim = 0;
  StructReader reader(parser);
  reader.dims("update_window_dims", window);
  reader.dims("inserted_window_dims", inserted);
  reader.dims("input_batching_dims", inputBatching);
  reader.dims("scatter_indices_batching_dims", indicesBatching);
  reader.dims("scatter_dims_to_operand_dims", scatterDims);
  reader.integer("index_vector_dim", indexVectorDim);
  if (reader.parse())
    return {};
  return get(parser.getContext(), window, inserted, inputBatching,
             indicesBatching, scatterDims, indexVectorDim);
}

void ScatterDimensionNumbersAttr::print(AsmPrinter &printer) const {
  StructWriter writer(printer);
  writer.dims("update_window_dims", getUpdateWindowDims());
  writer.dims("inserted_window_dims", getInsertedWindowDims());
  writer.dims("input_batching_dims", getInputBatchingDims());
  writer.dims("scatter_indices_batching_dims", getScatterIndicesBatchingDims());
  writer.dims("scatter_dims_to_operand_dims", getScatterDimsToOperandDims());
  if (getIndexVectorDim() != 0)
    writer.field("index_vector_dim") << getIndexVectorDim();
}

//===----------------------------------------------------------------------===//
// Accuracy, aliases, channels
//===----------------------------------------------------------------------===//

Attribute ResultAccuracyAttr::parse(AsmParser &parser, Type) {
  double atol = 0, rtol = 0;
  int64_t ulps = 0;
  auto mode = ResultAccuracyModeAttr::get(parser.getContext(),
                                          ResultAccuracyMode::DEFAULT);
  StructReader reader(parser);
  reader.field("atol", [&] { return parser.parseFloat(atol); });
  reader.field("rtol", [&] { return parser.parseFloat(rtol); });
  reader.integer("ulps", ulps);
  reader.field("mode", [&] { return parser.parseAttribute(mode); });
  if (reader.parse())
    return {};
  return get(parser.getContext(), APFloat(atol), APFloat(rtol), ulps,
             mode.getValue());
}

void ResultAccuracyAttr::print(AsmPrinter &printer) const {
  StructWriter writer(printer);
  if (!getAtol().isZero())
    writer.field("atol").printFloat(getAtol());
  if (!getRtol().isZero())
    writer.field("rtol").printFloat(getRtol());
  if (getUlps() != 0)
    writer.field("ulps") << getUlps();
  writer.field("mode") << ResultAccuracyModeAttr::get(getContext(), getMode());
}

Attribute OutputOperandAliasAttr::parse(AsmParser &parser, Type) {
  Dims output, operand;
  int64_t operandIndex = 0;
  StructReader reader(parser);
  reader.dims("output_tuple_indices", output);
  reader.integer("operand_index", operandIndex, StructReader::Required);
  reader.dims("operand_tuple_indices", operand);
  if (reader.parse())
    return {};
  return get(parser.getContext(), output, operandIndex, operand);
}

void OutputOperandAliasAttr::print(AsmPrinter &printer) const {
  StructWriter writer(printer);
  printDims(writer.field("output_tuple_indices"), getOutputTupleIndices());
  writer.field("operand_index") << getOperandIndex();
  printDims(writer.field("operand_tuple_indices"), getOperandTupleIndices());
}

Attribute ChannelHandleAttr::parse(AsmParser &parser, Type) {
  int64_t handle = 0, type = 0;
  StructReader reader(parser);
  reader.integer("handle", handle, StructReader::Required);
  reader.integer("type", type, StructReader::Required);
  if (reader.parse())
    return {};
  return get(parser.getContext(), handle, type);
}

void ChannelHandleAttr::print(AsmPrinter &printer) const {
  StructWriter writer(printer);
  writer.field("handle") << getHandle();
  writer.field("type") << getType();
}

//===----------------------------------------------------------------------===//
// Replica groups given by axes of a mesh
//===----------------------------------------------------------------------===//

Attribute MeshAxisAttr::parse(AsmParser &parser, Type) {
  std::string name;
  int64_t size = 0;
  StructReader reader(parser);
  reader.field(
      "name", [&] { return parser.parseString(&name); },
      StructReader::Required);
  reader.integer("size", size, StructReader::Required);
  if (reader.parse())
    return {};
  return get(parser.getContext(), name, size);
}

void MeshAxisAttr::print(AsmPrinter &printer) const {
  StructWriter writer(printer);
  writer.field("name").printString(getName());
  writer.field("size") << getSize();
}

/// Parses `[<name = "x", size = 2>, ...]`.
static ParseResult parseMeshAxes(AsmParser &parser,
                                 SmallVectorImpl<MeshAxisAttr> &axes) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
    auto axis = dyn_cast_or_null<MeshAxisAttr>(MeshAxisAttr::parse(parser, {}));
    axes.push_back(axis);
    return success(axis != nullptr);
  });
}

Attribute MeshAttr::parse(AsmParser &parser, Type) {
  SmallVector<MeshAxisAttr> axes;
  DenseIntElementsAttr deviceIds;
  StructReader reader(parser);
  reader.field("axes", [&] { return parseMeshAxes(parser, axes); });
  reader.field("device_ids", [&] { return parser.parseAttribute(deviceIds); });
  if (reader.parse())
    return {};
  return get(parser.getContext(), axes, deviceIds);
}

void MeshAttr::print(AsmPrinter &printer) const {
  printer << "<axes=[";
  llvm::interleaveComma(getAxes(), printer.getStream(),
                        [&](MeshAxisAttr axis) { axis.print(printer); });
  printer << ']';
  if (getDeviceIds())
    printer << ", device_ids=" << getDeviceIds();
  printer << '>';
}

Attribute SubAxisInfoAttr::parse(AsmParser &parser, Type) {
  int64_t preSize = 0, size = 0;
  if (parser.parseLParen() || parser.parseInteger(preSize) ||
      parser.parseRParen() || parser.parseInteger(size))
    return {};
  return get(parser.getContext(), preSize, size);
}

void SubAxisInfoAttr::print(AsmPrinter &printer) const {
  printer << '(' << getPreSize() << ')' << getSize();
}

Attribute AxisRefAttr::parse(AsmParser &parser, Type) {
  std::string name;
  SubAxisInfoAttr sub;
  StructReader reader(parser);
  reader.field(
      "name", [&] { return parser.parseString(&name); },
      StructReader::Required);
  reader.field("sub_axis_info", [&] {
    sub = dyn_cast_or_null<SubAxisInfoAttr>(SubAxisInfoAttr::parse(parser, {}));
    return success(sub != nullptr);
  });
  if (reader.parse())
    return {};
  return get(parser.getContext(), name, sub);
}

void AxisRefAttr::print(AsmPrinter &printer) const {
  StructWriter writer(printer);
  writer.field("name").printString(getName());
  if (getSubAxisInfo())
    getSubAxisInfo().print(writer.field("sub_axis_info"));
}

Attribute ReplicaGroupMeshAxesAttr::parse(AsmParser &parser, Type) {
  Attribute mesh;
  SmallVector<AxisRefAttr> axes;
  StructReader reader(parser);
  reader.field(
      "mesh", [&] { return parser.parseAttribute(mesh); },
      StructReader::Required);
  reader.field("axes", [&] {
    return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
      return parser.parseAttribute(axes.emplace_back());
    });
  });
  SMLoc loc = parser.getCurrentLocation();
  if (reader.parse())
    return {};
  if (!isa<FlatSymbolRefAttr, MeshAttr>(mesh)) {
    parser.emitError(loc, "'mesh' must be a symbol or a #stablehlo.mesh, got: ")
        << mesh;
    return {};
  }
  return get(parser.getContext(), mesh, axes);
}

void ReplicaGroupMeshAxesAttr::print(AsmPrinter &printer) const {
  StructWriter writer(printer);
  writer.field("mesh") << getMesh();
  writer.field("axes") << '[';
  llvm::interleaveComma(getAxes(), printer.getStream(),
                        [&](AxisRefAttr axis) { printer << axis; });
  printer << ']';
}

//===----------------------------------------------------------------------===//
// Bounded dimensions
//===----------------------------------------------------------------------===//

Attribute BoundsAttr::parse(AsmParser &parser, Type) {
  Dims bounds;
  auto parseBound = [&]() -> ParseResult {
    if (succeeded(parser.parseOptionalQuestion())) {
      bounds.push_back(ShapedType::kDynamic);
      return success();
    }
    return parser.parseInteger(bounds.emplace_back());
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                     parseBound))
    return {};
  return get(parser.getContext(), bounds);
}

void BoundsAttr::print(AsmPrinter &printer) const {
  printer << '<';
  llvm::interleaveComma(getBounds(), printer.getStream(), [&](int64_t bound) {
    if (ShapedType::isDynamic(bound))
      printer << '?';
    else
      printer << bound;
  });
  printer << '>';
}

LogicalResult
BoundsAttr::verifyEncoding(ArrayRef<int64_t> shape, Type,
                           function_ref<InFlightDiagnostic()> emitError) const {
  if (getBounds().size() != shape.size())
    return emitError() << "bounds must be one per dimension (" << shape.size()
                       << "), got: " << getBounds().size();
  for (auto [bound, size] : llvm::zip_equal(getBounds(), shape))
    if (!ShapedType::isDynamic(bound) && !ShapedType::isDynamic(size))
      return emitError() << "a static dimension must have the bound '?', got: "
                         << bound;
  return success();
}
