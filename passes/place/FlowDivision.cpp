//===- FlowDivision.cpp - Which dimensions divide repeated work -----------===//
//
// Each product by itself takes what costs it least, which may cost its
// neighbours more: what it makes lies as they cannot use it. So one class of
// dimensions after the other is tried for an axis, in all products at once, and
// kept where the whole program receives less.
//
//===----------------------------------------------------------------------===//
#include "Flow.h"
#include "FlowValues.h"

#include "plait/analysis/Collectives.h"
#include "plait/analysis/Movements.h"

using namespace mlir;

namespace plait::place {

std::unique_ptr<Flow> Flow::divided(std::shared_ptr<const FlowClasses> dims,
                                    ArrayRef<Preference> wanted) const {
  auto flow = std::make_unique<Flow>(*this);
  flow->fills = true;
  flow->classes = std::move(dims);
  flow->preferences.assign(wanted.begin(), wanted.end());
  flow->settle();
  return flow;
}

/// Bytes received and work of a device, weighed as everywhere.
double Flow::total() const {
  auto timesOf = [&](Operation *op) {
    return double(executions(op, main).value_or(1));
  };
  double total = workDone / mesh.numDevices();
  llvm::DenseMap<Value, SmallVector<Sharding, 1>> paid;
  for (const Need &need : all) {
    Value value = need.use->get();
    SmallVector<Sharding, 1> &known = paid[value];
    if (need.cuts || llvm::is_contained(known, need.target))
      continue;
    known.push_back(need.target);
    total += timesOf(need.use->getOwner()) *
             price(tensorType(value), need.from, need.target);
  }
  for (Value part : inParts)
    if (!passes(part) && part.getDefiningOp() &&
        !(part.use_empty() || isUsedOnlyBy(part, *part.user_begin())))
      total += timesOf(part.getDefiningOp()) *
               price(tensorType(part), *of(part), completed(part));
  for (Operation *op : moving)
    if (std::optional<RowMovement> movement = rowMovementOf(op))
      total += timesOf(op) *
               exchangePrice(*movement, *of(movement->sources[0])).value_or(0);
  return total;
}

/// What can be foretold is worth more than any bytes.
std::tuple<bool, size_t, double> Flow::rank() const {
  return {repeatsWork(), open.size(), total()};
}

std::unique_ptr<Flow> Flow::cheapest(func::FuncOp main, const Mesh &mesh,
                                     ArrayRef<Axes> axes) {
  auto plain = std::make_unique<Flow>(main, mesh);
  plain->begin();
  if (!plain->repeatsWork())
    return plain;
  auto classes = std::make_shared<const FlowClasses>(main);
  SmallVector<Preference> preferences;
  std::unique_ptr<Flow> best = plain->divided(classes, preferences);
  for (const Axes &together : axes)
    for (ArrayRef<int> alike : classes->groups()) {
      preferences.push_back({together, alike});
      auto other = plain->divided(classes, preferences);
      if (other->rank() < best->rank())
        best = std::move(other);
      else
        preferences.pop_back();
    }
  return best;
}

} // namespace plait::place
