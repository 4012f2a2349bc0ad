//===- Reasons.cpp - Why a collective is there ----------------------------===//
#include "Reasons.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "plait/dialects/linalgx/Linalgx.h"
#include "llvm/ADT/Twine.h"

using namespace mlir;

namespace plait::partition {

/// How far names and origins are followed through the program.
static constexpr int maxHops = 64;

static bool isPartialOver(Value value, AxisRef axis, Layouts &layouts) {
  if (!isa<RankedTensorType>(value.getType()))
    return false;
  return llvm::any_of(layouts.of(value).partial, [&](const PartialAxis &part) {
    return part.axis.overlaps(axis);
  });
}

/// Inits: constants, fills, empty tensors.
static bool isMadeOfScalars(Value value) {
  Operation *op = value.getDefiningOp();
  return op && (isa<linalg::FillOp>(op) ||
                llvm::none_of(op->getOperandTypes(),
                              [](Type type) { return isa<ShapedType>(type); }));
}

Value originOfPartial(Value value, AxisRef axis, Layouts &layouts) {
  for (int hop = 0; hop < maxHops; ++hop) {
    Operation *op = value.getDefiningOp();
    if (!op)
      return value;
    if (auto loop = dyn_cast<scf::ForOp>(op)) { // a sum that the loop carries
      value = loop.getBody()->getTerminator()->getOperand(
          cast<OpResult>(value).getResultNumber());
      continue;
    }
    Value from;
    for (Value operand : op->getOperands())
      if (!from && !isa<BlockArgument>(operand) && !isMadeOfScalars(operand) &&
          isPartialOver(operand, axis, layouts))
        from = operand;
    if (!from)
      return value;
    value = from;
  }
  return value;
}

//===----------------------------------------------------------------------===//
// Names of values and ops
//===----------------------------------------------------------------------===//

/// The user's name of the argument that `value` is made of by ops with one
/// tensor operand: conversions, transpositions, reshapes, reshards.
static std::string nameOf(Value value) {
  for (int hop = 0; hop < maxHops; ++hop) {
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      auto function =
          dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp());
      if (!function)
        return "";
      auto name = function.getArgAttrOfType<StringAttr>(argument.getArgNumber(),
                                                        kNameAttr);
      return name ? name.str() : "";
    }
    Operation *op = value.getDefiningOp();
    llvm::SmallVector<Value, 2> inputs;
    if (auto structured = dyn_cast<linalg::LinalgOp>(op))
      inputs = llvm::to_vector<2>(structured.getDpsInputs());
    else
      inputs = llvm::to_vector<2>(op->getOperands());
    llvm::erase_if(inputs,
                   [](Value v) { return !isa<ShapedType>(v.getType()); });
    if (inputs.size() != 1)
      return "";
    value = inputs[0];
  }
  return "";
}

/// What is known of the operands by name: " with params['w']".
static std::string namedOperands(Operation *op) {
  for (Value operand : op->getOperands())
    if (std::string name = nameOf(operand); !name.empty())
      return " with " + name;
  return "";
}

std::string describe(Operation *op) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (isa<func::ReturnOp>(op))
    return "the function's return";
  if (isa<scf::YieldOp, scf::ConditionOp>(op))
    return "the end of a loop's or branch's body";
  if (!structured)
    return op->getName().getStringRef().str();
  bool reduces = structured.getNumReductionLoops() != 0;
  bool several = structured.getNumDpsInputs() > 1;
  llvm::StringRef kind = reduces   ? (several ? "contraction" : "reduction")
                         : several ? "elementwise op"
                                   : "elementwise or broadcast op";
  return (kind + namedOperands(op)).str();
}

/// The first operand's dimension that has one of `axes`: "dimension 1", or
/// nothing.
static std::string splitDimension(Operation *op, llvm::ArrayRef<AxisRef> axes,
                                  Layouts &layouts) {
  for (Value operand : op->getOperands()) {
    if (!isa<RankedTensorType>(operand.getType()))
      continue;
    for (auto [d, dim] : llvm::enumerate(layouts.of(operand).dims))
      for (AxisRef axis : dim.axes)
        if (llvm::any_of(axes, [&](AxisRef a) { return a.overlaps(axis); }))
          return ("dimension " + Twine(d)).str();
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Reasons
//===----------------------------------------------------------------------===//

std::string reasonToCombine(ReshardOp reshard, llvm::ArrayRef<AxisRef> axes,
                            llvm::StringRef combiner, Layouts &layouts) {
  std::string text = (combiner + " over " + layouts.names(axes)).str();
  Value origin = originOfPartial(reshard.getOperand(), axes.front(), layouts);
  Operation *op = origin.getDefiningOp();
  if (!op)
    return text + ": the parts of an argument";
  std::string dimension = splitDimension(op, axes, layouts);
  std::string what = describe(op);
  if (isa<linalgx::GatherOp, linalgx::DynamicSliceOp>(op)) {
    std::string name = nameOf(op->getOperand(0));
    return text + ": each device looks up its own part of " +
           (name.empty() ? dimension : name);
  }
  if (dimension.empty())
    return text + ": " + what;
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured)
    return text + ": " + what + " split along " + dimension;
  bool contraction = structured.getNumDpsInputs() > 1;
  return text + ": " + (contraction ? "contraction" : "reduction") + " of " +
         dimension + namedOperands(op);
}

std::string reasonToMove(ReshardOp reshard, llvm::StringRef deed,
                         llvm::ArrayRef<AxisRef> axes, Layouts &layouts) {
  std::string text = (deed + " over " + layouts.names(axes)).str();
  if (std::string name = nameOf(reshard.getOperand()); !name.empty())
    text += " of " + name;
  if (reshard.getResult().use_empty())
    return text;
  // Uses are listed last first; the one that asked first is the reason.
  OpOperand *first = nullptr;
  for (OpOperand &use : reshard.getResult().getUses())
    if (!first ||
        (use.getOwner()->getBlock() == first->getOwner()->getBlock() &&
         use.getOwner()->isBeforeInBlock(first->getOwner())))
      first = &use;
  std::string wanted =
      withoutPartial(layouts.of(reshard.getResult())).str(layouts.mesh());
  if (isa<func::ReturnOp>(first->getOwner()))
    return text + ": result " + std::to_string(first->getOperandNumber()) +
           " is stored as " + wanted;
  if (isa<UnrealizedConversionCastOp>(first->getOwner()))
    return text + ": needed as " + wanted;
  return text + ": operand " + std::to_string(first->getOperandNumber()) +
         " of " + describe(first->getOwner()) + " is needed as " + wanted;
}

std::string reasonOfWindow(ReshardOp reshard, llvm::StringRef window,
                           llvm::StringRef deed, llvm::ArrayRef<AxisRef> axes,
                           Layouts &layouts) {
  std::string name = nameOf(reshard.getOperand());
  return (deed + " window " + window + (name.empty() ? "" : " of " + name) +
          " over " + layouts.names(axes))
      .str();
}

Location userLocation(Value value) {
  if (value.getDefiningOp() || value.use_empty())
    return value.getLoc();
  Operation *first = nullptr;
  for (Operation *user : value.getUsers())
    if (!first ||
        (user->getBlock() == first->getBlock() && user->isBeforeInBlock(first)))
      first = user;
  return first->getLoc();
}

} // namespace plait::partition
