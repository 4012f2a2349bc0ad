//===- Reshard.cpp - From any sharding to any sharding --------------------===//
//
// Drives the search from coarse to fine atoms, turns the moves it found into
// steps, and handles what no common set of atoms can express.
//
//===----------------------------------------------------------------------===//
#include "plait/sharding/Reshard.h"

#include "ReshardSearch.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

#include <string>
#include <unordered_map>

namespace plait {

using namespace reshard;

llvm::StringRef str(StepKind kind) {
  switch (kind) {
  case StepKind::Slice:
    return "slice";
  case StepKind::AllGather:
    return "all_gather";
  case StepKind::AllToAll:
    return "all_to_all";
  case StepKind::Permute:
    return "permute";
  case StepKind::AllReduce:
    return "all_reduce";
  case StepKind::ReduceScatter:
    return "reduce_scatter";
  }
  return "unknown";
}

int ReshardPlan::communications() const {
  return llvm::count_if(steps, [](const ReshardStep &step) {
    return step.kind != StepKind::Slice;
  });
}

double receivedBytes(StepKind kind, int64_t operandBytes, int64_t groupSize) {
  double operand = operandBytes, n = groupSize;
  if (groupSize <= 1)
    return 0;
  switch (kind) {
  case StepKind::Slice:
    return 0;
  case StepKind::AllGather: // (n-1)/n of the result, which is n operands
    return operand * (n - 1);
  case StepKind::AllToAll:
  case StepKind::ReduceScatter:
    return operand * (n - 1) / n;
  case StepKind::AllReduce:
    return 2 * operand * (n - 1) / n;
  case StepKind::Permute:
    return operand;
  }
  return 0;
}

//===----------------------------------------------------------------------===//
// From routes to plans
//===----------------------------------------------------------------------===//

static void append(ReshardPlan &plan, ReshardStep step, const LinkModel &link) {
  plan.bytes += step.bytes;
  if (step.kind != StepKind::Slice)
    plan.seconds += link.latencySeconds + step.bytes / link.bytesPerSecond;
  plan.steps.push_back(std::move(step));
}

static ReshardPlan planOf(const Space &space, const Route &route,
                          const LinkModel &link) {
  ReshardPlan plan;
  Layout at = space.source;
  for (const Move &move : route.moves) {
    append(plan,
           move.kind == StepKind::Permute ? space.permuteStep(at, move.after)
                                          : space.step(move),
           link);
    at = move.after;
  }
  return plan;
}

//===----------------------------------------------------------------------===//
// From coarse to fine
//===----------------------------------------------------------------------===//

/// Beyond this many atoms even the bounded search takes too long.
static constexpr size_t maxFineAtoms = 8;

/// First with the fewest atoms; finer ones, with which a route may share the
/// work among more devices, only where the lower bound is not met.
static ReshardPlan planOnAtoms(const Mesh &mesh, llvm::ArrayRef<int64_t> shape,
                               int64_t elementBytes, const Sharding &from,
                               const Sharding &to, const LinkModel &link,
                               const Space &coarse) {
  SearchLimits limits;
  limits.latencyBytes = link.latencySeconds * link.bytesPerSecond;
  Route best = joined(coarse, coarse.greedy(), limits.latencyBytes);
  Cost least =
      lowerBound(coarse, coarse.source, coarse.target, limits.latencyBytes);
  ReshardPlan plan = planOf(coarse, best, link);
  size_t atomsTried = 0;
  for (Grain grain : {Grain::Boundaries, Grain::UsedPrimes, Grain::AllPrimes}) {
    if (!(least < best.cost))
      break;
    auto space = Space::create(mesh, shape, elementBytes, from, to, grain);
    if (!space || space->numAtoms() == atomsTried)
      continue;
    if (grain != Grain::Boundaries && space->numAtoms() > maxFineAtoms)
      break;
    atomsTried = space->numAtoms();
    std::optional<Route> found = search(*space, limits, best.cost);
    if (!found || !(found->cost < best.cost))
      continue;
    best = std::move(*found);
    plan = planOf(*space, best, link);
  }
  return plan;
}

//===----------------------------------------------------------------------===//
// Cuts that do not nest
//===----------------------------------------------------------------------===//

/// `from` without the axes of dimensions of `to`, and without what stands minor
/// to them; partial as `to` is. A route by way of it needs no common atoms:
/// x:(1)2 and x:(1)3 of an axis of 6 have none.
static Sharding withoutSharedAxes(const Sharding &from, const Sharding &to) {
  llvm::SmallVector<AxisRef, 4> other = to.dimAxes();
  auto isShared = [&](AxisRef ref) {
    return llvm::any_of(other, [&](AxisRef o) { return o.axis == ref.axis; });
  };
  Sharding result = from;
  result.partial = to.partial;
  for (DimSharding &dim : result.dims)
    dim.axes.erase(llvm::find_if(dim.axes, isShared), dim.axes.end());
  return result;
}

static ReshardPlan plan(const Mesh &mesh, llvm::ArrayRef<int64_t> shape,
                        int64_t elementBytes, const Sharding &from,
                        const Sharding &to, const LinkModel &link) {
  if (from.sameLayout(to))
    return {};
  if (auto space =
          Space::create(mesh, shape, elementBytes, from, to, Grain::Boundaries))
    return planOnAtoms(mesh, shape, elementBytes, from, to, link, *space);
  Sharding middle = withoutSharedAxes(from, to);
  ReshardPlan first = plan(mesh, shape, elementBytes, from, middle, link);
  ReshardPlan second = plan(mesh, shape, elementBytes, middle, to, link);
  for (ReshardStep &step : second.steps)
    append(first, std::move(step), link);
  return first;
}

//===----------------------------------------------------------------------===//
// Questions that have no answer
//===----------------------------------------------------------------------===//

std::optional<std::string> checkReshard(const Mesh &mesh, const Sharding &from,
                                        const Sharding &to) {
  if (from.rank() != to.rank())
    return "source and target of a reshard must have one rank, got: " +
           std::to_string(from.rank()) + " and " + std::to_string(to.rank());
  for (const Sharding *sharding : {&from, &to})
    if (auto wrong = check(*sharding, mesh, sharding->rank()))
      return wrong;
  Sharding held = from.closed(mesh);
  for (const PartialAxis &part : to.closed(mesh).partial) {
    auto holder = llvm::find_if(held.partial, [&](const PartialAxis &other) {
      return other.axis.contains(part.axis);
    });
    if (holder == held.partial.end())
      return "the target of a reshard must be partial only over axes of the "
             "source, got: '" +
             mesh.str(part.axis) + "'";
    if (holder->combiner != part.combiner)
      return "a reshard must keep the combiner of partial axes, got: " +
             str(holder->combiner).str() + " and " + str(part.combiner).str();
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Remembering
//===----------------------------------------------------------------------===//

namespace {
/// A text that is equal for equal questions only; names do not count.
class Key {
public:
  template <typename T>
  void add(const T &value) {
    text.append(reinterpret_cast<const char *>(&value), sizeof(value));
  }
  void add(AxisRef ref) {
    add(ref.axis);
    add(ref.pre);
    add(ref.size);
  }
  void add(const Sharding &sharding) {
    for (const DimSharding &dim : sharding.dims) {
      add(dim.axes.size());
      for (AxisRef ref : dim.axes)
        add(ref);
    }
    add(sharding.partial.size());
    for (const PartialAxis &part : sharding.partial) {
      add(part.axis);
      add(part.combiner);
    }
  }
  std::string text;
};
} // namespace

static constexpr size_t maxRemembered = 4096;

ReshardPlan planReshard(const Mesh &mesh, llvm::ArrayRef<int64_t> shape,
                        int64_t elementBytes, const Sharding &fromAny,
                        const Sharding &toAny, const LinkModel &link) {
  Sharding from = fromAny.closed(mesh), to = toAny.closed(mesh);
  Key key;
  key.add(mesh.axes.size());
  for (const MeshAxis &axis : mesh.axes)
    key.add(axis.size);
  key.add(shape.size());
  for (int64_t size : shape)
    key.add(size);
  key.add(elementBytes);
  key.add(from);
  key.add(to);
  key.add(link.latencySeconds);
  key.add(link.bytesPerSecond);
  thread_local std::unordered_map<std::string, ReshardPlan> remembered;
  if (remembered.size() > maxRemembered)
    remembered.clear();
  auto [it, isNew] = remembered.try_emplace(key.text);
  if (!isNew)
    return it->second;
  auto wrong = checkReshard(mesh, from, to);
  if (!wrong && int64_t(shape.size()) != from.rank())
    wrong = "a tensor's rank must be that of its sharding, got: " +
            std::to_string(shape.size());
  if (wrong)
    llvm::report_fatal_error(llvm::StringRef("planReshard: " + *wrong));
  return it->second = plan(mesh, shape, elementBytes, from, to, link);
}

} // namespace plait
