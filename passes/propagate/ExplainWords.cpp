//===- ExplainWords.cpp - Words for nodes, links, annotations -------------===//
#include "ExplainWords.h"
#include "Explain.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "plait/analysis/ShardingRules.h"
#include "plait/dialects/linalgx/Linalgx.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace plait::propagate {

/// Slots of `node`, results first: what an op writes into is alike its result,
/// which says more.
static llvm::SmallVector<int> slotsOf(const Link &link, int node) {
  llvm::SmallVector<int> slots;
  int operands = link.op ? link.op->getNumOperands() : link.slots().size();
  for (int slot = 0; slot < int(link.slots().size()); ++slot)
    if (link.nodes[slot] == node)
      slots.insert(slot < operands ? slots.end() : slots.begin(), slot);
  return slots;
}

std::optional<Tie> findTie(const Link &link, int to, int toDim, int from) {
  for (int t : slotsOf(link, to))
    for (int f : slotsOf(link, from))
      for (auto [dim, factors] : llvm::enumerate(link.slots()[f].dims))
        for (int factor : factors)
          if (f != t && conducts(link.factors()[factor]) &&
              llvm::is_contained(link.slots()[t].dims[toDim], factor))
            return Tie{t, f, int(dim), factor};
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// What the user wrote
//===----------------------------------------------------------------------===//

Words::Words(func::FuncOp func, const FunctionGraph &function)
    : func(func), function(function), graph(function.graph) {
  collectFaces();
  collectAnnotations();
  collectPlaces();
}

/// Of values that lie alike, an argument of main or else the first that was
/// computed names the node: an empty tensor says nothing to the user.
void Words::collectFaces() {
  auto consider = [&](ValueRange values, bool isBetter) {
    for (Value value : values)
      if (int node = function.find(value); node >= 0 && isBetter)
        faces.try_emplace(node, value);
  };
  consider(func.getArguments(), true);
  func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    bool isComputed = op->getNumResults() != 1 || !isUniform(op->getResult(0));
    consider(op->getResults(), isComputed);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        consider(block.getArguments(), true);
  });
}

Value Words::faceOf(int node) const {
  auto face = faces.find(node);
  return face == faces.end() ? graph.nodes[node].value : face->second;
}

void Words::annotate(int node, llvm::Twine who, ShardingAttr sharding,
                     Location location) {
  if (node < 0 || !sharding)
    return;
  std::string what = sharding.toValue(graph.mesh).str(graph.mesh);
  annotations.emplace(node, Annotation{(who + " " + what).str(), location});
}

void Words::collectAnnotations() {
  for (BlockArgument argument : func.getArguments()) {
    unsigned i = argument.getArgNumber();
    annotate(function.find(argument),
             "argument '" + argumentName(func, i) + "' is annotated",
             func.getArgAttrOfType<ShardingAttr>(i, kShardingAttr),
             argument.getLoc());
  }
  for (auto [i, node] : llvm::enumerate(function.resultNodes))
    annotate(node, "result '" + resultName(func, i) + "' is annotated",
             func.getResultAttrOfType<ShardingAttr>(i, kShardingAttr),
             func.getBody().front().getTerminator()->getLoc());
  func.walk([&](Operation *op) {
    if (auto constraint = dyn_cast<ConstraintOp>(op))
      annotate(function.find(constraint.getResult()), "a constraint says",
               constraint.getSharding(), op->getLoc());
    auto manual = dyn_cast<ManualOp>(op);
    if (!manual)
      return;
    for (auto [argument, sharding] : llvm::zip(
             manual.getBody().front().getArguments(), manual.getInShardings()))
      annotate(function.find(argument), "a manual region takes",
               dyn_cast<ShardingAttr>(sharding), op->getLoc());
    for (auto [result, sharding] :
         llvm::zip(manual.getResults(), manual.getOutShardings()))
      annotate(function.find(result), "a manual region gives",
               dyn_cast<ShardingAttr>(sharding), op->getLoc());
  });
}

void Words::collectPlaces() {
  for (const Boundary &boundary : function.boundaries) {
    if (graph.nodes[boundary.node].value)
      continue;
    places.emplace(boundary.node, boundary.operand);
    Operation *owner = boundary.operand->getOwner();
    unsigned i = boundary.operand->getOperandNumber();
    if (auto manual = dyn_cast<ManualOp>(owner))
      annotate(boundary.node, "a manual region takes",
               dyn_cast<ShardingAttr>(manual.getInShardings()[i]),
               owner->getLoc());
    else if (auto manual = dyn_cast<ManualOp>(owner->getParentOp());
             manual && isa<YieldOp>(owner))
      annotate(boundary.node, "a manual region gives",
               dyn_cast<ShardingAttr>(manual.getOutShardings()[i]),
               owner->getLoc());
  }
}

