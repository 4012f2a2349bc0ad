//===- StatedTraffic.cpp - What the statements of `place` move ------------===//
//
// Statements in the order of the program. A chain of two is one move where that
// receives no more, as everywhere (CleanReshards): so parts that are combined
// and then split are scattered.
//
//===----------------------------------------------------------------------===//
#include "plait/analysis/StatedTraffic.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "plait/analysis/Collectives.h"
#include "plait/analysis/Movements.h"
#include "plait/analysis/StructuredOperands.h"
#include "plait/dialects/coll/Coll.h"
#include "plait/dialects/plait/RingWindow.h"
#include "plait/sharding/Reshard.h"
#include "plait/sharding/Weights.h"
#include "plait/support/UserLocation.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace plait {

/// Whether each device makes the shard of `value` that it needs: every element
/// is the same, or follows from its place alone (an iota).
static bool isMadeInPlace(Value value) {
  while (auto constraint = value.getDefiningOp<ConstraintOp>())
    value = constraint.getOperand();
  DenseElementsAttr dense;
  if (matchPattern(value, m_Constant(&dense)))
    return dense.isSplat();
  Operation *op = value.getDefiningOp();
  if (isa_and_nonnull<linalg::FillOp, tensor::SplatOp, tensor::EmptyOp>(op))
    return true;
  // Nothing but padding, as where a scan has no elements before the first.
  if (auto pad = dyn_cast_or_null<tensor::PadOp>(op))
    return pad.getConstantPaddingValue() &&
           pad.getSourceType().hasStaticShape() &&
           pad.getSourceType().getNumElements() == 0;
  auto iota = dyn_cast_or_null<linalg::GenericOp>(op);
  return iota && iota->getNumResults() == 1 &&
         iota.getNumParallelLoops() == iota.getNumLoops() &&
         llvm::none_of(
             inputsOf(iota),
             [](Value input) { return isa<ShapedType>(input.getType()); }) &&
         !iota.payloadUsesValueFromOperand(&initsOf(iota)[0]);
}

namespace {
/// A statement that changes how a value lies, or a gather.
struct Move {
  Operation *op;
  Value value; // that it moves
  Sharding from, to;
  bool isDead = false;
};

/// An op whose sources and result are stated to lie alike, split along a
/// dimension whose rows it moves.
struct StatedExchange {
  Operation *op;
  RankedTensorType type; // of the sources
  SmallVector<RowExchange> messages;
};

class Statements {
public:
  Statements(func::FuncOp main, const Mesh &mesh) : main(main), mesh(mesh) {}

  std::vector<Move> read() {
    main.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (auto constraint = dyn_cast<ConstraintOp>(op))
        add(constraint);
      else if (auto gather = dyn_cast<GatherOp>(op))
        add(gather);
      else if (auto movement = rowMovementOf(op))
        add(op, *movement);
    });
    std::vector<Move> moves;
    for (auto &[op, move] : known)
      if (!move.isDead)
        moves.push_back(move);
    return moves;
  }

  ArrayRef<StatedExchange> exchanges() const { return exchanged; }

  ReshardPlan planOf(const Move &move) const {
    auto type = cast<RankedTensorType>(move.value.getType());
    return plan(type, move.from, move.to);
  }

