//===- UserValues.cpp - Whose value a moved one is ------------------------===//
#include "CollectiveWriter.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace plait::interop {

CollectiveWriter::CollectiveWriter(ArrayRef<Operation *> ops, func::FuncOp main,
                                   MeshOp mesh)
    : ops(ops), main(main),
      symbol(FlatSymbolRefAttr::get(mesh.getSymNameAttr())),
      mesh(mesh.getValue()), b(main.getContext()) {}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

func::CallOp CollectiveWriter::onlyCall(func::FuncOp function) {
  auto uses = SymbolTable::getSymbolUses(function, main->getParentOp());
  if (function == main || !uses || !llvm::hasSingleElement(*uses))
    return {};
  return dyn_cast<func::CallOp>(uses->begin()->getUser());
}

bool CollectiveWriter::isOnce(Operation *op) {
  for (Operation *parent = op->getParentOp(); parent;
       parent = op->getParentOp()) {
    op = parent;
    if (auto function = dyn_cast<func::FuncOp>(parent)) {
      if (function == main)
        return true;
      func::CallOp call = onlyCall(function);
      if (!call)
        return false;
      op = call;
    } else if (!isa<stablehlo::WhileOp, stablehlo::IfOp, stablehlo::CaseOp>(
                   parent)) {
      return false;
    }
  }
  return false;
}

Operation *CollectiveWriter::userOp(Location location) {
  std::optional<int64_t> number = numberIn(location);
  if (!number || *number >= int64_t(ops.size()))
    return nullptr;
  Operation *op = ops[*number];
  return isOnce(op) ? op : nullptr;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Whether a value of the user's has the shape and the elements of `value`.
static bool fits(Value own, Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  auto ownType = dyn_cast<RankedTensorType>(own.getType());
  return ownType && ownType.getShape() == type.getShape() &&
         ownType.getElementType() == type.getElementType();
}

/// The user's value that a loop carries as `argument`.
Value CollectiveWriter::userCarried(BlockArgument argument) {
  std::optional<CarriedNumber> number = carriedIn(argument.getLoc());
  if (!number || number->op >= int64_t(ops.size()))
    return {};
  auto loop = dyn_cast<stablehlo::WhileOp>(ops[number->op]);
  if (!loop || !isOnce(loop) || number->place >= loop->getNumOperands())
    return {};
  return loop.getBody().getArgument(number->place);
}

Value CollectiveWriter::userResult(OpResult result) {
  Operation *made = result.getOwner();
  if (isa<scf::ForOp, scf::WhileOp>(made)) {
    unsigned i = result.getResultNumber();
    auto counted = dyn_cast<scf::ForOp>(made);
    BlockArgument carried =
        counted ? counted.getRegionIterArg(i)
                : cast<scf::WhileOp>(made).getAfterArguments()[i];
    auto own = dyn_cast_or_null<BlockArgument>(userCarried(carried));
    return own ? own.getOwner()->getParentOp()->getResult(own.getArgNumber())
               : Value();
  }
  Operation *op = userOp(made->getLoc());
  if (!op || op->getNumResults() != 1 ||
      isa<stablehlo::IfOp, stablehlo::CaseOp, stablehlo::WhileOp>(op))
    return {};
  // What the same op of the user's uses further is not its result.
  SmallVector<Value> found{result};
  while (!found.empty())
    for (Operation *user : found.pop_back_val().getUsers()) {
      if (isa<ReshardOp>(user))
        found.push_back(user->getResult(0));
      else if (userOp(user->getLoc()) == op)
        return {};
    }
  return op->getResult(0);
}

Value CollectiveWriter::userValue(Value value) {
  if (value.getDefiningOp<ReshardOp>())
    return moved.lookup(value);
  Value own;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *owner = argument.getOwner()->getParentOp();
    if (!isa<func::FuncOp>(owner))
      own = userCarried(argument);
    else if (argument.getArgNumber() < main.getNumArguments())
      own = main.getArgument(argument.getArgNumber());
  } else {
    own = userResult(cast<OpResult>(value));
  }
  if (!own || !fits(own, value))
    return {};
  Value instead = replaced.lookup(own);
  return instead ? instead : own;
}

