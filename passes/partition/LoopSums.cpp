//===- LoopSums.cpp - Sums that a loop carries are combined behind it -----===//
//
// Before: scf.for ... iter_args(%acc = %zero) {
//           %g = contraction ... partial {data: sum}
//           %w = plait.reshard %g -> whole
//           %s = add %acc, %w
//           scf.yield %s
//         }
// After:  %p = scf.for ... iter_args(%acc = %zero) { %s = add %acc, %g ... }
//         %r = plait.reshard %p -> whole
//
// Right because addition does not care for order; the init counts once, on the
// first member of the group. One reduction instead of one per trip.
//
//===----------------------------------------------------------------------===//
#include "Legalize.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "plait/analysis/ShardingRules.h"

using namespace mlir;

namespace plait::partition {

/// The reshard that combines what is added to the carried value `number` in
/// each trip, if nothing else happens to that value.
static ReshardOp combinedPerTrip(scf::ForOp loop, unsigned number,
                                 Layouts &layouts) {
  BlockArgument carried = loop.getRegionIterArg(number);
  Value yielded = loop.getBody()->getTerminator()->getOperand(number);
  auto add = yielded.getDefiningOp<linalg::GenericOp>();
  if (!add || add->getBlock() != loop.getBody() || !yielded.hasOneUse() ||
      !carried.hasOneUse() || add.getNumDpsInputs() != 2 ||
      add.getNumDpsInits() != 1 ||
      add.getNumParallelLoops() != add.getNumLoops())
    return {};
  std::optional<ShardingRule> rule = shardingRuleOf(add);
  if (!rule || !rule->jointlyLinear)
    return {};
  Value first = add.getDpsInputs()[0], second = add.getDpsInputs()[1];
  if (first != carried && second != carried)
    return {};
  auto reshard = (first == carried ? second : first).getDefiningOp<ReshardOp>();
  if (!reshard || reshard->getBlock() != loop.getBody() ||
      !reshard.getResult().hasOneUse() ||
      reshard.getType() != carried.getType())
    return {};
  const Sharding &partial = layouts.of(reshard.getOperand());
  bool sums = partial.hasPartial() &&
              llvm::all_of(partial.partial, [](const PartialAxis &part) {
                return part.combiner == Combiner::Sum;
              });
  // Parts that are larger than their sum's share would cost memory.
  return sums && layouts.with(reshard.getType(), withoutPartial(partial)) ==
                     reshard.getType()
             ? reshard
             : ReshardOp();
}

/// The other form, of small tensors: the carried value is made partial for the
/// addition, and what is yielded is combined.
static ReshardOp madePartialPerTrip(scf::ForOp loop, unsigned number,
                                    Layouts &layouts) {
  BlockArgument carried = loop.getRegionIterArg(number);
  Value yielded = loop.getBody()->getTerminator()->getOperand(number);
  auto combine = yielded.getDefiningOp<ReshardOp>();
  if (!combine || !yielded.hasOneUse() || !carried.hasOneUse() ||
      combine.getType() != carried.getType())
    return {};
  auto split = dyn_cast<ReshardOp>(*carried.user_begin());
  auto add = combine.getOperand().getDefiningOp<linalg::GenericOp>();
  if (!split || !add || !combine.getOperand().hasOneUse() ||
      split.getType() != combine.getOperand().getType() ||
      !split.getResult().hasOneUse() || *split.getResult().user_begin() != add)
    return {};
  std::optional<ShardingRule> rule = shardingRuleOf(add);
  bool adds = rule && rule->jointlyLinear &&
              add.getNumParallelLoops() == add.getNumLoops();
  return adds && layouts.with(split.getType(),
                              withoutPartial(layouts.of(split.getResult()))) ==
                     carried.getType()
             ? split
             : ReshardOp();
}

/// Gives the carried value the type of a part, from start to result.
void Legalizer::carryPartial(scf::ForOp loop, unsigned number,
                             RankedTensorType partial) {
  auto whole = cast<RankedTensorType>(loop.getResult(number).getType());
  loop.getRegionIterArg(number).setType(partial);
  OpOperand &start = loop.getInitArgsMutable()[number];
  start.set(need(start.get(), partial, loop));
  loop.getResult(number).setType(partial);
  wanted[loop.getResult(number)] = whole;
}

void Legalizer::combineBehind(scf::ForOp loop) {
  for (unsigned i = 0; i < loop.getNumResults(); ++i) {
    if (ReshardOp reshard = combinedPerTrip(loop, i, layouts)) {
      auto partial = cast<RankedTensorType>(reshard.getOperand().getType());
      auto add = cast<linalg::GenericOp>(*reshard.getResult().user_begin());
      reshard.getResult().replaceAllUsesWith(reshard.getOperand());
      OpOperand *init = add.getDpsInitOperand(0);
      init->set(need(init->get(), partial, add));
      add->getResult(0).setType(partial);
      carryPartial(loop, i, partial);
      forget(reshard);
    } else if (ReshardOp split = madePartialPerTrip(loop, i, layouts)) {
      Operation *yield = loop.getBody()->getTerminator();
      auto combine = yield->getOperand(i).getDefiningOp<ReshardOp>();
      yield->setOperand(i, combine.getOperand());
      carryPartial(loop, i, split.getType());
      split.getResult().replaceAllUsesWith(split.getOperand());
      forget(combine);
      forget(split);
    }
  }
}

void Legalizer::forget(ReshardOp reshard) {
  for (auto &entry : reshards)
    llvm::erase(entry.second, reshard);
  reshard.erase();
}

} // namespace plait::partition
