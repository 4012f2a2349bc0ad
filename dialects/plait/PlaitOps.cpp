//===- PlaitOps.cpp - Syntax and verifiers of the ops ---------------------===//

#include "plait/dialects/plait/Plait.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace plait;

//===----------------------------------------------------------------------===//
// constraint
//===----------------------------------------------------------------------===//

ParseResult ConstraintOp::parse(OpAsmParser &parser, OperationState &state) {
  OpAsmParser::UnresolvedOperand operand;
  Type type;
  if (parser.parseOperand(operand))
    return failure();
  FailureOr<ShardingAttr> sharding = ShardingAttr::parseStripped(parser);
  if (failed(sharding) || parser.parseOptionalAttrDict(state.attributes) ||
      parser.parseColonType(type) ||
      parser.resolveOperand(operand, type, state.operands))
    return failure();
  state.getOrAddProperties<Properties>().sharding = *sharding;
  state.addTypes(type);
  return success();
}

void ConstraintOp::print(OpAsmPrinter &printer) {
  printer << " " << getOperand() << " ";
  getSharding().printStripped(printer);
  printer.printOptionalAttrDict((*this)->getAttrs(), {"sharding"});
  printer << " : " << getType();
}

LogicalResult ConstraintOp::verifySymbolUses(SymbolTableCollection &) {
  return verifySharding(*this, getSharding(), // constraint_c1
                        cast<RankedTensorType>(getType()).getRank());
}

//===----------------------------------------------------------------------===//
// reshard
//===----------------------------------------------------------------------===//

LogicalResult ReshardOp::verify() {
  auto from = cast<RankedTensorType>(getOperand().getType());
  auto to = cast<RankedTensorType>(getType());
  if (from.getShape() != to.getShape() ||
      from.getElementType() != to.getElementType()) // reshard_c1
    return emitOpError("operand and result must differ in their sharding only, "
                       "got: ")
           << from << " and " << to;
  ShardingAttr source = shardingOf(from), target = shardingOf(to);
  if (!source || !target) // reshard_c2
    return emitOpError("operand and result must have a sharding, got: ")
           << from << " and " << to;
  if (source.getMesh() != target.getMesh()) // reshard_c2
    return emitOpError("both shardings must be on one mesh, got: ")
           << source.getMesh() << " and " << target.getMesh();
  return success();
}

LogicalResult ReshardOp::verifySymbolUses(SymbolTableCollection &) {
  for (Type type : {Type(getOperand().getType()), Type(getType())})
    if (ShardingAttr sharding = shardingOf(type))
      if (failed(verifySharding(*this, sharding,
                                cast<RankedTensorType>(type).getRank())))
        return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// gather
//===----------------------------------------------------------------------===//

// Where the declarative format looks for it.
namespace plait {
static void printAxes(OpAsmPrinter &printer, Operation *, AxesAttr axes) {
  printAxes(printer, axes);
}
} // namespace plait

LogicalResult GatherOp::verify() {
  auto from = cast<RankedTensorType>(getOperand().getType());
  auto to = cast<RankedTensorType>(getType());
  bool both = bool(shardingOf(from)) == bool(shardingOf(to));
  if (from.getShape() != to.getShape() ||
      from.getElementType() != to.getElementType() || !both) // gather_c1
    return emitOpError("operand and result must differ in their sharding only, "
                       "got: ")
           << from << " and " << to;
  return success();
}

LogicalResult GatherOp::verifySymbolUses(SymbolTableCollection &) {
  return verifyAxes(*this, getAxes()); // gather_c2
}

//===----------------------------------------------------------------------===//
// barrier
//===----------------------------------------------------------------------===//

LogicalResult BarrierOp::verify() {
  StringRef allow = getAllow();
  if (allow != "none" && allow != "forward" && allow != "backward" &&
      allow != "both") // barrier_c1
    return emitOpError("'allow' must be \"none\", \"forward\", \"backward\" or "
                       "\"both\", got: \"")
           << allow << "\"";
  return success();
}

//===----------------------------------------------------------------------===//
// manual
//===----------------------------------------------------------------------===//

static ParseResult parseShardings(OpAsmParser &parser, ArrayAttr &result) {
  SmallVector<Attribute> shardings;
  auto element = [&]() -> ParseResult {
    FailureOr<ShardingAttr> sharding = ShardingAttr::parseStripped(parser);
    if (failed(sharding))
      return failure();
    shardings.push_back(*sharding);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, element))
    return failure();
  result = parser.getBuilder().getArrayAttr(shardings);
  return success();
}

static void printShardings(OpAsmPrinter &printer, ArrayAttr shardings) {
  printer << "[";
  llvm::interleaveComma(shardings, printer, [&](Attribute sharding) {
    if (auto attr = dyn_cast<ShardingAttr>(sharding))
      attr.printStripped(printer);
    else
      printer << sharding;
  });
  printer << "]";
}

