//===- TrainingStep.cpp - The update of parameters, read from IR ----------===//
#include "TrainingStep.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "plait/analysis/ShardingRules.h"
#include "plait/dialects/linalgx/Linalgx.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace plait::place {

//===----------------------------------------------------------------------===//
// Elementwise ops
//===----------------------------------------------------------------------===//

static ArrayRef<int64_t> shapeOf(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type ? type.getShape() : ArrayRef<int64_t>();
}

/// The inputs that a structured op reads where it writes.
static std::optional<SmallVector<Value, 2>> sameShapeInputs(linalg::LinalgOp op,
                                                            OpResult result) {
  if (op.getNumReductionLoops() != 0 || !op.hasPureTensorSemantics())
    return std::nullopt;
  OpOperand *init = op.getDpsInitOperand(result.getResultNumber());
  if (!op.getMatchingIndexingMap(init).isIdentity())
    return std::nullopt;
  SmallVector<Value, 2> inputs;
  for (OpOperand *input : op.getDpsInputOperands())
    if (isa<RankedTensorType>(input->get().getType()) &&
        op.getMatchingIndexingMap(input).isIdentity() &&
        shapeOf(input->get()) == shapeOf(result))
      inputs.push_back(input->get());
  return inputs;
}

std::optional<SmallVector<Value, 2>> elementwiseOperands(Value value) {
  auto result = dyn_cast<OpResult>(value);
  if (!result || !isa<RankedTensorType>(value.getType()))
    return std::nullopt;
  Operation *op = result.getOwner();
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    return sameShapeInputs(structured, result);
  if (isa<ConstraintOp, GatherOp>(op))
    return SmallVector<Value, 2>{op->getOperand(0)};
  if (isa<linalgx::BarrierOp>(op))
    return SmallVector<Value, 2>{op->getOperand(result.getResultNumber())};
  if (!OpTrait::hasElementwiseMappableTraits(op) || op->getNumOperands() == 0)
    return std::nullopt;
  SmallVector<Value, 2> inputs;
  for (Value operand : op->getOperands())
    if (isa<RankedTensorType>(operand.getType()))
      inputs.push_back(operand);
  return inputs;
}

bool isMadeOfScalars(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  DenseElementsAttr dense;
  if (isa<tensor::EmptyOp, tensor::SplatOp, linalg::FillOp>(op))
    return true;
  if (matchPattern(value, m_Constant(&dense)))
    return dense.isSplat();
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  return structured && structured.getNumReductionLoops() == 0 &&
         llvm::all_of(structured.getDpsInputs(), [](Value input) {
           auto type = dyn_cast<RankedTensorType>(input.getType());
           return !type || type.getRank() == 0;
         });
}

//===----------------------------------------------------------------------===//
// Stacks
//===----------------------------------------------------------------------===//

/// The dimensions along which `part` is one slice of `whole`.
static void cutDims(Value whole, Value part, SmallVectorImpl<int> &dims) {
  for (auto [d, size] : llvm::enumerate(shapeOf(whole)))
    if (shapeOf(part)[d] != size)
      dims.push_back(d);
}

/// One layer of a stack whose loop is unrolled: whole but for dimension 0, of
/// which it has one position.
static bool isUnrolledSlice(tensor::ExtractSliceOp slice,
                            SmallVectorImpl<int> &dims) {
  ArrayRef<int64_t> whole = slice.getSourceType().getShape();
  if (slice.getType().getRank() != slice.getSourceType().getRank() ||
      whole.size() < 2 || whole[0] == 1 || !slice.hasUnitStride() ||
      slice.getType().getShape()[0] != 1 ||
      slice.getType().getShape().drop_front() != whole.drop_front())
    return false;
  dims.push_back(0);
  return true;
}

bool isStackSlice(Operation *op, SmallVectorImpl<int> &dims) {
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
    return isUnrolledSlice(slice, dims);
  auto slice = dyn_cast<linalgx::DynamicSliceOp>(op);
  if (!slice || !slice->getParentOfType<LoopLikeOpInterface>())
    return false;
  cutDims(slice.getOperand(), slice.getResult(), dims);
  return llvm::all_of(
      dims, [&](int d) { return shapeOf(slice.getResult())[d] == 1; });
}

