//===- ExplainValues.cpp - Back from a value to what the user wrote -------===//
//
//   m.py:12: remark: dot_general is sharded [{data},{}]
//   m.py:12: note: dimension 0 {data}: as dimension 0 of its operand 0,
//                  argument 'x'
//   m.py:8:  note: argument 'x' is annotated [{data},{}]
//   m.py:12: note: dimension 1 has not {data} as dimension 1 of ...: {data}
//   stands on
//                  dimension 0, ...
//
//===----------------------------------------------------------------------===//
#include "Explain.h"
#include "ExplainWords.h"

#include "mlir/IR/Diagnostics.h"
#include <climits>
#include <map>
#include <set>

using namespace mlir;

namespace plait::propagate {

namespace {
class Explainer {
public:
  Explainer(func::FuncOp func, const FunctionGraph &function,
            const Classes &classes)
      : func(func), function(function), graph(function.graph), classes(classes),
        words(func, function) {}

  void explain(FoundValue found);

private:
  int nodeOf(FoundValue found) const;
  Diagnostic &note(Location location) { return remark->attachNote(location); }

  // The way back.
  void explainDim(int node, int dim);
  void chain(int node, int dim, int before, const std::string &subject);
  void explainOrigin(int node, const Origin &origin,
                     const std::string &subject);

  // What was settled.
  bool explainConflicts(int node, int dim);
  std::string conflictWith(int node, int dim, const Link &link, int slot,
                           int from) const;
  std::string whyNot(int node, int dim, llvm::ArrayRef<AxisRef> wanted,
                     const Link &link, int slot, int from) const;
  std::string whyOther(int node, int dim, const Link &link, int from) const;
  const Origin *lastOrigin(int node, int dim) const;
  std::string whyFirst(int node, int winner, int loser, int64_t priority) const;
  int64_t priorityOf(int node, int dim) const;
  int classOf(int node, int dim) const;
  int stepOf(int node, int dim) const;

  void explainRepeated(Value value);