private:
  ReshardPlan plan(RankedTensorType type, const Sharding &from,
                   Sharding to) const {
    llvm::erase_if(to.partial, [&](const PartialAxis &part) {
      return !llvm::is_contained(from.partial, part);
    });
    if (checkReshard(mesh, from, to))
      return {};
    return planReshard(mesh, type.getShape(),
                       coll::elementBytes(type.getElementType()), from, to);
  }

  double cost(Value value, const Sharding &from, const Sharding &to) const {
    ReshardPlan found = plan(cast<RankedTensorType>(value.getType()), from, to);
    return found.bytes + bytesPerMessage * found.communications();
  }

  std::optional<Sharding> layoutOf(Value value) {
    if (Operation *op = value.getDefiningOp()) {
      auto found = layouts.find(op);
      return found == layouts.end() ? std::nullopt
                                    : std::optional(found->second);
    }
    auto argument = dyn_cast<BlockArgument>(value);
    if (!argument || argument.getOwner() != &main.getBody().front())
      return std::nullopt;
    auto attr = main.getArgAttrOfType<ShardingAttr>(argument.getArgNumber(),
                                                    kShardingAttr);
    return attr ? std::optional(attr.toValue(mesh).closed(mesh)) : std::nullopt;
  }

  /// Open dimensions keep what the value has there.
  static Sharding merged(const Sharding &stated, const Sharding &from) {
    Sharding result = stated;
    for (auto [dim, own] : llvm::zip(result.dims, from.dims))
      for (AxisRef axis : own.axes)
        if (dim.open && !stated.uses(axis))
          dim.axes.push_back(axis);
    return result;
  }

  void add(ConstraintOp op) {
    std::optional<Sharding> from = layoutOf(op.getOperand());
    Sharding stated = op.getSharding().toValue(mesh);
    Sharding to = (from ? merged(stated, *from) : stated).closed(mesh);
    layouts[op] = to;
    if (!from || from->sameLayout(to))
      return;
    if (!from->hasPartial() && isMadeInPlace(op.getOperand()))
      return;
    // Equal moves of one value are one.
    for (Operation *user : op.getOperand().getUsers()) {
      auto other = known.find(user);
      if (other != known.end() && other->second.to.sameLayout(to) &&
          other->second.value == op.getOperand())
        return;
    }
    Move move{op, op.getOperand(), *from, to};
    shorten(move);
    known[op] = move;
  }

  /// Never one with another move: a window is what it is.
  void add(GatherOp op) {
    std::optional<Sharding> from = layoutOf(op.getOperand());
    if (!from)
      return;
    Sharding to = *from;
    for (AxisRef axis : op.getAxes().toValue(mesh))
      for (DimSharding &dim : to.dims)
        llvm::erase_if(dim.axes,
                       [&](AxisRef own) { return own.overlaps(axis); });
    // Split before, where its users have it so.
    if (op->hasOneUse())
      if (auto next = dyn_cast<ConstraintOp>(*op->user_begin()))
        to = merged(next.getSharding().toValue(mesh), to).closed(mesh);
    layouts[op] = to;
    if (!from->sameLayout(to))
      known[op] = Move{op, op.getOperand(), *from, to};
  }

  /// The result's layout is what the statement behind it says.
  void add(Operation *op, const RowMovement &movement) {
    Value result = op->getResult(0);
    if (!result.hasOneUse())
      return;
    auto next = dyn_cast<ConstraintOp>(*result.user_begin());
    std::optional<Sharding> lie = layoutOf(movement.sources[0]);
    if (!next || !lie || lie->hasPartial())
      return;
    for (Value source : movement.sources) {
      std::optional<Sharding> other = layoutOf(source);
      if (!other || !other->sameLayout(*lie))
        return;
    }
    Sharding wanted = movement.resultOf(*lie);
    if (!merged(next.getSharding().toValue(mesh), wanted)
             .closed(mesh)
             .sameLayout(wanted))
      return;
    if (auto messages = rowExchangesOf(movement, *lie))
      exchanged.push_back(
          {op, cast<RankedTensorType>(movement.sources[0].getType()),
           std::move(*messages)});
  }

  /// The move that ends at `value`, or null. Statements between that `value`
  /// lies as it does move nothing; `isOnly` unless others read it on the way.
  Move *moveBefore(Value value, bool &isOnly) {
    isOnly = true;
    while (auto statement = value.getDefiningOp<ConstraintOp>()) {
      isOnly &= statement->hasOneUse();
      auto found = known.find(statement);
      if (found != known.end())
        return found->second.isDead ? nullptr : &found->second;
      value = statement.getOperand();
      std::optional<Sharding> from = layoutOf(value);
      if (!from || !from->sameLayout(layouts.find(statement)->second))
        return nullptr;
    }
    return nullptr;
  }

  void shorten(Move &move) {
    bool isOnly;
    while (Move *before = moveBefore(move.value, isOnly)) {
      double direct = cost(move.value, before->from, move.to);
      double chained =
          cost(move.value, before->to, move.to) +
          (isOnly ? cost(move.value, before->from, before->to) : 0);
      if (direct > chained)
        return;
      before->isDead |= isOnly;
      move.value = before->value;
      move.from = before->from;
    }
  }

  func::FuncOp main;
  const Mesh &mesh;
  llvm::DenseMap<Operation *, Sharding> layouts;
  llvm::MapVector<Operation *, Move> known;
  std::vector<StatedExchange> exchanged;
};
} // namespace

static int64_t localBytes(RankedTensorType type, const Sharding &sharding) {
  int64_t bytes = coll::elementBytes(type.getElementType());
  for (int64_t size : localShape(type.getShape(), sharding))
    bytes *= size;
  return bytes;
}

/// What one step sends in `count` executions.
static Traffic trafficOf(const ReshardStep &step, RankedTensorType type,
                         const Sharding &before, const Mesh &mesh,
                         ArrayRef<std::string> interAxes, int64_t count) {
  Traffic entry;
  entry.kind = step.kind;
  entry.count = count;
  bool permutes = step.kind == StepKind::Permute;
  int64_t nodes = 1;
  for (AxisRef axis : permutes ? ArrayRef(step.to) : ArrayRef(step.axes)) {
    entry.axes.push_back(mesh.str(axis));
    entry.groupSize *= axis.size;
    if (llvm::is_contained(interAxes, mesh.axes[axis.axis].name))
      nodes *= axis.size;
  }
  int64_t n = entry.groupSize;
  entry.operandBytes = localBytes(type, before);
  if (step.kind == StepKind::ReduceScatter) // padded to whole shards
    entry.operandBytes = localBytes(type, step.after) * n;
  if (step.kind == StepKind::AllToAll)
    entry.operandBytes = step.bytes / (n - 1) * n;
  entry.bytes =
      step.kind == StepKind::AllReduce
          ? Fraction(2 * (n - 1) * count, n).ceilTimes(entry.operandBytes)
          : step.bytes * count;
  entry.interBytes =
      (receivedFromNodesPerByte(step.kind, nodes, n / nodes) * Fraction(count))
          .ceilTimes(entry.operandBytes);
  return entry;
}