const Annotation *Words::annotation(int node) const {
  auto found = annotations.find(node);
  return found == annotations.end() ? nullptr : &found->second;
}

//===----------------------------------------------------------------------===//
// Nodes and axes
//===----------------------------------------------------------------------===//

std::string Words::node(int node) const {
  if (Value value = faceOf(node))
    return describe(func, {value});
  auto place = places.find(node);
  if (place == places.end())
    return "a place";
  Operation *owner = place->second->getOwner();
  unsigned i = place->second->getOperandNumber();
  if (isa<func::ReturnOp>(owner))
    return "result '" + resultName(func, i) + "'";
  if (isa<YieldOp>(owner))
    return "value " + std::to_string(i) + " that a manual region gives";
  if (isa<ManualOp>(owner))
    return "operand " + std::to_string(i) + " of a manual region";
  return "operand " + std::to_string(i) + " of " + labelOf(owner);
}

Location Words::placeOf(int node) const {
  if (Value value = faceOf(node))
    return value.getLoc();
  auto place = places.find(node);
  return place == places.end() ? func->getLoc()
                               : place->second->getOwner()->getLoc();
}

std::string Words::sharding(int node) const {
  return graph.shardingOf(node).closed(graph.mesh).str(graph.mesh);
}

std::string Words::axes(llvm::ArrayRef<AxisRef> axes) const {
  return text(graph.mesh, axes);
}

//===----------------------------------------------------------------------===//
// Links
//===----------------------------------------------------------------------===//

/// What an edge of control flow or data flow is; empty for an op's own rule.
static std::string edgeWords(const Link &link) {
  Operation *op = link.op;
  if (link.slots().size() != 2)
    return "";
  return llvm::TypeSwitch<Operation *, std::string>(op)
      .Case<func::ReturnOp>([](auto) { return "which main returns"; })
      .Case<scf::ForOp, scf::WhileOp>(
          [](auto) { return "with which the loop starts"; })
      .Case<scf::YieldOp>([](Operation *yield) {
        bool isLoop = isa<scf::ForOp, scf::WhileOp>(yield->getParentOp());
        return isLoop ? "which the loop carries to its next trip"
                      : "which the branch gives";
      })
      .Case<scf::ConditionOp>([](auto) { return "which the loop passes on"; })
      .Case<ConstraintOp>([](auto) { return "by a constraint"; })
      .Case<BarrierOp, linalgx::BarrierOp>(
          [](auto) { return "through a barrier"; })
      .Case<ManualOp>([](auto) { return "which the manual region takes"; })
      .Case<YieldOp>([](auto) { return "which the manual region gives"; })
      .Default([&](Operation *) -> std::string {
        bool isRule = op->getNumOperands() + op->getNumResults() == 2;
        return isRule ? "" : "into which " + labelOf(op) + " writes";
      });
}

std::string Words::step(const Link &link, int to, int toDim, int from) const {
  std::optional<Tie> tie = findTie(link, to, toDim, from);
  if (!tie)
    return "as " + node(from);
  std::string words = "as dimension " + std::to_string(tie->fromDim) + " of ";
  if (!faceOf(from)) // a place, which says itself what it is
    return words + node(from);
  if (std::string edge = edgeWords(link); !edge.empty())
    return words + node(from) + ", " + edge;
  int operands = link.op->getNumOperands();
  bool fromOperand = tie->fromSlot < operands,
       toOperand = tie->toSlot < operands;
  auto operand = [](int slot) { return "operand " + std::to_string(slot); };
  if (fromOperand && !toOperand)
    return words + "its " + operand(tie->fromSlot) + ", " + node(from);
  if (!fromOperand && toOperand)
    return words + labelOf(link.op) + ", which reads it as " +
           operand(tie->toSlot);
  if (!toOperand)
    return words + node(from) + ", made with it by " + labelOf(link.op);
  bool sums = link.factors()[tie->factor].kind == FactorKind::Reduction;
  return words + node(from) + ": " + labelOf(link.op) + " reads both" +
         (sums ? " and sums over the dimension" : "");
}

} // namespace plait::propagate