ParseResult ManualOp::parse(OpAsmParser &parser, OperationState &state) {
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  FunctionType type;
  auto &properties = state.getOrAddProperties<Properties>();
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOperandList(operands, AsmParser::Delimiter::Paren) ||
      parser.parseKeyword("in") ||
      parseShardings(parser, properties.in_shardings) ||
      parser.parseKeyword("out") ||
      parseShardings(parser, properties.out_shardings) ||
      parser.parseKeyword("over") || parseAxes(parser, properties.axes) ||
      parser.parseOptionalAttrDict(state.attributes) ||
      parser.parseColonType(type) || parser.parseRegion(*state.addRegion()))
    return failure();
  state.addTypes(type.getResults());
  return parser.resolveOperands(operands, type.getInputs(), loc,
                                state.operands);
}

void ManualOp::print(OpAsmPrinter &printer) {
  printer << "(" << getOperands() << ") in ";
  printShardings(printer, getInShardings());
  printer << " out ";
  printShardings(printer, getOutShardings());
  printer << " over ";
  printAxes(printer, getAxes());
  printer.printOptionalAttrDict((*this)->getAttrs(),
                                {"in_shardings", "out_shardings", "axes"});
  printer << " : ";
  printer.printFunctionalType(*this);
  printer << " ";
  printer.printRegion(getBody());
}

/// The shape that a device holds along the manual axes of `sharding`.
static SmallVector<int64_t> manualShape(ArrayRef<int64_t> shape,
                                        const Sharding &sharding,
                                        ArrayRef<AxisRef> manual) {
  SmallVector<int64_t> local(shape);
  for (auto [extent, dim] : llvm::zip(local, sharding.dims)) {
    int64_t shards = 1;
    for (AxisRef axis : dim.axes)
      if (llvm::any_of(manual, [&](AxisRef m) { return m.contains(axis); }))
        shards *= axis.size;
    extent = shardSize(extent, shards);
  }
  return local;
}

/// Constraint C2 for one list of values: globals, their shardings, locals.
static LogicalResult verifyManualTypes(ManualOp op, StringRef what,
                                       TypeRange globals, ArrayAttr shardings,
                                       TypeRange locals) {
  if (shardings.size() != globals.size()) // manual_c1
    return op.emitOpError("must have one sharding per ")
           << what << " (" << globals.size() << "), got: " << shardings.size();
  if (locals.size() != globals.size()) // manual_c2
    return op.emitOpError("the region must have one value per ")
           << what << " (" << globals.size() << "), got: " << locals.size();
  Mesh mesh = lookupMesh(op, op.getAxes().getMesh()).getValue();
  SmallVector<AxisRef, 2> manual = op.getAxes().toValue(mesh);
  for (auto [global, attr, local] : llvm::zip(globals, shardings, locals)) {
    auto sharding = dyn_cast<ShardingAttr>(attr);
    auto type = cast<RankedTensorType>(global);
    if (!sharding) // manual_c1
      return op.emitOpError("must have shardings of type #plait.sharding, "
                            "got: ")
             << attr;
    if (failed(verifySharding(op, sharding, type.getRank())))
      return failure();
    auto expected = RankedTensorType::get(
        manualShape(type.getShape(), sharding.toValue(mesh), manual),
        type.getElementType());
    auto plain = dyn_cast<RankedTensorType>(local);
    // The encodings differ: inside, the manual axes are gone.
    if (!plain || withSharding(plain, nullptr) != expected) // manual_c2
      return op.emitOpError("inside the region ")
             << what << " of type " << global << " must be " << expected
             << ", got: " << local;
  }
  return success();
}

LogicalResult ManualOp::verifySymbolUses(SymbolTableCollection &) {
  if (failed(verifyAxes(*this, getAxes())))
    return failure();
  if (failed(verifyManualTypes(*this, "operand", getOperandTypes(),
                               getInShardings(), getBody().getArgumentTypes())))
    return failure();
  return verifyManualTypes(
      *this, "result", getResultTypes(), getOutShardings(),
      getBody().front().getTerminator()->getOperandTypes());
}

//===----------------------------------------------------------------------===//
// kernel
//===----------------------------------------------------------------------===//

LogicalResult KernelOp::verify() {
  int64_t flops = getFlops(), bytes = getBytes(), ns = getPredictedNs();
  if (flops < 0 || bytes < 0 || ns < 0)
    return emitOpError("flops, bytes and predicted_ns must not be negative, "
                       "got: ")
           << flops << ", " << bytes << ", " << ns;
  TypeRange yielded = getBody().front().getTerminator()->getOperandTypes();
  if (yielded != getResultTypes())
    return emitOpError("must yield its results' types, got: ")
           << yielded << " for " << getResultTypes();
  return success();
}

#define GET_OP_CLASSES
#include "plait/dialects/plait/PlaitOps.cpp.inc"
