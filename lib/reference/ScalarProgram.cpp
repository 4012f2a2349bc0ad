//===- ScalarProgram.cpp - A scalar body as a list of instructions --------===//

#include "ScalarProgram.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace plait::reference;

llvm::StringRef plait::reference::str(Fault fault) {
  switch (fault) {
  case Fault::None:
    return "nothing";
  case Fault::DivisionByZero:
    return "an integer division by zero or an overflowing one";
  case Fault::ShiftTooFar:
    return "a shift by the width or more";
  case Fault::OutOfIntegerRange:
    return "a conversion of a float that the integer type cannot hold";
  }
  return "";
}

const ScalarTable &plait::reference::scalarTable() {
  static const ScalarTable table = [] {
    ScalarTable made;
    addArithOps(made);
    addConversionOps(made);
    addMathOps(made);
    addComplexOps(made);
    return made;
  }();
  return table;
}

//===----------------------------------------------------------------------===//
// One op
//===----------------------------------------------------------------------===//

/// Types and function, without registers.
static std::optional<Instruction> select(Operation *op) {
  auto it = scalarTable().find(op->getName().getStringRef());
  if (it == scalarTable().end() || op->getNumResults() != 1 ||
      op->getNumOperands() < 1 || op->getNumOperands() > 3)
    return std::nullopt;
  std::optional<ScalarType> type =
      ScalarType::of(getElementTypeOrSelf(op->getResult(0).getType()));
  std::optional<ScalarType> operandType =
      ScalarType::of(getElementTypeOrSelf(op->getOperand(0).getType()));
  if (!type || !operandType)
    return std::nullopt;
  Instruction instruction;
  instruction.type = *type;
  instruction.operandType = *operandType;
  instruction.run = it->second(op, instruction);
  if (!instruction.run)
    return std::nullopt;
  return instruction;
}

std::optional<Instruction> plait::reference::instructionFor(Operation *op) {
  std::optional<Instruction> instruction = select(op);
  if (!instruction)
    return std::nullopt;
  for (unsigned i = 0; i < op->getNumOperands(); ++i)
    instruction->from[i] = 1 + i;
  instruction->to = 4;
  return instruction;
}

//===----------------------------------------------------------------------===//
// A block
//===----------------------------------------------------------------------===//

namespace plait::reference {
struct Compiler {
  Block &block;
  ScalarProgram program;
  llvm::DenseMap<Value, unsigned> places;

  explicit Compiler(Block &block) : block(block) {}

  unsigned addRegister(Slot content = {}) {
    program.initial.push_back(content);
    return program.initial.size() - 1;
  }

  /// The register of a value; one from outside is a capture, or a constant.
  FailureOr<unsigned> placeOf(Operation *user, Value value) {
    if (auto it = places.find(value); it != places.end())
      return it->second;
    if (!ScalarType::of(value.getType()))
      return user->emitError("the reference interpreter cannot use a value of "
                             "this type in a scalar body, got: ")
             << value.getType();
    Attribute constant;
    std::optional<Slot> content;
    if (matchPattern(value, m_Constant(&constant)))
      content = slotOf(constant);
    unsigned place = addRegister(content.value_or(Slot{}));
    if (!content)
      program.captured.emplace_back(value, place);
    places[value] = place;
    return place;
  }

  LogicalResult addConstant(Operation &op, Attribute value) {
    std::optional<Slot> content = slotOf(value);
    if (!content)
      return op.emitError("the reference interpreter cannot read this "
                          "constant in a scalar body, got: ")
             << value;
    places[op.getResult(0)] = addRegister(*content);
    return success();
  }

  LogicalResult addInstruction(Operation &op) {
    std::optional<Instruction> instruction = select(&op);
    if (!instruction)
      return op.emitError("the reference interpreter does not know '")
             << op.getName() << "' in a scalar body";
    for (auto [i, operand] : llvm::enumerate(op.getOperands())) {
      FailureOr<unsigned> place = placeOf(&op, operand);
      if (failed(place))
        return failure();
      instruction->from[i] = *place;
    }
    instruction->to = places[op.getResult(0)] = addRegister();
    program.code.push_back(*instruction);
    return success();
  }

  /// An integer op of arith on two registers.
  unsigned addInteger(StringRef name, unsigned a, unsigned b) {
    Instruction instruction; // its types are those of index
    instruction.run = scalarTable().lookup(name)(nullptr, instruction);
    instruction.from[0] = a;
    instruction.from[1] = b;
    instruction.to = addRegister();
    program.code.push_back(instruction);
    return instruction.to;
  }

  /// The register of an affine expression of the given registers.
  unsigned addExpression(AffineExpr expr, ArrayRef<unsigned> dims,
                         ArrayRef<unsigned> symbols) {
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      return dims[dim.getPosition()];
    if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
      return symbols[symbol.getPosition()];
    if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
      Slot slot;
      slot.i = constant.getValue();
      return addRegister(slot);
    }
    auto binary = cast<AffineBinaryOpExpr>(expr);
    unsigned a = addExpression(binary.getLHS(), dims, symbols);
    unsigned b = addExpression(binary.getRHS(), dims, symbols);
    switch (binary.getKind()) {
    case AffineExprKind::Add:
      return addInteger("arith.addi", a, b);
    case AffineExprKind::Mul:
      return addInteger("arith.muli", a, b);
    case AffineExprKind::FloorDiv:
      return addInteger("arith.floordivsi", a, b);
    case AffineExprKind::CeilDiv:
      return addInteger("arith.ceildivsi", a, b);
    default: { // mod: what floordiv leaves
      unsigned whole = addInteger("arith.floordivsi", a, b);
      return addInteger("arith.subi", a, addInteger("arith.muli", whole, b));
    }
    }
  }

  LogicalResult addApply(affine::AffineApplyOp op) {
    SmallVector<unsigned> operands;
    for (Value operand : op->getOperands()) {
      FailureOr<unsigned> place = placeOf(op, operand);
      if (failed(place))
        return failure();
      operands.push_back(*place);
    }
    AffineMap map = op.getAffineMap();
    auto all = ArrayRef<unsigned>(operands);
    places[op.getResult()] =
        addExpression(map.getResult(0), all.take_front(map.getNumDims()),
                      all.drop_front(map.getNumDims()));
    return success();
  }

  LogicalResult add(Operation &op) {
    Attribute constant;
    if (matchPattern(&op, m_Constant(&constant)))
      return addConstant(op, constant);
    if (auto index = dyn_cast<linalg::IndexOp>(op)) {
      unsigned place = places[index.getResult()] = addRegister();
      program.indexRegisters.emplace_back(index.getDim(), place);
      return success();
    }
    if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
      return addApply(apply);
    return addInstruction(op);
  }

  LogicalResult run() {
    addRegister(); // the fault
    for (BlockArgument argument : block.getArguments()) {
      places[argument] = addRegister();
      program.readArguments.push_back(!argument.use_empty());
    }
    for (Operation &op : block.without_terminator())
      if (failed(add(op)))
        return failure();
    Operation *end = block.getTerminator();
    for (Value value : end->getOperands()) {
      FailureOr<unsigned> place = placeOf(end, value);
      if (failed(place))
        return failure();
      program.resultRegisters.push_back(*place);
    }
    return success();
  }
};
} // namespace plait::reference

FailureOr<ScalarProgram> ScalarProgram::compile(Block &block) {
  Compiler compiler(block);
  if (failed(compiler.run()))
    return failure();
  return std::move(compiler.program);
}
