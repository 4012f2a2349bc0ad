//===- Machine.cpp - N simulated devices in lockstep ----------------------===//

#include "Machine.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include <cmath>

using namespace mlir;
using namespace plait::reference;

//===----------------------------------------------------------------------===//
// Contents
//===----------------------------------------------------------------------===//

Content Machine::get(Value value, int device) const {
  auto it = contents.find(value);
  return it == contents.end() ? Content() : it->second[device];
}

void Machine::set(Value value, int device, Content content) {
  std::vector<Content> &all = contents[value];
  if (all.empty())
    all.resize(devices);
  all[device] = std::move(content);
}

static bool missing(Operation *user, Value value, StringRef what) {
  user->emitError("the reference interpreter needs ")
      << what << " here, got: " << value.getType();
  return false;
}

bool Machine::read(Operation *user, Value value, int device, Tensor &to) {
  Content content = get(value, device);
  if (!std::holds_alternative<Tensor>(content))
    return missing(user, value, "a tensor");
  to = std::get<Tensor>(std::move(content));
  return true;
}

bool Machine::read(Operation *user, Value value, int device, Slot &to) {
  Content content = get(value, device);
  if (!std::holds_alternative<Slot>(content))
    return missing(user, value, "a number");
  to = std::get<Slot>(content);
  return true;
}

bool Machine::read(Operation *user, Value value, int device, int64_t &to) {
  Slot slot;
  if (!read(user, value, device, slot))
    return false;
  to = static_cast<int64_t>(slot.i);
  return true;
}

bool Machine::read(Operation *user, ArrayRef<OpFoldResult> numbers, int device,
                   SmallVectorImpl<int64_t> &to) {
  to.clear();
  for (OpFoldResult number : numbers) {
    int64_t value = 0;
    if (std::optional<int64_t> constant = getConstantIntValue(number))
      value = *constant;
    else if (!read(user, cast<Value>(number), device, value))
      return false;
    to.push_back(value);
  }
  return true;
}

void Machine::assign(ValueRange to, ValueRange from, Devices on) {
  for (int device : on) {
    SmallVector<Content> values;
    for (Value value : from)
      values.push_back(get(value, device));
    for (auto [target, content] : llvm::zip(to, values))
      set(target, device, std::move(content));
  }
}

