//===- FlowMovements.cpp - Rows that devices exchange ---------------------===//
//
// A slice, concatenation or reversal along a split dimension works on shards:
// each device receives the rows that it lacks, where that is less than the
// whole. Slices that a concatenation sees through are no step of their own.
//
//===----------------------------------------------------------------------===//
#include "Flow.h"
#include "FlowValues.h"

#include "plait/analysis/Movements.h"
#include "plait/sharding/Weights.h"

using namespace mlir;

namespace plait::place {

/// How all sources lie; none where they differ, or are in parts.
static std::optional<Sharding> commonLie(const Flow &flow,
                                         const RowMovement &movement) {
  std::optional<Sharding> common;
  for (Value source : movement.sources) {
    const Sharding *lie = flow.of(source);
    if (!lie || lie->hasPartial() || (common && !common->sameLayout(*lie)))
      return std::nullopt;
    common = *lie;
  }
  return common;
}

static bool movesSplit(const RowMovement &movement, const Sharding &lie) {
  for (auto [d, dim] : llvm::enumerate(lie.dims))
    if (movement.moves(d) && dim.shards() > 1)
      return true;
  return false;
}

/// Bytes of the exchanges, messages counted.
std::optional<double> Flow::exchangePrice(const RowMovement &movement,
                                          const Sharding &lie) const {
  auto exchanges = rowExchangesOf(movement, lie);
  if (!exchanges)
    return std::nullopt;
  RankedTensorType type = tensorType(movement.sources[0]);
  double price = 0;
  for (const RowExchange &exchange : *exchanges)
    price += exchange.elements * coll::elementBytes(type.getElementType()) +
             bytesPerMessage;
  return price;
}

/// Than whole sources.
bool Flow::exchangesForLess(const RowMovement &movement,
                            const Sharding &lie) const {
  std::optional<double> own = exchangePrice(movement, lie);
  if (!own)
    return false;
  double whole = 0;
  Sharding gathered = lie;
  for (auto [d, dim] : llvm::enumerate(gathered.dims))
    if (movement.moves(d))
      dim.axes.clear();
  for (Value source : movement.sources)
    whole += price(tensorType(source), lie, gathered);
  return *own <= whole;
}

/// Whether `op` is such a movement, or a slice that only those read.
bool Flow::visitMovement(Operation *op) {
  std::optional<RowMovement> movement = rowMovementOf(op);
  if (!movement)
    return false;
  std::optional<Sharding> lie = commonLie(*this, *movement);
  if (!lie || !movesSplit(*movement, *lie))
    return false;
  if (isSeenThrough(op)) {
    bool all = llvm::all_of(op->getUsers(), [&](Operation *user) {
      auto next = rowMovementOf(user);
      auto common = next ? commonLie(*this, *next) : std::nullopt;
      return common && exchangesForLess(*next, *common);
    });
    if (!all)
      return false;
    set(op->getResult(0), *lie, op);
    return true;
  }
  if (!exchangesForLess(*movement, *lie))
    return false;
  for (OpOperand &use : op->getOpOperands())
    if (llvm::is_contained(movement->sources, use.get()))
      need(use, *lie);
  set(op->getResult(0), movement->resultOf(*lie), op);
  if (collects)
    moving.insert(op);
  return true;
}

} // namespace plait::place
