//===- MergeExchanges.cpp - Send each border once -------------------------===//
//
// Before: %l = coll.permute (last row of %x)    a pooling reads it
//         ..
//         %m = coll.permute (last row of %x)    its gradient reads it again
// After:  %l = coll.permute (last row of %x), for both
//
// Equal permutes of one value, the second behind the first: what is received is
// the same. Each was planned for its op alone; now that all values are local,
// one can see that they are equal. Where the program wants a value made again
// (behind a barrier) it is another one, and so are its borders.
//
//===----------------------------------------------------------------------===//
#include "Localizer.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/CSE.h"
#include "plait/dialects/coll/Coll.h"
#include "plait/passes/partition/Passes.h"

using namespace mlir;

namespace plait::partition {

#define GEN_PASS_DEF_MERGEEXCHANGESPASS
#include "plait/passes/partition/Passes.h.inc"

namespace {
/// The permutes so far of each value, in the blocks around the current place.
using Known = llvm::DenseMap<Value, llvm::SmallVector<coll::PermuteOp, 2>>;
} // namespace

static bool areEqual(coll::PermuteOp a, coll::PermuteOp b) {
  return !a.getInto() && !b.getInto() && a.getFrom() == b.getFrom() &&
         a.getTo() == b.getTo() && a.getGroup() == b.getGroup() &&
         a.getSources() == b.getSources();
}

/// Merges the permutes of a region; whether there were any.
static bool mergeIn(Region &region, Known &known) {
  bool merged = false;
  for (Block &block : region) {
    llvm::SmallVector<Value> here;
    for (Operation &op : llvm::make_early_inc_range(block)) {
      // Bodies of linalg ops are scalars. Most ops have no region: they are
      // not asked what they are.
      if (op.getNumRegions() > 0 && !isa<linalg::LinalgOp>(op))
        for (Region &inner : op.getRegions())
          merged |= mergeIn(inner, known);
      auto permute = dyn_cast<coll::PermuteOp>(op);
      if (!permute)
        continue;
      Value operand = permute.getOperand();
      auto &others = known[operand];
      auto *equal = llvm::find_if(others, [&](coll::PermuteOp other) {
        return areEqual(other, permute);
      });
      if (equal == others.end()) {
        others.push_back(permute);
        here.push_back(operand);
        continue;
      }
      permute.getResult().replaceAllUsesWith(equal->getResult());
      permute.erase();
      merged = true;
    }
    for (Value operand : here)
      known[operand].pop_back();
  }
  return merged;
}

namespace {
struct MergeExchangesPass : impl::MergeExchangesPassBase<MergeExchangesPass> {
  void runOnOperation() override {
    bool isAny = false;
    IRRewriter rewriter(&getContext());
    // Borders of what was received are equal once that is.
    for (bool merged = true; merged; isAny |= merged) {
      merged = false;
      for (auto function : getOperation().getOps<func::FuncOp>()) {
        Known known;
        merged |= mergeIn(function.getBody(), known);
      }
      if (!merged)
        break;
      DominanceInfo dominance(getOperation());
      eliminateCommonSubExpressions(rewriter, dominance, getOperation());
    }
    if (isAny)
      numberSites(getOperation());
  }
};
} // namespace

} // namespace plait::partition
