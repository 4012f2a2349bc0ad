//===- VerifyCalls.cpp - Rules of calls and host transfer -----------------===//
//
// Labels `<op>_cN` are those of the constraints in StablehloCallOps.td.
//
//===----------------------------------------------------------------------===//

#include "VerifyHelpers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace plait::stablehlo;

//===----------------------------------------------------------------------===//
// CustomCallOp
//===----------------------------------------------------------------------===//

/// Whether `layout` is an order of `type`'s dimensions, minor to major. What is
/// no tensor (a tuple, a token) has no order that we know.
static bool isLayoutOf(Attribute layout, Type type) {
  auto order = dyn_cast<DenseIntElementsAttr>(layout);
  if (!order || !order.getElementType().isIndex() ||
      order.getType().getRank() != 1)
    return false;
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return true;
  SmallVector<bool> seen(tensor.getRank(), false);
  if (order.getNumElements() != tensor.getRank())
    return false;
  for (APInt dim : order.getValues<APInt>()) {
    if (dim.uge(tensor.getRank()) || seen[dim.getZExtValue()])
      return false;
    seen[dim.getZExtValue()] = true;
  }
  return true;
}

static LogicalResult checkLayouts(CustomCallOp op, StringRef name,
                                  ArrayAttr layouts, TypeRange types) {
  // One result that is a tuple has the layouts of its elements.
  SmallVector<Type> flat;
  for (Type type : types) {
    if (auto tuple = dyn_cast<TupleType>(type); tuple && types.size() == 1)
      llvm::append_range(flat, tuple.getTypes());
    else
      flat.push_back(type);
  }
  if (failed(checkCount(op, name, layouts.size(), flat.size())))
    return failure();
  for (auto [layout, type] : llvm::zip_equal(layouts, flat))
    if (!isLayoutOf(layout, type))
      return op.emitOpError() << "'" << name << "' must order the dimensions "
                              << "of " << type << ", got: " << layout;
  return success();
}

/// The type at `path` inside nested tuples, or null.
static Type elementAt(Type type, ArrayRef<int64_t> path) {
  for (int64_t index : path) {
    auto tuple = dyn_cast_or_null<TupleType>(type);
    if (!tuple || index < 0 || index >= int64_t(tuple.size()))
      return {};
    type = tuple.getType(index);
  }
  return type;
}

/// The result that an alias means: several results count as one tuple.
static Type aliasedResult(CustomCallOp op, OutputOperandAliasAttr alias) {
  ArrayRef<int64_t> path = alias.getOutputTupleIndices();
  TypeRange results = op.getResultTypes();
  if (results.size() == 1)
    return elementAt(results.front(), path);
  if (path.empty() || path[0] < 0 || path[0] >= int64_t(results.size()))
    return {};
  return elementAt(results[path[0]], path.drop_front());
}

static LogicalResult checkAlias(CustomCallOp op, OutputOperandAliasAttr alias) {
  int64_t index = alias.getOperandIndex();
  if (failed(checkDim(op, "operand_index", index, op->getNumOperands())))
    return failure();
  Type operand = elementAt(op->getOperand(index).getType(),
                           alias.getOperandTupleIndices());
  Type result = aliasedResult(op, alias);
  if (operand && operand == result)
    return success();
  return op.emitOpError("'output_operand_aliases' must name an operand and a "
                        "result of one type, got: ")
         << alias;
}

LogicalResult CustomCallOp::verify() {
  int32_t version = static_cast<int32_t>(getApiVersion());
  if (failed(checkDim(*this, "api_version", version, 5))) // custom_call_c4
    return failure();
  std::optional<ArrayAttr> operands = getOperandLayouts();
  std::optional<ArrayAttr> results = getResultLayouts();
  if (operands.has_value() != results.has_value()) // custom_call_c1
    return emitOpError("'operand_layouts' and 'result_layouts' must come "
                       "together, got: only ")
           << (operands ? "operand_layouts" : "result_layouts");
  if (operands && (failed(checkLayouts(*this, "operand_layouts", *operands,
                                       getOperandTypes())) ||
                   failed(checkLayouts(*this, "result_layouts", *results,
                                       getResultTypes()))))
    return failure();
  for (Attribute alias : getOutputOperandAliases()) // custom_call_c2
    if (failed(checkAlias(*this, cast<OutputOperandAliasAttr>(alias))))
      return failure();
  return success();
}

/// The function that `symbol` names, or null.
static FunctionOpInterface lookUp(Operation *op, FlatSymbolRefAttr symbol,
                                  SymbolTableCollection &tables) {
  return dyn_cast_or_null<FunctionOpInterface>(
      tables.lookupNearestSymbolFrom(op, symbol));
}

LogicalResult CustomCallOp::verifySymbolUses(SymbolTableCollection &tables) {
  for (Attribute symbol : getCalledComputations()) // custom_call_c3
    if (!lookUp(*this, cast<FlatSymbolRefAttr>(symbol), tables))
      return emitOpError("'called_computations' must be functions of the "
                         "module, got: ")
             << symbol;
  return success();
}

//===----------------------------------------------------------------------===//
// CompositeOp
//===----------------------------------------------------------------------===//

LogicalResult CompositeOp::verify() {
  if (getName().empty()) // composite_c1
    return emitOpError("'name' must not be empty, got: \"\"");
  return checkAtLeast(*this, "version", {static_cast<int32_t>(getVersion())},
                      0); // composite_c3
}

LogicalResult CompositeOp::verifySymbolUses(SymbolTableCollection &tables) {
  FunctionOpInterface function = lookUp(*this, getDecompositionAttr(), tables);
  if (!function) // composite_c2
    return emitOpError("'decomposition' must be a function of the module, "
                       "got: ")
           << getDecompositionAttr();
  if (typesFit(function.getArgumentTypes(), getOperandTypes()) &&
      typesFit(function.getResultTypes(), getResultTypes()))
    return success();
  InFlightDiagnostic error = emitOpError("'decomposition' must have the type ")
                             << typesText(getOperandTypes()) << " -> "
                             << typesText(getResultTypes())
                             << ", got: " << getDecompositionAttr() << " of "
                             << function.getFunctionType();
  error.attachNote(function.getLoc()) << "the decomposition";
  return error;
}

//===----------------------------------------------------------------------===//
// Host transfer
//===----------------------------------------------------------------------===//

/// Tensors, then one token.
static LogicalResult checkLastToken(Operation *op) {
  TypeRange types = op->getResultTypes();
  bool fits = !types.empty() && isa<TokenType>(types.back()) &&
              llvm::none_of(types.drop_back(), llvm::IsaPred<TokenType>);
  if (fits)
    return success();
  return op->emitOpError("results must be tensors and one token, last, got: ")
         << typesText(types);
}

LogicalResult RecvOp::verify() { return checkLastToken(*this); } // recv_c1

LogicalResult InfeedOp::verify() { return checkLastToken(*this); } // infeed_c1