/// The same bytes in blocks that go round a ring, each device to the next.
static Traffic inBlocks(Traffic gather) {
  gather.kind = StepKind::Permute;
  gather.count *= gather.groupSize - 1;
  if (gather.interBytes > 0) // of the devices that receive from another node
    gather.interBytes = gather.bytes;
  return gather;
}

static bool goesRound(Operation *op) {
  auto gather = dyn_cast<GatherOp>(op);
  return gather && gather.getWindow() == kRingWindow;
}

static std::string textOf(Operation *op, StringRef name) {
  auto text = op->getAttrOfType<StringAttr>(name);
  return text ? text.str() : std::string();
}

static std::pair<std::string, std::string> ofStatement(Operation *op) {
  std::string name = textOf(op, kStatementName);
  return {name.empty() ? userLocation(op->getLoc()) : name,
          textOf(op, kStatementWhy)};
}

/// The parameter that is gathered, and the pass that it is gathered for.
static std::pair<std::string, std::string> ofWindow(GatherOp op,
                                                    func::FuncOp main) {
  Value value = op.getOperand();
  while (value.getDefiningOp() && value.getDefiningOp()->getNumOperands() > 0)
    value = value.getDefiningOp()->getOperand(0);
  std::string name = userLocation(op.getLoc());
  if (auto argument = dyn_cast<BlockArgument>(value);
      argument && argument.getOwner() == &main.getBody().front()) {
    auto attr =
        main.getArgAttrOfType<StringAttr>(argument.getArgNumber(), kNameAttr);
    name = attr ? attr.str() : "arg" + std::to_string(argument.getArgNumber());
  }
  return {name, op.getWindow() == "bwd" ? "backward" : "forward"};
}

/// What one message of an exchange brings in `count` executions.
static Traffic trafficOf(const RowExchange &message, RankedTensorType type,
                         const Mesh &mesh, ArrayRef<std::string> interAxes,
                         int64_t count) {
  Traffic entry;
  entry.kind = StepKind::Permute;
  entry.count = count;
  bool crosses = false;
  for (AxisRef axis : message.axes) {
    entry.axes.push_back(mesh.str(axis));
    entry.groupSize *= axis.size;
    crosses |= llvm::is_contained(interAxes, mesh.axes[axis.axis].name);
  }
  entry.operandBytes =
      message.elements * coll::elementBytes(type.getElementType());
  entry.bytes = entry.operandBytes * count;
  entry.interBytes = crosses ? entry.bytes : 0; // of the worst device
  return entry;
}

static void addExchange(StatedTraffic &result, const StatedExchange &exchange,
                        func::FuncOp main, const Mesh &mesh,
                        ArrayRef<std::string> interAxes) {
  Operation *statement = *exchange.op->getResult(0).user_begin();
  auto [name, why] = ofStatement(statement);
  std::optional<int64_t> count = executions(exchange.op, main);
  if (!count && !exchange.messages.empty())
    result.unknown.push_back(name);
  for (const RowExchange &message : exchange.messages) {
    Traffic entry =
        trafficOf(message, exchange.type, mesh, interAxes, count.value_or(1));
    entry.name = name;
    entry.why = why;
    result.traffic.push_back(std::move(entry));
  }
}

StatedTraffic statedTraffic(func::FuncOp main, const Mesh &mesh,
                            ArrayRef<std::string> interAxes) {
  StatedTraffic result;
  Statements statements(main, mesh);
  for (const Move &move : statements.read()) {
    Operation *op = move.op;
    ReshardPlan plan = statements.planOf(move);
    std::optional<int64_t> count = executions(op, main);
    bool isWindow = isa<GatherOp>(op) && !goesRound(op);
    auto [name, why] =
        isWindow ? ofWindow(cast<GatherOp>(op), main) : ofStatement(op);
    if (!count && plan.communications() > 0)
      result.unknown.push_back(name);
    Sharding before = move.from;
    for (const ReshardStep &step : plan.steps) {
      if (step.kind != StepKind::Slice) {
        Traffic entry =
            trafficOf(step, cast<RankedTensorType>(move.value.getType()),
                      before, mesh, interAxes, count.value_or(1));
        entry.name = name;
        entry.why = why;
        bool rings = goesRound(op) && step.kind == StepKind::AllGather;
        result.traffic.push_back(rings ? inBlocks(std::move(entry))
                                       : std::move(entry));
      }
      before = step.after;
    }
  }
  for (const StatedExchange &exchange : statements.exchanges())
    addExchange(result, exchange, main, mesh, interAxes);
  return result;
}

} // namespace plait