  func::FuncOp func;
  const FunctionGraph &function;
  const Graph &graph;
  const Classes &classes;
  Words words;
  InFlightDiagnostic *remark = nullptr;
  /// What was told, in which remark.
  std::map<std::pair<int, const Origin *>, int> told;
  int number = 0; // of the remark
};
} // namespace

int Explainer::nodeOf(FoundValue found) const {
  if (found.result >= 0)
    return function.resultNodes[found.result];
  return function.find(found.value);
}

void Explainer::explain(FoundValue found) {
  int node = nodeOf(found);
  if (node < 0)
    return;
  Location location =
      found.result >= 0 ? words.placeOf(node) : found.value.getLoc();
  InFlightDiagnostic made = mlir::emitRemark(location);
  remark = &made;
  ++number;
  std::string type;
  llvm::raw_string_ostream(type) << found.value.getType();
  made << describe(func, found) << ", " << type << ", is sharded "
       << words.sharding(node);
  for (int dim = 0; dim < int(graph.nodes[node].shape.size()); ++dim)
    explainDim(node, dim);
  explainRepeated(found.value);
}

//===----------------------------------------------------------------------===//
// The way back
//===----------------------------------------------------------------------===//

void Explainer::explainDim(int n, int dim) {
  std::string subject = "dimension " + std::to_string(dim);
  if (graph.shardingOf(n).dims[dim].axes.empty()) {
    const Annotation *stated = words.annotation(n);
    if (!graph.shardingOf(n).dims[dim].open && stated)
      note(stated->location)
          << subject << " is whole and closed: " << stated->text;
    else if (!explainConflicts(n, dim))
      note(words.placeOf(n))
          << subject << " is whole: nothing that is tied to it is split";
    return;
  }
  chain(n, dim, INT_MAX, subject);
  explainConflicts(n, dim);
}

/// Each origin of the dimension before a step, and what came before it.
void Explainer::chain(int n, int dim, int before, const std::string &subject) {
  for (const Origin &origin : graph.nodes[n].origins) {
    if (origin.dim != dim || origin.step >= before)
      continue;
    auto [known, isNew] = told.insert({{n, &origin}, number});
    if (!isNew) {
      if (known->second != number)
        note(words.placeOf(n))
            << subject << " " << words.axes(origin.axes()) << ": as above";
      continue;
    }
    explainOrigin(n, origin, subject);
    if (origin.link < 0 || origin.node < 0)
      continue;
    std::optional<Tie> tie =
        findTie(graph.links[origin.link], n, dim, origin.node);
    if (tie)
      chain(origin.node, tie->fromDim, origin.step,
            words.node(origin.node) + ", dimension " +
                std::to_string(tie->fromDim));
  }
}

void Explainer::explainOrigin(int n, const Origin &origin,
                              const std::string &subject) {
  std::string start = subject + " " + words.axes(origin.axes()) + ": ";
  if (origin.link < 0) {
    if (const Annotation *stated = words.annotation(n))
      note(stated->location) << start << stated->text;
    else
      note(words.placeOf(n)) << start << "an annotation";
    return;
  }
  const Link &link = graph.links[origin.link];
  Diagnostic &step = note(link.op->getLoc());
  step << start;
  if (origin.node < 0)
    step << "split here so that devices do not repeat the "
         << int64_t(link.flops) << " operations of " << labelOf(link.op);
  else
    step << words.step(link, n, origin.dim, origin.node);
}

//===----------------------------------------------------------------------===//
// What was settled
//===----------------------------------------------------------------------===//

/// The class of a dimension, or -1 where no link conducts it.
int Explainer::classOf(int n, int dim) const {
  for (auto [l, slot] : graph.nodes[n].links)
    for (int factor : graph.links[l].slots()[slot].dims[dim])
      if (conducts(graph.links[l].factors()[factor]))
        return classes.ofFactor[l][factor];
  return -1;
}

/// What gave the dimension its last axis, or null.
const Origin *Explainer::lastOrigin(int n, int dim) const {
  const Origin *last = nullptr;
  for (const Origin &origin : graph.nodes[n].origins)
    if (origin.dim == dim && (!last || origin.step >= last->step))
      last = &origin;
  return last;
}

/// The step in which the dimension got its last axis.
int Explainer::stepOf(int n, int dim) const {
  const Origin *last = lastOrigin(n, dim);
  return last ? last->step : 0;
}

/// Why the class `winner` had its way before `loser`.
static std::string whyHeavier(const Classes &classes, int winner, int loser) {
  const Classes::Weight &a = classes.weights[winner];
  const Classes::Weight &b = classes.weights[loser];
  auto against = [](double a, double b) {
    return std::to_string(int64_t(a)) + " against " +
           std::to_string(int64_t(b));
  };
  if (a.data > b.data)
    return "dimensions like it are split on an argument that is data";
  if (a.flops > b.flops)
    return "dimensions like it take part in more contraction work (" +
           against(a.flops, b.flops) + " operations)";
  if (a.results > b.results)
    return "dimensions like it are in larger results (" +
           against(a.results, b.results) + " bytes)";
  if (a.computed > b.computed)
    return "dimensions like it are in larger computed tensors (" +
           against(a.computed, b.computed) + " bytes)";
  if (a.stated > b.stated)
    return "it is split on a larger tensor (" + against(a.stated, b.stated) +
           " bytes)";
  return "dimensions like it come first in the program";
}

/// The priority with which the dimension got its last axis.
int64_t Explainer::priorityOf(int n, int dim) const {
  const Origin *origin = lastOrigin(n, dim);
  if (!origin || origin->node < 0)
    return graph.priorityOf(n, dim);
  std::optional<Tie> tie =
      findTie(graph.links[origin->link], n, dim, origin->node);
  return tie ? graph.priorityOf(origin->node, tie->fromDim) : 0;
}

/// Why dimension `winner` of the node has an axis that `loser` could have had,
/// with the user's `priority`.
std::string Explainer::whyFirst(int n, int winner, int loser,
                                int64_t priority) const {
  for (const Origin &origin : graph.nodes[n].origins)
    if (origin.dim == winner && origin.link < 0)
      return "which is annotated";
  if (int64_t own = priorityOf(n, winner); own < priority)
    return "whose priority p" + std::to_string(own) + " comes before p" +
           std::to_string(priority);
  int a = classOf(n, winner), b = classOf(n, loser);
  if (a >= 0 && b >= 0 && a != b) {
    const auto *begin = classes.order.data();
    const auto *end = begin + classes.order.size();
    if (std::find(begin, end, a) < std::find(begin, end, b))
      return "whose turn came first: " + whyHeavier(classes, a, b);
  }
  return "where it came first, in step " + std::to_string(stepOf(n, winner));
}

/// Why the dimension has its axes and not those of slot `from`, which do not
/// continue them: what came first, or what of two offers was better.
std::string Explainer::whyOther(int n, int dim, const Link &link,
                                int from) const {
  std::string has = "it has " + words.axes(graph.shardingOf(n).dims[dim].axes);
  const Origin *own = lastOrigin(n, dim);
  const Slot &source = link.slots()[from];
  std::optional<Tie> tie = findTie(link, n, dim, link.nodes[from]);
  if (!own || own->node < 0 || !tie)
    return has;
  int64_t priority = graph.priorityOf(link.nodes[from], tie->fromDim);
  if (int64_t best = priorityOf(n, dim); best < priority)
    return has + ", whose priority p" + std::to_string(best) +
           " comes before p" + std::to_string(priority);
  int theirs = stepOf(link.nodes[from], tie->fromDim);
  if (theirs >= own->step)
    return has + " since step " + std::to_string(own->step) + ", " +
           words.node(link.nodes[from]) + " its own since step " +
           std::to_string(theirs);
  const Link &winner = graph.links[own->link];
  std::optional<Tie> won = findTie(winner, n, dim, own->node);
  std::string of = has + " of " + words.node(own->node);
  if (won && winner.slots()[won->fromSlot].level < source.level)
    return of + (source.level == Level::Broadcast
                     ? "; what is repeated to fit comes last"
                     : "; ops that sum over nothing come first");
  int64_t a = graph.nodes[own->node].bytes,
          b = graph.nodes[link.nodes[from]].bytes;
  if (a > b)
    return of + ", which is larger (" + std::to_string(a) + " against " +
           std::to_string(b) + " bytes)";
  return of + ": its axes come first in the mesh";
}

std::string Explainer::whyNot(int n, int dim, llvm::ArrayRef<AxisRef> wanted,
                              const Link &link, int slot, int from) const {
  const Node &node = graph.nodes[n];
  const DimSharding &sharding = graph.shardingOf(n).dims[dim];
  std::optional<Tie> tie = findTie(link, n, dim, link.nodes[from]);
  int64_t priority = tie ? graph.priorityOf(link.nodes[from], tie->fromDim) : 0;
  auto overlap = [&](llvm::ArrayRef<AxisRef> axes) {
    return llvm::any_of(axes, [&](AxisRef own) {
      return llvm::any_of(wanted,
                          [&](AxisRef ref) { return own.overlaps(ref); });
    });
  };
  if (isa<BarrierOp>(link.op) &&
      (!link.slots()[slot].takes || !link.slots()[from].gives))
    return "the barrier stops it";
  if (!sharding.open) {
    const Annotation *stated = words.annotation(n);
    return stated ? stated->text + ", which is closed" : "it must be whole";
  }
  for (int other = 0; other < int(node.shape.size()); ++other)
    if (other != dim && overlap(graph.shardingOf(n).dims[other].axes))
      return "dimension " + std::to_string(other) + " has " +
             words.axes(graph.shardingOf(n).dims[other].axes) + ", " +
             whyFirst(n, other, dim, priority);
  if (overlap(node.blocked))
    return "the axis is kept off this value: it is stated replicated, a region "
           "around is manual over it, or it splits rows that are looked up";
  if (!startsWith(wanted, sharding.axes)) {
    for (const Origin &origin : node.origins)
      if (origin.dim == dim && origin.link < 0)
        return "it is annotated " + words.axes(sharding.axes);
    return whyOther(n, dim, link, from);
  }
  return "the axes do not fit the sizes that the op ties together";
}

/// Axes that a neighbour has on a dimension tied to this one, and this has not;
/// whether there are any.
bool Explainer::explainConflicts(int n, int dim) {
  const Node &node = graph.nodes[n];
  // Where each was first seen; an unrolled loop would say it once per layer.
  std::vector<std::pair<std::string, Location>> settled;
  std::set<int> sources; // an op and an edge of it may tie the same two nodes
  for (auto [l, slot] : node.links) {
    const Link &link = graph.links[l];
    for (int from = 0; from < int(link.slots().size()); ++from) {
      std::string conflict = conflictWith(n, dim, link, slot, from);
      bool isKnown = llvm::any_of(
          settled, [&](auto &known) { return known.first == conflict; });
      if (!conflict.empty() && !isKnown &&
          sources.insert(link.nodes[from]).second)
        settled.emplace_back(conflict, link.op->getLoc());
    }
  }
  constexpr size_t kMost = 4;
  for (size_t i = 0; i < std::min(kMost, settled.size()); ++i)
    note(settled[i].second) << "dimension " << dim << " " << settled[i].first;
  if (settled.size() > kMost)
    note(words.placeOf(n)) << "dimension " << dim << ": and "
                           << settled.size() - kMost << " more like that";
  return !settled.empty();
}

/// What the slot `from` offered and why it was not taken; empty where it was.
std::string Explainer::conflictWith(int n, int dim, const Link &link, int slot,
                                    int from) const {
  const Slot &source = link.slots()[from];
  bool isBarrier = isa<BarrierOp>(link.op);
  if (link.nodes[from] < 0 || link.nodes[from] == n ||
      (!source.gives && !isBarrier))
    return "";
  std::optional<Tie> tie = findTie(link, n, dim, link.nodes[from]);
  if (!tie || tie->fromSlot != from || tie->toSlot != slot)
    return "";
  const Sharding &there = graph.shardingOf(link.nodes[from]);
  Axes own = graph.shardingOf(n).dims[dim].axes;
  Axes theirs = projectOnto(tie->factor, there.dims[tie->fromDim].axes,
                            source.dims[tie->fromDim], link.factors());
  Axes wanted = withFactor(tie->factor, theirs, own,
                           link.slots()[slot].dims[dim], link.factors());
  if (theirs.empty() || startsWith(own, wanted))
    return "";
  return "has not " + words.axes(wanted) + " " +
         words.step(link, n, dim, link.nodes[from]) + ": " +
         whyNot(n, dim, wanted, link, slot, from);
}

/// A contraction that not every axis of the mesh splits.
void Explainer::explainRepeated(Value value) {
  for (const Link &link : graph.links) {
    if (link.flops == 0 || link.op != value.getDefiningOp())
      continue;
    Axes used = axesOf(graph, link);
    int64_t devices = graph.mesh.numDevices();
    if (sizeOf(used) < devices)
      note(link.op->getLoc())
          << "its " << int64_t(link.flops) << " operations are split by "
          << words.axes(used) << " only: " << devices / sizeOf(used)
          << " devices repeat each part";
  }
}

void explainValues(func::FuncOp func, const FunctionGraph &function,
                   const Classes &classes, llvm::ArrayRef<FoundValue> found) {
  constexpr size_t kMost = 16;
  Explainer explainer(func, function, classes);
  for (FoundValue value : found.take_front(kMost))
    explainer.explain(value);
  if (found.size() > kMost)
    mlir::emitRemark(func.getLoc(), "and ")
        << found.size() - kMost
        << " more values of that name; name one as %12, as "
           "--compile-to=propagate prints it";
}

} // namespace plait::propagate