/// Where a loop fills a stack slice by slice: the op that writes the slice.
static linalgx::DynamicUpdateSliceOp stackWrite(Value value) {
  auto loop = value.getDefiningOp<scf::ForOp>();
  if (!loop)
    return {};
  unsigned number = cast<OpResult>(value).getResultNumber();
  Value yielded = loop.getBody()->getTerminator()->getOperand(number);
  auto write = yielded.getDefiningOp<linalgx::DynamicUpdateSliceOp>();
  bool fills = write && write->getBlock() == loop.getBody() &&
               write.getOperand() == loop.getRegionIterArg(number);
  return fills ? write : linalgx::DynamicUpdateSliceOp();
}

Value addedPerTrip(Value value) {
  auto loop = value.getDefiningOp<scf::ForOp>();
  if (!loop)
    return {};
  unsigned number = cast<OpResult>(value).getResultNumber();
  Value yielded = loop.getBody()->getTerminator()->getOperand(number);
  auto add = yielded.getDefiningOp<linalg::GenericOp>();
  std::optional<ShardingRule> rule = add && add->getBlock() == loop.getBody()
                                         ? shardingRuleOf(add)
                                         : std::nullopt;
  if (!rule || !rule->jointlyLinear || add.getNumDpsInputs() != 2 ||
      add.getNumReductionLoops() != 0)
    return {};
  Value carried = loop.getRegionIterArg(number);
  if (add.getDpsInputs()[0] == carried)
    return add.getDpsInputs()[1];
  return add.getDpsInputs()[1] == carried ? add.getDpsInputs()[0] : Value();
}

/// The slices that `value` is put together from: written one by one in a loop,
/// or, where that is unrolled, joined, or padded with zeros and added. False
/// where it is anything else.
static bool findSlices(Value value, SmallVectorImpl<Value> &slices,
                       SmallVectorImpl<int> &dims) {
  if (auto write = stackWrite(value)) {
    cutDims(value, write.getUpdate(), dims);
    slices.push_back(write.getUpdate());
    return true;
  }
  if (auto pad = value.getDefiningOp<tensor::PadOp>()) {
    SmallVector<int> cut;
    cutDims(value, pad.getSource(), cut);
    Value filler = pad.getConstantPaddingValue();
    bool isZero = filler && (matchPattern(filler, m_AnyZeroFloat()) ||
                             matchPattern(filler, m_Zero()));
    if (!isZero || cut != ArrayRef<int>{0} || shapeOf(pad.getSource())[0] != 1)
      return false;
    dims.push_back(0);
    slices.push_back(pad.getSource());
    return true;
  }
  Operation *op = value.getDefiningOp();
  if (auto join = dyn_cast_or_null<tensor::ConcatOp>(op)) {
    dims.push_back(0);
    return join.getDim() == 0 &&
           llvm::all_of(join.getInputs(), [&](Value input) {
             if (shapeOf(input)[0] == 1)
               slices.push_back(input);
             return shapeOf(input)[0] <= 1 || findSlices(input, slices, dims);
           });
  }
  std::optional<ShardingRule> rule = op ? shardingRuleOf(op) : std::nullopt;
  if (!rule)
    return false;
  auto operands = elementwiseOperands(value);
  return operands && operands->size() == 2 && rule->jointlyLinear &&
         findSlices((*operands)[0], slices, dims) &&
         findSlices((*operands)[1], slices, dims);
}

//===----------------------------------------------------------------------===//
// One parameter
//===----------------------------------------------------------------------===//

std::optional<StateKind> stateOf(func::FuncOp main, unsigned argument) {
  auto state = main.getArgAttrOfType<StateAttr>(argument, kStateAttr);
  return state ? std::optional(state.getKind()) : std::nullopt;
}

std::string nameOf(func::FuncOp main, unsigned argument) {
  auto name = main.getArgAttrOfType<StringAttr>(argument, kNameAttr);
  return name ? name.str() : "arg" + std::to_string(argument);
}

Sharding statedSharding(func::FuncOp main, unsigned argument,
                        const Mesh &mesh) {
  auto type = cast<RankedTensorType>(main.getArgumentTypes()[argument]);
  auto attr = main.getArgAttrOfType<ShardingAttr>(argument, kShardingAttr);
  Sharding sharding =
      attr ? attr.toValue(mesh) : Sharding::replicatedOf(type.getRank());
  sharding.replicated.clear();
  return sharding;
}

