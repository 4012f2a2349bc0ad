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

void Legalizer::combineBehind(scf::ForOp loop) {
  for (unsigned i = 0; i < loop.getNumResults(); ++i) {
    ReshardOp reshard = combinedPerTrip(loop, i, layouts);
    if (!reshard)
      continue;
    auto whole = cast<RankedTensorType>(reshard.getType());
    auto partial = cast<RankedTensorType>(reshard.getOperand().getType());
    auto add = cast<linalg::GenericOp>(*reshard.getResult().user_begin());
    loop.getRegionIterArg(i).setType(partial);
    reshard.getResult().replaceAllUsesWith(reshard.getOperand());
    OpOperand *init = add.getDpsInitOperand(0);
    init->set(need(init->get(), partial, add));
    add->getResult(0).setType(partial);
    OpOperand &start = loop.getInitArgsMutable()[i];
    start.set(need(start.get(), partial, loop));
    loop.getResult(i).setType(partial);
    wanted[loop.getResult(i)] = whole;
    forget(reshard);
    reshard.erase();
  }
}

void Legalizer::forget(ReshardOp reshard) {
  llvm::erase(reshards[{reshard.getOperand(), reshard.getType()}], reshard);
}

} // namespace plait::partition
