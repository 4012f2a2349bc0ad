//===- ReduceAssembly.cpp - Pretty form of reductions ---------------------===//
//
//   stablehlo.reduce(%x init: %i) applies stablehlo.add
//     across dimensions = [..] {..} : (T, I) -> R
//   stablehlo.reduce(%x init: %i), (%y init: %j) across dimensions = [..] {..}
//     : (T, U, I, J) -> (R, S)
//    reducer(%a: I, %b: I) (%c: J, %d: J) { .. }
//
// The header of the second form pairs accumulator and element of each input;
// the block takes all accumulators, then all elements.
//
//===----------------------------------------------------------------------===//

#include "plait/dialects/input/stablehlo/Stablehlo.h"

using namespace mlir;
using namespace plait::stablehlo;

//===----------------------------------------------------------------------===//
// Which bodies have the short form
//===----------------------------------------------------------------------===//

static bool isCombiner(OperationName name) {
  return name.isRegistered() && name.hasTrait<OpTrait::IsCommutative>() &&
         name.getDialectNamespace() == StablehloDialect::getDialectNamespace();
}

/// The one op of the body, if the short form says all about it: a commutative
/// op of (accumulator, element), in that order, without attributes.
static Operation *shortFormCombiner(ReduceOp reduce) {
  if (reduce.getNumOperands() != 2 || reduce.getNumResults() != 1 ||
      !reduce.getBody().hasOneBlock())
    return nullptr;
  Block &block = reduce.getBody().front();
  if (block.getNumArguments() != 2 || block.getOperations().size() != 2)
    return nullptr;
  Operation *op = &block.front();
  Type scalar = reduce.getOperand(1).getType();
  bool matches = isCombiner(op->getName()) && op->getAttrs().empty() &&
                 op->getNumOperands() == 2 && op->getNumResults() == 1 &&
                 op->getOperand(0) == block.getArgument(0) &&
                 op->getOperand(1) == block.getArgument(1) &&
                 op->getResult(0).getType() == scalar &&
                 llvm::all_of(block.getArgumentTypes(),
                              [&](Type type) { return type == scalar; });
  auto end = dyn_cast<ReturnOp>(block.back());
  bool returned = end && end->getNumOperands() == 1 &&
                  end->getOperand(0) == op->getResult(0) &&
                  end->getAttrs().empty();
  return matches && returned ? op : nullptr;
}

//===----------------------------------------------------------------------===//
// Parser
//===----------------------------------------------------------------------===//

/// Parses `(%x init: %i), ..`.
static ParseResult
parseInputs(OpAsmParser &parser,
            SmallVectorImpl<OpAsmParser::UnresolvedOperand> &inputs,
            SmallVectorImpl<OpAsmParser::UnresolvedOperand> &inits) {
  return parser.parseCommaSeparatedList([&] {
    return failure(
        parser.parseLParen() || parser.parseOperand(inputs.emplace_back()) ||
        parser.parseKeyword("init") || parser.parseColon() ||
        parser.parseOperand(inits.emplace_back()) || parser.parseRParen());
  });
}

/// Parses `applies OP`, if it is there.
static ParseResult parseCombiner(OpAsmParser &parser,
                                 std::optional<OperationName> &combiner) {
  if (failed(parser.parseOptionalKeyword("applies")))
    return success();
  SMLoc loc = parser.getCurrentLocation();
  FailureOr<OperationName> name = parser.parseCustomOperationName();
  if (failed(name))
    return failure();
  if (!isCombiner(*name))
    return parser.emitError(loc,
                            "must apply a commutative op of stablehlo, got: ")
           << name->getStringRef();
  combiner = *name;
  return success();
}

/// Builds the body that `applies OP` stands for.
static void buildBody(OpBuilder builder, Region &region, OperationName combiner,
                      Type scalar, Location loc) {
  Block *block = builder.createBlock(&region, {}, {scalar, scalar}, {loc, loc});
  OperationState state(loc, combiner);
  state.addOperands(block->getArguments());
  state.addTypes(scalar);
  Operation *op = builder.create(state);
  ReturnOp::create(builder, loc, op->getResults());
}

