//===- Collectives.cpp - coll: what devices give each other ---------------===//
//
// A reduction goes element by element in the order of the group's members, as
// the runtime's does; 16-bit floats are added in float32. Received bytes are
// those of a bandwidth-optimal algorithm on the tensors moved.
//
//===----------------------------------------------------------------------===//

#include "Machine.h"

#include "plait/dialects/coll/Coll.h"
#include <cmath>

using namespace mlir;
using namespace plait;
using namespace plait::reference;
using namespace plait::coll;

using Members = SmallVector<int64_t>;

//===----------------------------------------------------------------------===//
// Combining two elements
//===----------------------------------------------------------------------===//

static double combineReal(Combiner combiner, double a, double b) {
  bool nan = std::isnan(a) || std::isnan(b);
  switch (combiner) {
  case Combiner::Sum:
    return a + b;
  case Combiner::Prod:
    return a * b;
  case Combiner::Max:
    return nan ? std::nan("") : std::signbit(a) && a == b ? b : std::max(a, b);
  case Combiner::Min:
    return nan ? std::nan("") : std::signbit(b) && a == b ? b : std::min(a, b);
  case Combiner::MaxNum:
    return std::fmax(a, b);
  case Combiner::MinNum:
    return std::fmin(a, b);
  default:
    return std::nan(""); // the verifier refuses these on floats
  }
}

static Int128 combineInteger(Combiner combiner, Int128 a, Int128 b,
                             unsigned width) {
  UInt128 ua = unsignedOf(a, width), ub = unsignedOf(b, width);
  switch (combiner) {
  case Combiner::Sum:
    return wrap(static_cast<Int128>(ua + ub), width);
  case Combiner::Prod:
    return wrap(static_cast<Int128>(ua * ub), width);
  case Combiner::Max:
  case Combiner::MaxNum:
    return std::max(a, b);
  case Combiner::Min:
  case Combiner::MinNum:
    return std::min(a, b);
  case Combiner::UMax:
    return ua > ub ? a : b;
  case Combiner::UMin:
    return ua < ub ? a : b;
  case Combiner::And:
    return a & b;
  case Combiner::Or:
    return a | b;
  case Combiner::Xor:
    return a ^ b;
  }
  return 0;
}

/// A 16-bit float is not rounded in between: its sum lives in float32.
static double roundedWide(double value, const ScalarType &type) {
  return type.rounding == Rounding::Double ? value : static_cast<float>(value);
}

static Slot combine(Combiner combiner, Slot a, Slot b, const ScalarType &type) {
  Slot result;
  if (type.isInteger()) {
    result.i = combineInteger(combiner, a.i, b.i, type.width);
  } else if (type.isFloat()) {
    result.d = roundedWide(combineReal(combiner, a.d, b.d), type);
  } else {
    std::complex<double> value = combiner == Combiner::Prod
                                     ? a.complex() * b.complex()
                                     : a.complex() + b.complex();
    result.set(
        {roundedWide(value.real(), type), roundedWide(value.imag(), type)});
  }
  return result;
}