//===----------------------------------------------------------------------===//
// Uses
//===----------------------------------------------------------------------===//

static func::FuncOp calleeOf(func::CallOp call) {
  return SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      call, call.getCalleeAttr());
}

static bool isUnchanged(stablehlo::WhileOp loop, unsigned place) {
  Block &body = loop.getBody().front();
  return body.getTerminator()->getOperand(place) == body.getArgument(place);
}

OpOperand *CollectiveWriter::takenBy(OpOperand *use, Value value) {
  constexpr int mostSteps = 32;
  for (int step = 0; step < mostSteps; ++step) {
    if (use->get() == value)
      return use;
    Operation *owner;
    unsigned place;
    if (auto argument = dyn_cast<BlockArgument>(use->get())) {
      owner = argument.getOwner()->getParentOp();
      place = argument.getArgNumber();
    } else {
      owner = use->get().getDefiningOp();
      place = cast<OpResult>(use->get()).getResultNumber();
    }
    if (auto loop = dyn_cast<stablehlo::WhileOp>(owner)) {
      if (!isUnchanged(loop, place))
        return nullptr;
      use = &loop->getOpOperand(place);
    } else if (auto function = dyn_cast<func::FuncOp>(owner)) {
      func::CallOp call = onlyCall(function);
      if (!call)
        return nullptr;
      use = &call->getOpOperand(place);
    } else if (auto call = dyn_cast<func::CallOp>(owner)) {
      func::FuncOp callee = calleeOf(call);
      if (!callee || onlyCall(callee) != call || callee.isDeclaration())
        return nullptr;
      use = &callee.getBody().front().getTerminator()->getOpOperand(place);
    } else {
      return nullptr;
    }
  }
  return nullptr;
}

/// The op of main's call, for what a called function does.
static std::optional<Location> callerOf(Location location) {
  if (auto call = dyn_cast<CallSiteLoc>(location))
    return call.getCaller();
  return std::nullopt;
}

/// The operands of the user's ops that are the reshard's result.
SmallVector<OpOperand *> CollectiveWriter::usesOf(ReshardOp reshard,
                                                  Value value) {
  SmallVector<OpOperand *> uses;
  auto addUses = [&](Operation *op) {
    for (OpOperand &operand : op->getOpOperands())
      if (OpOperand *taken = takenBy(&operand, value);
          taken && !llvm::is_contained(uses, taken))
        uses.push_back(taken);
  };
  for (Operation *user : reshard.getResult().getUsers()) {
    if (isa<scf::YieldOp>(user)) {
      auto loop = dyn_cast_or_null<stablehlo::WhileOp>(
          userOp(user->getParentOp()->getLoc()));
      if (loop)
        addUses(loop.getBody().front().getTerminator());
      continue;
    }
    std::optional<Location> location = user->getLoc();
    Operation *op = userOp(*location);
    while (!op && (location = callerOf(*location)))
      op = userOp(*location);
    if (op)
      addUses(op);
  }
  return uses;
}

Value CollectiveWriter::seenFrom(Value value, Operation *op) {
  Region *at = value.getParentRegion();
  SmallVector<Operation *> between; // loops and calls, innermost first
  for (Region *region = op->getParentRegion(); region != at;
       region = between.back()->getParentRegion()) {
    Operation *parent = region->getParentOp();
    if (auto function = dyn_cast<func::FuncOp>(parent))
      parent = onlyCall(function);
    if (!parent || !isa<stablehlo::WhileOp, func::CallOp>(parent))
      return {};
    between.push_back(parent);
  }
  for (Operation *parent : llvm::reverse(between)) {
    auto loop = dyn_cast<stablehlo::WhileOp>(parent);
    Value inside;
    for (OpOperand &operand : parent->getOpOperands()) {
      unsigned place = operand.getOperandNumber();
      if (operand.get() != value || (loop && !isUnchanged(loop, place)))
        continue;
      inside = loop ? loop.getBody().getArgument(place)
                    : calleeOf(cast<func::CallOp>(parent)).getArgument(place);
      break;
    }
    if (!inside)
      return {};
    value = inside;
  }
  return value;
}

} // namespace plait::interop
