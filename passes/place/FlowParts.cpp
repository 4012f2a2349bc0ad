//===- FlowParts.cpp - Which ops parts pass through -----------------------===//
//
// As `partition` passes them: through what is linear in them, while nothing
// else reads them and the result is no larger.
//
//===----------------------------------------------------------------------===//
#include "Flow.h"
#include "FlowValues.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace plait::place {

/// A whole tensor of so few elements is made parts of for nothing.
static constexpr int64_t kFewElements = 64;

bool roundsNarrowProducts(Operation *op) {
  auto round = dyn_cast<linalg::GenericOp>(op);
  if (!round || round.getNumReductionLoops() != 0 ||
      round.getNumDpsInputs() != 1 || round.getNumResults() != 1)
    return false;
  auto trunc = round.getBody()
                   ->getTerminator()
                   ->getOperand(0)
                   .getDefiningOp<arith::TruncFOp>();
  Value wide = round.getDpsInputs()[0];
  while (auto stated = wide.getDefiningOp<ConstraintOp>())
    wide = stated.getOperand();
  auto sum = wide.getDefiningOp<linalg::LinalgOp>();
  auto widthOf = [](Value value) {
    auto type = dyn_cast<FloatType>(getElementTypeOrSelf(value));
    return type ? type.getWidth() : 1000u;
  };
  return trunc && trunc.getIn() == round.getBody()->getArgument(0) && sum &&
         sum.getNumReductionLoops() != 0 && sum.getNumDpsInputs() >= 2 &&
         llvm::all_of(sum.getDpsInputs(), [&](Value factor) {
           return widthOf(factor) <= widthOf(round->getResult(0));
         });
}

bool Flow::carriesParts(OpOperand &yielded) const {
  auto loop = dyn_cast<scf::ForOp>(yielded.getOwner()->getParentOp());
  Operation *op = yielded.get().getDefiningOp();
  const Sharding *known = of(yielded.get());
  return loop && op && known && known->hasPartial() &&
         llvm::all_of(known->partial,
                      [](const PartialAxis &part) {
                        return part.combiner == Combiner::Sum;
                      }) &&
         isAddedTo(op, loop.getRegionIterArg(yielded.getOperandNumber()));
}

/// Adds to `passed` what it lacks of `more`; false where that is no sum, or
/// another part of the same axis.
static bool unite(SmallVectorImpl<PartialAxis> &passed,
                  ArrayRef<PartialAxis> more) {
  for (const PartialAxis &part : more) {
    if (part.combiner != Combiner::Sum)
      return false;
    if (llvm::is_contained(passed, part))
      continue;
    for (const PartialAxis &own : passed)
      if (own.axis.overlaps(part.axis))
        return false;
    passed.push_back(part);
  }
  return true;
}

/// As `partition` passes them: of one operand in which the op is linear, or of
/// all together; of small operands not all need be in parts.
std::optional<Flow::Treatment> Flow::passing(Operation *op,
                                             const ShardingRule &rule) const {
  SmallVector<unsigned> inputs = inputsOf(op, rule), partial;
  Treatment treatment;
  bool small = true, equal = true;
  int64_t elements = 0;
  for (unsigned i : inputs) {
    Value value = op->getOperand(i);
    small &= tensorType(value).getNumElements() <= kFewElements;
    const Sharding *known = of(value);
    if (!known || !known->hasPartial())
      continue;
    partial.push_back(i);
    elements = std::max(elements, tensorType(value).getNumElements());
    if (!isUsedOnlyBy(value, op) || !unite(treatment.passed, known->partial))
      return std::nullopt;
  }
  if (partial.empty() || op->getNumResults() != 1 ||
      tensorType(op->getResult(0)).getNumElements() > elements)
    return std::nullopt;
  for (unsigned i : inputs) {
    const Sharding *known = of(op->getOperand(i));
    size_t own = known ? known->partial.size() : 0;
    equal &= own == treatment.passed.size() ||
             isAddedTo(op, op->getOperand(i)); // becomes partial with the sum
  }
  bool single = partial.size() == 1 &&
                (rule.linearIn[partial[0]] || roundsNarrowProducts(op));
  if (!single && !(rule.jointlyLinear && (equal || small)))
    return std::nullopt;
  treatment.passes.assign(op->getNumOperands(), false);
  for (unsigned i : single ? partial : inputs)
    treatment.passes[i] = true;
  return treatment;
}

} // namespace plait::place