/// The combination of the tensors, first one first.
static Tensor reduced(ArrayRef<Tensor> parts, Combiner combiner) {
  Tensor result(parts.front().elementType(), parts.front().shape());
  ScalarType type = *ScalarType::of(result.elementType());
  char *to = result.mutableData();
  for (int64_t i = 0; i < result.numElements(); ++i) {
    Slot value = load(type, parts.front().data() + i * type.bytes);
    for (const Tensor &part : parts.drop_front())
      value = combine(combiner, value, load(type, part.data() + i * type.bytes),
                      type);
    store(type, value, to + i * type.bytes);
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Slicing and joining
//===----------------------------------------------------------------------===//

static Tensor sliceOf(const Tensor &whole, int64_t dim, int64_t part,
                      int64_t parts) {
  SmallVector<int64_t> sizes(whole.shape()), offsets(whole.rank(), 0),
      zeros(whole.rank(), 0);
  sizes[dim] /= parts;
  offsets[dim] = part * sizes[dim];
  Tensor slice(whole.elementType(), sizes);
  copyBox(whole, offsets, slice, zeros, sizes);
  return slice;
}

static Tensor joined(ArrayRef<Tensor> parts, int64_t dim) {
  SmallVector<int64_t> shape(parts.front().shape());
  SmallVector<int64_t> offsets(shape.size(), 0), zeros(shape.size(), 0);
  shape[dim] *= parts.size();
  Tensor whole(parts.front().elementType(), shape);
  for (const Tensor &part : parts) {
    copyBox(part, zeros, whole, offsets, part.shape());
    offsets[dim] += part.dim(dim);
  }
  return whole;
}

//===----------------------------------------------------------------------===//
// What each member of one group gets
//===----------------------------------------------------------------------===//

namespace {
/// One group in one execution: operands by member, results and received bytes
/// by member.
struct Exchange {
  SmallVector<Tensor> operands;
  SmallVector<Tensor> results;
  SmallVector<double> received;

  int64_t size() const { return operands.size(); }
  /// All members receive `share` of `bytes`.
  void receive(double bytes, double share) {
    received.assign(size(), bytes * share);
  }
  double othersShare() const { return double(size() - 1) / size(); }
};
} // namespace

template <typename Op>
static void allReduce(Op op, Exchange &e) {
  e.results.assign(e.size(), reduced(e.operands, op.getCombiner().getValue()));
  e.receive(e.operands[0].numBytes(), 2 * e.othersShare());
}

template <typename Op>
static void allGather(Op op, Exchange &e) {
  e.results.assign(e.size(), joined(e.operands, op.getDim()));
  e.receive(e.results[0].numBytes(), e.othersShare());
}

template <typename Op>
static void reduceScatter(Op op, Exchange &e) {
  Tensor whole = reduced(e.operands, op.getCombiner().getValue());
  for (int64_t i = 0; i < e.size(); ++i)
    e.results.push_back(sliceOf(whole, op.getDim(), i, e.size()));
  e.receive(whole.numBytes(), e.othersShare());
}

template <typename Op>
static void allToAll(Op op, Exchange &e) {
  for (int64_t i = 0; i < e.size(); ++i) {
    SmallVector<Tensor> parts;
    for (const Tensor &operand : e.operands)
      parts.push_back(sliceOf(operand, op.getSplit(), i, e.size()));
    e.results.push_back(joined(parts, op.getConcat()));
  }
  e.receive(e.operands[0].numBytes(), e.othersShare());
}

template <typename Op>
static void permute(Op op, Exchange &e) {
  for (auto [i, source] : llvm::enumerate(op.getSources())) {
    if (source < 0) { // nobody sends: zeros
      e.results.push_back(
          Tensor(e.operands[i].elementType(), e.operands[i].shape()));
      e.received.push_back(0);
      continue;
    }
    e.results.push_back(e.operands[source]);
    bool moves = source != static_cast<int64_t>(i);
    e.received.push_back(moves ? e.operands[source].numBytes() : 0);
  }
}

//===----------------------------------------------------------------------===//
// All groups
//===----------------------------------------------------------------------===//

/// The mesh of the groups; the program must run on all of its devices.
static FailureOr<Mesh> meshOf(Operation *op, AxesAttr axes, Machine &machine,
                              Devices on) {
  MeshOp found = lookupMesh(op, axes.getMesh());
  if (!found)
    return op->emitError("must name a mesh of the module, got: ")
           << axes.getMesh();
  Mesh mesh = found.getValue();
  if (mesh.numDevices() != machine.numDevices())
    return op->emitError("must run on the mesh's ")
           << mesh.numDevices() << " devices, got: " << machine.numDevices();
  if (static_cast<int64_t>(on.size()) != mesh.numDevices())
    return op->emitError("all ")
           << mesh.numDevices()
           << " devices must take part in a collective, got: " << on.size();
  return mesh;
}

static FailureOr<Exchange>
exchangeOf(CollectiveOpInterface op, const Members &members, Machine &machine) {
  Exchange exchange;
  for (int64_t device : members)
    if (!machine.read(op, op.getCollectiveOperand(), device,
                      exchange.operands.emplace_back()))
      return failure();
  return exchange;
}

/// Runs `move` on each group. A start gives its request what the wait will give
/// its result.
template <typename Op, typename Move>
static LogicalResult runGroups(Op op, Machine &machine, Devices on, Move move) {
  auto collective = cast<CollectiveOpInterface>(op.getOperation());
  AxesAttr axes = collective.getCollectiveGroup();
  FailureOr<Mesh> mesh = meshOf(op, axes, machine, on);
  if (failed(mesh))
    return failure();
  SmallVector<AxisRef, 2> refs = axes.toValue(*mesh);
  std::vector<double> received(on.size(), 0);
  SmallVector<Content> contents(on.size());
  SmallVector<bool> done(on.size(), false);
  for (int64_t device : on) {
    if (done[device])
      continue;
    Members members = mesh->group(device, refs);
    FailureOr<Exchange> exchange = exchangeOf(collective, members, machine);
    if (failed(exchange) || failed(move(op, members, *exchange)))
      return failure();
    for (auto [i, member] : llvm::enumerate(members)) {
      contents[member] = exchange->results[i];
      received[member] = exchange->received[i];
      done[member] = true;
    }
  }
  for (int device : on)
    machine.set(op->getResult(0), device, std::move(contents[device]));
  machine.count(collective.getCollectiveSite().getId(), collective.getKind(),
                received);
  return success();
}

template <typename Op, void (*Move)(Op, Exchange &)>
static LogicalResult run(Op op, Machine &machine, Devices on) {
  return runGroups(op, machine, on,
                   [](Op op, const Members &, Exchange &exchange) {
                     Move(op, exchange);
                     return success();
                   });
}

/// The root is a number that all members of a group must agree on.
template <typename Op>
static LogicalResult runBroadcast(Op op, Machine &machine, Devices on) {
  return runGroups(
      op, machine, on,
      [&](Op op, const Members &members, Exchange &exchange) -> LogicalResult {
        int64_t root = 0;
        for (auto [i, member] : llvm::enumerate(members)) {
          int64_t mine = 0;
          if (!machine.read(op, op.getRoot(), member, mine))
            return failure();
          if (i > 0 && mine != root)
            return op.emitError("all members of a group must name one root, "
                                "got: ")
                   << root << " and " << mine;
          root = mine;
        }
        if (root < 0 || root >= exchange.size())
          return op.emitError("the root must be in [0, ")
                 << exchange.size() << "), got: " << root;
        const Tensor &value = exchange.operands[root];
        exchange.results.assign(exchange.size(), value);
        exchange.receive(value.numBytes(), 1);
        // Counts for the root too, which may change with each run: a site's
        // figure is what any device may receive.
        return success();
      });
}

//===----------------------------------------------------------------------===//
// wait, axis_index, relocated, ring
//===----------------------------------------------------------------------===//

static LogicalResult runWait(WaitOp op, Machine &machine, Devices on) {
  if (!op.getResult())
    return op.emitError("the reference interpreter runs collectives on "
                        "tensors only");
  machine.assign(op.getResult(), op.getRequest(), on);
  return success();
}

static LogicalResult runAxisIndex(AxisIndexOp op, Machine &machine,
                                  Devices on) {
  MeshOp found = lookupMesh(op, op.getGroup().getMesh());
  if (!found || found.getValue().numDevices() != machine.numDevices())
    return op.emitError("must run on all devices of its mesh, got: ")
           << machine.numDevices();
  Mesh mesh = found.getValue();
  for (int device : on) {
    Slot slot;
    slot.i = mesh.linearCoordinate(device, op.getGroup().toValue(mesh));
    machine.set(op.getResult(), device, slot);
  }
  return success();
}

/// A claim: it changes nothing.
static LogicalResult runRelocated(RelocatedOp op, Machine &machine,
                                  Devices on) {
  machine.assign(op.getResult(), op.getAssembled(), on);
  return success();
}

/// What its steps do; what they stand for is a claim.
static LogicalResult runRing(RingOp op, Machine &machine, Devices on) {
  Block &steps = op.getSteps().front();
  if (failed(machine.runBlock(steps, on)))
    return failure();
  machine.assign(op.getResults(), steps.getTerminator()->getOperands(), on);
  return success();
}

void plait::reference::addCollectiveOps(OpTable &table) {
  table.add(run<AllReduceOp, allReduce>);
  table.add(run<AllReduceStartOp, allReduce>);
  table.add(run<AllGatherOp, allGather>);
  table.add(run<AllGatherStartOp, allGather>);
  table.add(run<ReduceScatterOp, reduceScatter>);
  table.add(run<ReduceScatterStartOp, reduceScatter>);
  table.add(run<AllToAllOp, allToAll>);
  table.add(run<AllToAllStartOp, allToAll>);
  table.add(run<PermuteOp, permute>);
  table.add(run<PermuteStartOp, permute>);
  table.add(runBroadcast<BroadcastOp>);
  table.add(runBroadcast<BroadcastStartOp>);
  table.add(runWait);
  table.add(runAxisIndex);
  table.add(runRelocated);
  table.add(runRing);
}
