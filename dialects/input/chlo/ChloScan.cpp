//===- ChloScan.cpp - Syntax and rules of chlo.scan -----------------------===//

#include "plait/dialects/input/chlo/Chlo.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace plait::chlo;

//===----------------------------------------------------------------------===//
// Syntax
//===----------------------------------------------------------------------===//

using Operands = SmallVector<OpAsmParser::UnresolvedOperand>;

static ParseResult resolve(OpAsmParser &parser, const Operands &inputs,
                           const Operands &inits, FunctionType type, SMLoc loc,
                           OperationState &result) {
  Operands all(inputs);
  all.append(inits);
  if (parser.resolveOperands(all, type.getInputs(), loc, result.operands))
    return failure();
  // The last results are the carries, one per init.
  if (type.getNumResults() < inits.size())
    return parser.emitError(loc)
           << "there must be a result per init, " << inits.size()
           << ", got: " << type.getNumResults();
  result.addTypes(type.getResults());
  auto segments = [&](size_t first, size_t second) {
    return parser.getBuilder().getDenseI32ArrayAttr(
        {static_cast<int32_t>(first), static_cast<int32_t>(second)});
  };
  result.addAttribute(ScanOp::getOperandSegmentSizeAttr(),
                      segments(inputs.size(), inits.size()));
  result.addAttribute(
      ScanOp::getResultSegmentSizeAttr(),
      segments(type.getNumResults() - inits.size(), inits.size()));
  return success();
}

ParseResult ScanOp::parse(OpAsmParser &parser, OperationState &result) {
  Operands inputs, inits;
  int64_t dimension;
  FunctionType type;
  if (parser.parseOperandList(inputs, OpAsmParser::Delimiter::Paren) ||
      parser.parseKeyword("inits") ||
      parser.parseOperandList(inits, OpAsmParser::Delimiter::Paren) ||
      parser.parseKeyword("dimension") || parser.parseEqual() ||
      parser.parseInteger(dimension) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.parseRegion(*result.addRegion()) || parser.parseColon())
    return failure();
  result.addAttribute(getDimensionAttrName(result.name),
                      parser.getBuilder().getI64IntegerAttr(dimension));
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseType(type))
    return failure();
  return resolve(parser, inputs, inits, type, loc, result);
}

void ScanOp::print(OpAsmPrinter &printer) {
  printer << '(' << getInputs() << ") inits (" << getInits()
          << ") dimension=" << getDimension();
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(), {getDimensionAttrName(), getOperandSegmentSizeAttr(),
                            getResultSegmentSizeAttr()});
  printer << ' ';
  printer.printRegion(getBody());
  printer << " : ";
  printer.printFunctionalType(*this);
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

/// All inputs and outputs have `dimension`, of one size (scan_c1).
static LogicalResult verifyDimension(ScanOp op) {
  int64_t dimension = op.getDimension(), size = ShapedType::kDynamic;
  SmallVector<Value> values(op.getInputs());
  llvm::append_range(values, op.getOutputs());
  for (Value value : values) {
    auto type = cast<RankedTensorType>(value.getType());
    if (dimension < 0 || dimension >= type.getRank())
      return op.emitOpError("'dimension' must be in [0, ")
             << type.getRank() << "), got: " << dimension;
    if (failed(verifyCompatibleShape({size}, {type.getDimSize(dimension)})))
      return op.emitOpError("the scanned dimension must have one size, got: ")
             << size << " and " << type.getDimSize(dimension);
    if (ShapedType::isDynamic(size))
      size = type.getDimSize(dimension);
  }
  return success();
}

LogicalResult ScanOp::verify() {
  if (failed(verifyDimension(*this)))
    return failure();
  if (getCarries().size() != getInits().size()) // scan_c2
    return emitOpError("there must be as many carries as inits, ")
           << getInits().size() << ", got: " << getCarries().size();
  for (auto [init, carry] : llvm::zip(getInits(), getCarries()))
    if (failed(verifyCompatibleShape(init.getType(), carry.getType())) ||
        getElementTypeOrSelf(init) != getElementTypeOrSelf(carry))
      return emitOpError("a carry must be of its init's type ")
             << init.getType() << ", got: " << carry.getType();
  return success();
}

/// `type` without its dimension `dimension`.
static RankedTensorType getSlice(Type type, int64_t dimension) {
  auto tensor = cast<RankedTensorType>(type);
  SmallVector<int64_t> shape(tensor.getShape());
  shape.erase(shape.begin() + dimension);
  return RankedTensorType::get(shape, tensor.getElementType());
}

/// `got` must be slices of `sliced`, then values like `carried`.
static LogicalResult verifyBody(ScanOp op, StringRef what, TypeRange got,
                                TypeRange sliced, TypeRange carried) {
  SmallVector<Type> wanted;
  for (Type type : sliced)
    wanted.push_back(getSlice(type, op.getDimension()));
  llvm::append_range(wanted, carried);
  if (got.size() != wanted.size())
    return op.emitOpError("the body must have ")
           << wanted.size() << " " << what << "s, got: " << got.size();
  for (auto [index, want, have] : llvm::enumerate(wanted, got))
    if (failed(verifyCompatibleShape(want, have)) ||
        getElementTypeOrSelf(want) != getElementTypeOrSelf(have))
      return op.emitOpError("the body's ")
             << what << " #" << index << " must be of type " << want
             << ", got: " << have;
  return success();
}

LogicalResult ScanOp::verifyRegions() {
  Block &body = getBody().front();
  if (failed(verifyBody(*this, "argument", body.getArgumentTypes(), // scan_c3
                        getInputs().getTypes(), getInits().getTypes())))
    return failure();
  return verifyBody(*this, "result", body.back().getOperandTypes(), // scan_c4
                    getOutputs().getTypes(), getCarries().getTypes());
}