bool Frame::readCaptures(Operation *user, const ScalarProgram &program,
                         MutableArrayRef<Slot> registers) {
  for (auto [value, place] : program.captures())
    if (!read(user, value, registers[place]))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// Per op of the block, the block's values that no later op uses: their memory
/// is given back after it. What the terminator uses stays.
const llvm::DenseMap<Operation *, SmallVector<Value>> &
Machine::lastUses(Block &block) {
  auto &known = uses[&block];
  if (known)
    return *known;
  known = std::make_unique<llvm::DenseMap<Operation *, SmallVector<Value>>>();
  SmallVector<Value> values(block.getArguments());
  for (Operation &op : block)
    values.append(op.result_begin(), op.result_end());
  for (Value value : values) {
    Operation *last = value.getDefiningOp();
    for (Operation *user : value.getUsers()) {
      Operation *here = block.findAncestorOpInBlock(*user);
      if (here && (!last || last->isBeforeInBlock(here)))
        last = here;
    }
    if (last && !last->hasTrait<OpTrait::IsTerminator>())
      (*known)[last].push_back(value);
  }
  return *known;
}

LogicalResult Machine::runBlock(Block &block, Devices on) {
  const auto &ends = lastUses(block);
  for (Operation &op : block) {
    if (op.hasTrait<OpTrait::IsTerminator>())
      break;
    if (failed(runOp(&op, on)))
      return failure();
    auto it = ends.find(&op);
    if (it == ends.end())
      continue;
    for (Value value : it->second)
      for (int device : on)
        set(value, device, {});
  }
  return success();
}

static const OpTable &opTable() {
  static const OpTable table = [] {
    OpTable made;
    addAffineOps(made);
    addTensorOps(made);
    addIndexedOps(made);
    addControlFlowOps(made);
    addCollectiveOps(made);
    addManualOps(made);
    return made;
  }();
  return table;
}

LogicalResult Machine::runOp(Operation *op, Devices on) {
  const auto &entries = opTable().entries;
  auto it = entries.find(op->getName().getStringRef());
  if (it != entries.end())
    return it->second(op, *this, on);
  if (!isa<linalg::LinalgOp>(op))
    return runScalarOp(op, on);
  for (int device : on) {
    Frame frame{*this, device};
    if (failed(runStructured(op, frame)))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Scalar ops outside of bodies, also elementwise on tensors
//===----------------------------------------------------------------------===//

LogicalResult plait::reference::checkFault(Operation *op,
                                           const Slot *registers) {
  if (registers[0].i == 0)
    return success();
  return op->emitError("this op does what has no meaning: ")
         << str(static_cast<Fault>(static_cast<int>(registers[0].i)));
}

RankedTensorType plait::reference::heldType(Operation *op, Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (tensor && tensor.hasStaticShape() &&
      Tensor::isSupported(tensor.getElementType()))
    return tensor;
  op->emitError("the reference interpreter holds tensors of static shape and "
                "of integers, floats or complex numbers, got: ")
      << type;
  return {};
}

static LogicalResult runOnNumbers(Operation *op, const Instruction &code,
                                  Frame &frame) {
  Slot registers[5] = {};
  for (auto [i, operand] : llvm::enumerate(op->getOperands()))
    if (!frame.read(op, operand, registers[1 + i]))
      return failure();
  code.run(code, registers);
  if (failed(checkFault(op, registers)))
    return failure();
  return frame.give(op->getResult(0), registers[4]);
}

/// A scalar operand counts for every element.
static LogicalResult runOnTensors(Operation *op, const Instruction &code,
                                  Frame &frame) {
  RankedTensorType type = heldType(op, op->getResult(0).getType());
  if (!type)
    return failure();
  Slot registers[5] = {};
  SmallVector<std::pair<unsigned, Tensor>> tensors;
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    Tensor tensor;
    if (!isa<RankedTensorType>(operand.getType())) {
      if (!frame.read(op, operand, registers[1 + i]))
        return failure();
      continue;
    }
    if (!frame.read(op, operand, tensor))
      return failure();
    tensors.emplace_back(1 + i, tensor);
  }
  Tensor result(type.getElementType(), type.getShape());
  char *to = result.mutableData();
  for (int64_t e = 0; e < result.numElements(); ++e) {
    for (auto &[place, tensor] : tensors)
      registers[place] = load(*ScalarType::of(tensor.elementType()),
                              tensor.data() + e * tensor.elementBytes());
    code.run(code, registers);
    store(code.type, registers[4], to + e * code.type.bytes);
  }
  if (failed(checkFault(op, registers)))
    return failure();
  return frame.give(op->getResult(0), result);
}

LogicalResult Machine::runScalarOp(Operation *op, Devices on) {
  Attribute constant;
  if (matchPattern(op, m_Constant(&constant))) {
    std::optional<Slot> slot = slotOf(constant);
    if (!slot)
      return op->emitError("the reference interpreter cannot read this "
                           "constant");
    for (int device : on)
      set(op->getResult(0), device, *slot);
    return success();
  }
  std::optional<Instruction> code = instructionFor(op);
  if (!code)
    return op->emitError("the reference interpreter does not know '")
           << op->getName() << "' on these types";
  bool onTensors = isa<RankedTensorType>(op->getResult(0).getType());
  for (int device : on) {
    Frame frame{*this, device};
    if (failed(onTensors ? runOnTensors(op, *code, frame)
                         : runOnNumbers(op, *code, frame)))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Sites
//===----------------------------------------------------------------------===//

void Machine::count(int64_t site, StringRef kind, ArrayRef<double> received) {
  Site &entry = sites[site];
  entry.kind = kind.str();
  ++entry.executions;
  entry.received.resize(devices, 0);
  for (auto [total, bytes] : llvm::zip(entry.received, received))
    total += bytes;
}

std::vector<SiteCount> Machine::siteCounts() const {
  std::vector<SiteCount> counts;
  for (const auto &[site, entry] : sites) {
    double most = 0;
    for (double bytes : entry.received)
      most = std::max(most, bytes);
    counts.push_back({site, entry.kind, entry.executions,
                      static_cast<int64_t>(std::ceil(most - 1e-6))});
  }
  return counts;
}

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

FailureOr<Outcome>
plait::reference::interpret(func::FuncOp main,
                            const std::vector<std::vector<Tensor>> &arguments,
                            const ForeignCode &foreign) {
  if (main.isDeclaration() || main.getBlocks().size() != 1)
    return main.emitError("the reference interpreter runs functions of one "
                          "block, got: ")
           << main.getBlocks().size() << " blocks";
  Block &block = main.getBody().front();
  Machine machine(arguments.size(), foreign);
  auto all = llvm::to_vector(llvm::seq<int>(0, arguments.size()));
  for (int device : all) {
    if (arguments[device].size() != block.getNumArguments())
      return main.emitError("needs ")
             << block.getNumArguments()
             << " arguments per device, got: " << arguments[device].size();
    for (auto [argument, tensor] :
         llvm::zip(block.getArguments(), arguments[device])) {
      auto type = dyn_cast<RankedTensorType>(argument.getType());
      if (!type || type.getShape() != tensor.shape() ||
          type.getElementType() != tensor.elementType())
        return main.emitError("argument ")
               << argument.getArgNumber() << " must be of type "
               << argument.getType() << ", got another tensor";
      machine.set(argument, device, tensor);
    }
  }
  machine.running.insert(main);
  if (failed(machine.runBlock(block, all)))
    return failure();
  Outcome outcome;
  outcome.sites = machine.siteCounts();
  Operation *end = block.getTerminator();
  for (int device : all) {
    std::vector<Tensor> &results = outcome.results.emplace_back();
    for (Value value : end->getOperands()) {
      results.emplace_back();
      if (!machine.read(end, value, device, results.back()))
        return failure();
    }
  }
  return outcome;
}