namespace {
/// Walks back from the new values of parameters. What it finds of a value is
/// the same for all parameters, and remembered.
class UpdateReader {
public:
  explicit UpdateReader(func::FuncOp main) : main(main) {
    for (BlockArgument argument : main.getArguments()) {
      auto type = dyn_cast<RankedTensorType>(argument.getType());
      auto state = stateOf(main, argument.getArgNumber());
      // A counter of steps may seed what the forward pass draws.
      if (type && type.getRank() > 0 && isa<FloatType>(type.getElementType()) &&
          state == StateKind::Optimizer)
        follow(argument, optimized);
      if (state == StateKind::Batch)
        follow(argument, fromBatch);
    }
  }

  void read(Parameter &parameter) {
    taken.clear();
    if (!hasState(parameter.newValue))
      return takeGradient(parameter, parameter.newValue);
    llvm::SetVector<Value> waiting;
    waiting.insert(parameter.newValue);
    for (size_t i = 0; i < waiting.size(); ++i) {
      Value value = waiting[i];
      if (auto argument = dyn_cast<BlockArgument>(value))
        takeState(parameter, argument);
      parameter.updateOps += value.getDefiningOp() != nullptr;
      for (Value operand : operandsInUpdate(value))
        if (hasState(operand))
          waiting.insert(operand);
        else if (shapeOf(operand) == parameter.type().getShape())
          takeGradient(parameter, operand);
    }
  }

private:
  /// Notes all values that depend on `start`, however.
  static void follow(Value start, llvm::DenseSet<Value> &reached) {
    SmallVector<Value> waiting{start};
    auto push = [&](ValueRange values) {
      for (Value value : values)
        if (reached.insert(value).second)
          waiting.push_back(value);
    };
    while (!waiting.empty())
      for (OpOperand &use : waiting.pop_back_val().getUses()) {
        Operation *op = use.getOwner();
        unsigned number = use.getOperandNumber();
        auto loop = dyn_cast<scf::ForOp>(op);
        if (loop && number >= loop.getNumControlOperands())
          push({loop.getRegionIterArg(number - loop.getNumControlOperands()),
                loop.getResult(number - loop.getNumControlOperands())});
        else if (auto around = dyn_cast<scf::ForOp>(op->getParentOp());
                 around && op->hasTrait<OpTrait::IsTerminator>())
          push({around.getRegionIterArg(number), around.getResult(number)});
        else if (op->hasTrait<OpTrait::IsTerminator>())
          push(op->getParentOp()->getResults());
        else
          push(op->getResults());
      }
  }

  /// What the update reads to make `value`: elementwise, or by any op where an
  /// optimizer state is in it (products of moments, as in Muon).
  SmallVector<Value, 2> operandsInUpdate(Value value) {
    SmallVector<Value, 2> operands =
        elementwiseOperands(value).value_or(SmallVector<Value, 2>());
    Operation *op = value.getDefiningOp();
    if (!optimized.contains(value) || !op)
      return operands;
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      unsigned number = cast<OpResult>(value).getResultNumber();
      return {loop.getBody()->getTerminator()->getOperand(number),
              loop.getInitArgs()[number]};
    }
    bool isElementwise = elementwiseOperands(value).has_value();
    for (Value operand : op->getOperands())
      if (isa<RankedTensorType>(operand.getType()) &&
          (!isElementwise || optimized.contains(operand)))
        operands.push_back(operand);
    return operands;
  }

