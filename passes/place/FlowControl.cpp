//===- FlowControl.cpp - Layouts through loops and branches ---------------===//
//
// The body of a loop is walked until what it carries lies as it began, then
// once more to note what is needed in it.
//
//===----------------------------------------------------------------------===//
#include "Flow.h"
#include "FlowValues.h"

using namespace mlir;

namespace plait::place {

/// What both can lie as: per dimension the finer one.
static Sharding finer(const Sharding &a, const Sharding &b) {
  Sharding result = withoutPartial(a);
  for (auto [dim, other] : llvm::zip(result.dims, b.dims))
    if (startsWith(other.axes, dim.axes))
      dim.axes = other.axes;
  SmallVector<AxisRef> seen;
  for (AxisRef axis : result.dimAxes()) {
    if (llvm::any_of(seen, [&](AxisRef own) { return own.overlaps(axis); }))
      return withoutPartial(a);
    seen.push_back(axis);
  }
  return result;
}

/// What is in parts over an axis is not split by it, as it was before.
static void becomePartial(Sharding &sharding, ArrayRef<PartialAxis> parts) {
  sharding.partial.assign(parts.begin(), parts.end());
  for (DimSharding &dim : sharding.dims)
    llvm::erase_if(dim.axes, [&](AxisRef own) {
      return llvm::any_of(parts, [&](const PartialAxis &part) {
        return part.axis.overlaps(own);
      });
    });
}

void Flow::visitFor(scf::ForOp loop) {
  bool outer = collects;
  collects = false;
  for (auto [init, argument] :
       llvm::zip(loop.getInitArgs(), loop.getRegionIterArgs()))
    if (tensorType(init))
      lies[argument] = completed(init);
  Operation *yield = loop.getBody()->getTerminator();
  bool changed = true;
  for (int round = 0; changed && round < 8; ++round) {
    changed = false;
    visitBlock(*loop.getBody());
    for (auto [i, argument] : llvm::enumerate(loop.getRegionIterArgs())) {
      if (!tensorType(argument))
        continue;
      Value value = yield->getOperand(i);
      bool carries = carriesParts(yield->getOpOperand(i));
      Sharding next =
          finer(lies[argument],
                carries ? withoutPartial(lies[value]) : completed(value));
      if (carries)
        becomePartial(next, lies[value].partial);
      changed |= next != lies[argument];
      set(argument, next, originOf(value));
    }
  }
  collects = outer;
  visitBlock(*loop.getBody());
  for (auto [i, result] : llvm::enumerate(loop.getResults())) {
    if (!tensorType(result))
      continue;
    Sharding lie = lies[loop.getRegionIterArg(i)];
    need(loop->getOpOperand(loop.getNumControlOperands() + i),
         withoutPartial(lie));
    set(result, lie, originOf(yield->getOperand(i)));
  }
}

void Flow::visitWhile(scf::WhileOp loop) {
  bool outer = collects;
  collects = false;
  ValueRange before = loop.getBeforeArguments(),
             after = loop.getAfterArguments();
  for (auto [init, argument] : llvm::zip(loop.getInits(), before))
    if (tensorType(init))
      lies[argument] = completed(init);
  bool changed = true;
  auto refine = [&](ValueRange from, ValueRange to) {
    for (auto [value, argument] : llvm::zip(from, to)) {
      if (!tensorType(argument))
        continue;
      Sharding next = of(argument) ? finer(lies[argument], completed(value))
                                   : completed(value);
      changed |= !of(argument) || next != lies[argument];
      lies[argument] = next;
    }
  };
  auto round = [&] {
    visitBlock(*loop.getBeforeBody());
    refine(loop.getConditionOp().getArgs(), after);
    visitBlock(*loop.getAfterBody());
    refine(loop.getYieldOp().getResults(), before);
  };
  for (int i = 0; changed && i < 8; ++i) {
    changed = false;
    round();
  }
  collects = outer;
  visitBlock(*loop.getBeforeBody());
  visitBlock(*loop.getAfterBody());
  for (auto [i, init] : llvm::enumerate(loop.getInits()))
    if (tensorType(init))
      need(loop->getOpOperand(i), lies[before[i]]);
  for (auto [result, argument] : llvm::zip(loop.getResults(), after))
    if (tensorType(result))
      lies[result] = lies[argument];
}

void Flow::visitBranch(Operation *branch) {
  for (OpOperand &use : branch->getOpOperands())
    if (tensorType(use.get()))
      need(use, completed(use.get()));
  for (Region &region : branch->getRegions())
    for (Block &block : region)
      for (Operation &op : block.without_terminator())
        visit(&op);
  for (auto [i, result] : llvm::enumerate(branch->getResults())) {
    if (!tensorType(result))
      continue;
    std::optional<Sharding> lie;
    for (Region &region : branch->getRegions())
      if (!region.empty()) {
        Sharding own = completed(region.front().getTerminator()->getOperand(i));
        lie = lie ? finer(*lie, own) : own;
      }
    lies[result] = lie.value_or(wholeOf(result));
    for (Region &region : branch->getRegions())
      if (!region.empty())
        need(region.front().getTerminator()->getOpOperand(i), lies[result]);
  }
}

void Flow::visitReturn(Operation *op) {
  for (OpOperand &use : op->getOpOperands()) {
    if (!tensorType(use.get()))
      continue;
    auto declared = main.getResultAttrOfType<ShardingAttr>(
        use.getOperandNumber(), kShardingAttr);
    Sharding target = completed(use.get());
    if (declared)
      target = declared.toValue(mesh).closed(mesh);
    else
      for (unsigned i = 0; i < main.getNumArguments(); ++i) {
        auto alias = main.getArgAttrOfType<IntegerAttr>(i, kAliasAttr);
        if (alias && alias.getInt() == use.getOperandNumber())
          target = completed(main.getArgument(i));
      }
    need(use, target);
  }
}

} // namespace plait::place