/// Parses `reducer(%a: I, %b: I) (..) {..}`.
static ParseResult parseBody(OpAsmParser &parser, Region &region) {
  SmallVector<OpAsmParser::Argument> arguments, elements;
  if (parser.parseKeyword("reducer"))
    return failure();
  while (succeeded(parser.parseOptionalLParen())) {
    if (parser.parseArgument(arguments.emplace_back(), /*allowType=*/true) ||
        parser.parseComma() ||
        parser.parseArgument(elements.emplace_back(), /*allowType=*/true) ||
        parser.parseRParen())
      return failure();
  }
  llvm::append_range(arguments, elements);
  return parser.parseRegion(region, arguments);
}

/// Parses what both forms have after the combiner: dimensions, attributes,
/// types.
static ParseResult parseRest(OpAsmParser &parser, OperationState &result,
                             FunctionType &type) {
  Attribute dimensions;
  if (parser.parseKeyword("across") || parser.parseKeyword("dimensions") ||
      parser.parseEqual())
    return failure();
  dimensions = DenseI64ArrayAttr::parse(parser, {});
  if (!dimensions)
    return failure();
  result.addAttribute("dimensions", dimensions);
  return failure(parser.parseOptionalAttrDict(result.attributes) ||
                 parser.parseColon() || parser.parseType(type));
}

ParseResult ReduceOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::UnresolvedOperand> operands, inits;
  std::optional<OperationName> combiner;
  FunctionType type;
  SMLoc loc = parser.getCurrentLocation();
  if (parseInputs(parser, operands, inits) || parseCombiner(parser, combiner) ||
      parseRest(parser, result, type))
    return failure();
  llvm::append_range(operands, inits);
  if (parser.resolveOperands(operands, type.getInputs(), loc, result.operands))
    return failure();
  result.addTypes(type.getResults());
  Region *body = result.addRegion();
  if (!combiner)
    return parseBody(parser, *body);
  if (operands.size() != 2)
    return parser.emitError(loc, "must have one input to apply an op, got: ")
           << operands.size() / 2;

  // The op inside is where the reduction is. Its location follows the types.
  std::optional<Location> explicitLoc;
  if (parser.parseOptionalLocationSpecifier(explicitLoc))
    return failure();
  if (explicitLoc)
    result.location = *explicitLoc;
  buildBody(OpBuilder(parser.getContext()), *body, *combiner, type.getInput(1),
            result.location);
  return success();
}

//===----------------------------------------------------------------------===//
// Printer
//===----------------------------------------------------------------------===//

static void printBody(OpAsmPrinter &printer, ReduceOp reduce) {
  Block &block = reduce.getBody().front();
  printer.printNewline();
  printer << " reducer";
  unsigned inputs = block.getNumArguments() / 2;
  for (unsigned i = 0; i < inputs; ++i) {
    printer << (i ? " (" : "(");
    printer.printRegionArgument(block.getArgument(i));
    printer << ", ";
    printer.printRegionArgument(block.getArgument(inputs + i));
    printer << ')';
  }
  printer << "  ";
  printer.printRegion(reduce.getBody(), /*printEntryBlockArgs=*/false);
}

void ReduceOp::print(OpAsmPrinter &printer) {
  llvm::interleaveComma(llvm::zip(getInputs(), getInitValues()), printer,
                        [&](auto pair) {
                          printer << '(' << std::get<0>(pair)
                                  << " init: " << std::get<1>(pair) << ')';
                        });
  Operation *combiner = shortFormCombiner(*this);
  if (combiner)
    printer << " applies " << combiner->getName();
  printer << " across dimensions = ";
  getDimensionsAttr().print(printer);
  printer.printOptionalAttrDict((*this)->getAttrs(), {"dimensions"});
  printer << " : ";
  printer.printFunctionalType(*this);
  if (!combiner)
    printBody(printer, *this);
}