  /// Whether a parameter or optimizer state is in the elementwise cone, or an
  /// optimizer state anywhere before.
  bool hasState(Value value) {
    if (optimized.contains(value))
      return true;
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      if (argument.getOwner() != &main.getBody().front())
        return false;
      auto state = stateOf(main, argument.getArgNumber());
      return state == StateKind::Parameter || state == StateKind::Optimizer;
    }
    if (auto known = states.find(value); known != states.end())
      return known->second;
    bool found = false;
    if (auto operands = elementwiseOperands(value))
      for (Value operand : *operands)
        found |= hasState(operand);
    return states[value] = found;
  }

  /// Where all paths of the elementwise cone begin.
  Value beginning(Value value) {
    if (auto known = beginnings.find(value); known != beginnings.end())
      return known->second;
    Value found = value;
    if (auto operands = elementwiseOperands(value)) {
      llvm::erase_if(*operands, isMadeOfScalars);
      llvm::SmallSetVector<Value, 2> all;
      for (Value operand : *operands)
        all.insert(beginning(operand));
      if (all.size() == 1)
        found = all.front();
    }
    return beginnings[value] = found;
  }

  /// Whether a value is examples as they came, at most in another shape.
  static bool isBatch(Value value) {
    while (Operation *op = value.getDefiningOp()) {
      auto structured = dyn_cast<linalg::LinalgOp>(op);
      bool isView =
          isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp, ConstraintOp>(
              op) ||
          (structured && structured.getNumReductionLoops() == 0 &&
           structured.getNumDpsInputs() == 1);
      if (!isView)
        return false;
      value = op->getOperand(0);
    }
    return true;
  }

  /// Whether each trip computes gradients of examples of its own, from the
  /// examples on: a loop of the backward pass, over time or layers, reads what
  /// the forward pass has computed.
  bool isOverMicroBatches(scf::ForOp loop) const {
    if (llvm::any_of(loop.getInitArgs(),
                     [&](Value init) { return fromBatch.contains(init); }))
      return false;
    WalkResult walk = loop.getBody()->walk([&](Operation *op) {
      for (Value operand : op->getOperands())
        if (fromBatch.contains(operand) &&
            !loop.getRegion().isAncestor(operand.getParentRegion()) &&
            !isBatch(operand))
          return WalkResult::interrupt();
      return WalkResult::advance();
    });
    return !walk.wasInterrupted();
  }

  void takeState(Parameter &parameter, BlockArgument argument) {
    unsigned number = argument.getArgNumber();
    if (argument != parameter.value &&
        stateOf(main, number) == StateKind::Optimizer &&
        !llvm::is_contained(parameter.optimizer, number))
      parameter.optimizer.push_back(number);
  }

  void takeGradient(Parameter &parameter, Value value) {
    Value gradient = beginning(value);
    // Noise and schedules depend on no example; neither does a gradient that is
    // zero since nothing reads the parameter.
    if (isa<BlockArgument>(gradient) ||
        !(fromBatch.empty() || fromBatch.contains(gradient)))
      return;
    if (llvm::is_contained(taken, gradient))
      return;
    taken.push_back(gradient);
    Value part = gradient;
    int64_t microBatches = 1;
    while (Value added = addedPerTrip(part)) {
      auto loop = part.getDefiningOp<scf::ForOp>();
      if (!isOverMicroBatches(loop))
        break;
      if (std::optional<llvm::APInt> trips = loop.getStaticTripCount())
        microBatches *= trips->getSExtValue();
      part = beginning(added);
    }
    SmallVector<Value> slices;
    SmallVector<int> dims;
    bool isStack = findSlices(part, slices, dims);
    if (isStack) {
      llvm::append_range(parameter.stacked, dims);
      llvm::append_range(parameter.gradients, slices);
    } else {
      parameter.gradients.push_back(gradient);
    }
    parameter.microBatches = microBatches;
    bool isOnly = taken.size() == 1 && !isStack && part != gradient;
    parameter.gradientPerTrip = isOnly ? part : Value();
  }

  func::FuncOp main;
  llvm::DenseSet<Value> optimized, fromBatch;
  SmallVector<Value, 1> taken; // gradients of the parameter at hand
  llvm::DenseMap<Value, bool> states;
  llvm::DenseMap<Value, Value> beginnings;
};
} // namespace

TrainingStep TrainingStep::read(func::FuncOp main) {
  TrainingStep step;
  step.main = main;
  UpdateReader reader(main);
  Operation *end = main.getBody().front().getTerminator();
  for (BlockArgument argument : main.getArguments()) {
    unsigned number = argument.getArgNumber();
    if (stateOf(main, number) != StateKind::Parameter ||
        !isa<RankedTensorType>(argument.getType()))
      continue;
    Parameter parameter;
    parameter.argument = number;
    parameter.value = argument;
    for (Operation *user : argument.getUsers())
      isStackSlice(user, parameter.stacked);
    auto alias = main.getArgAttrOfType<IntegerAttr>(number, kAliasAttr);
    if (alias && alias.getInt() < end->getNumOperands()) {
      parameter.result = alias.getInt();
      parameter.newValue = end->getOperand(parameter.result);
      reader.read(parameter);
    }
    llvm::sort(parameter.stacked);
    parameter.stacked.erase(llvm::unique(parameter.stacked),
                            parameter.stacked.end());
    step.parameters.push_back(std::move(parameter));
  }
  return step;
}

} // namespace plait::place
