//===- SpmdRings.cpp - Steps of a ring beside what they stand for ---------===//
//
// A ring claims that its steps give what the contractions of `whole` would give
// of the gathered value. The steps are carried out, trip by trip, on what each
// member of the group has: not on elements, but on the number of the block, on
// indices, and on how much of which contraction is done.
//
// The share of block b is a contraction of `whole` with b in place of the
// gathered value, everything else that its loop runs over cut at b's place. It
// is an addend where the loop is reduced: added to the sum of others. Where the
// loop is parallel it is a part of the result, and put back where it was cut.
// If no other op touches the sum, and each member meets each block once, the
// sum is the whole contraction's result.
//
//===----------------------------------------------------------------------===//
#include "SpmdRings.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace plait::spmd {

namespace {
using Numbers = std::vector<int64_t>; // one per member

/// What a value of the steps is.
struct Held {
  enum Kind {
    Outer, // `value`, from outside of the ring, the same that `whole` reads
    Index, // `numbers`
    Block, // block `numbers` of the gathered value; the shard is `value` too
    Sum,   // contraction `number`, of `count` blocks
    Part, // of one of the last two or an outer value: along `dim`, at `numbers`
    Share, // of contraction `number`: the part at `numbers` along `dim`
  } kind = Outer;
  Value value; // of a part: of which outer value, null of a sum
  bool isOuter(Value other) const {
    return (kind == Outer || kind == Block) && value == other;
  }
  Numbers numbers = {};
  int number = -1;
  int64_t count = 0;
  int64_t dim = -1;
  Operation *since = nullptr; // a block: what brought it
};

/// A contraction of `whole`, and how the blocks divide it.
struct Contraction {
  linalg::LinalgOp op;
  unsigned gathered;                     // which operand
  unsigned loop;                         // runs over the gathered dimension
  int64_t count = 0;                     // shares so far
  std::vector<llvm::BitVector> met = {}; // per member: which blocks

  Value init() { return op.getDpsInits()[0]; }
  /// Where operand `i` is indexed by the loop: -1 nowhere; nothing if in
  /// another way than as one dimension.
  std::optional<int> dimOf(unsigned i) {
    AffineMap map = op.getMatchingIndexingMap(&op->getOpOperand(i));
    int dim = -1;
    for (auto [d, index] : llvm::enumerate(map.getResults())) {
      if (!index.isFunctionOfDim(loop))
        continue;
      if (dim >= 0 || !isa<AffineDimExpr>(index))
        return std::nullopt;
      dim = d;
    }
    return dim;
  }
};

class RingFollower {
public:
  RingFollower(const Atoms &atoms, coll::RingOp ring)
      : atoms(atoms), ring(ring),
        members(coll::groupSize(ring, ring.getGroup())),
        size(cast<RankedTensorType>(ring.getShard().getType())
                 .getDimSize(ring.getDim())) {}

  std::optional<RingFault> run();

private:
  bool readWhole();
  bool follow(Block &block);
  bool follow(Operation &op);
  bool follow(scf::ForOp op);
  bool follow(coll::PermuteOp op);
  bool follow(tensor::ExtractSliceOp op);
  bool follow(tensor::InsertSliceOp op);
  bool follow(linalg::LinalgOp op);
  bool checkYield();

  std::optional<Numbers> index(Operation &op);
  std::optional<Numbers> indexOf(Value value);
  std::optional<int64_t> sameIndex(Value value);
  Held held(Value value);
  bool isShareOf(Contraction &whole, linalg::LinalgOp op);
  bool take(Contraction &whole, int number, linalg::LinalgOp op);
  bool placed(Contraction &whole, linalg::LinalgOp op, const Held &block);
  bool isUnfinished(const Held &sum, int number);

  bool fail(Operation *at, std::string text, Operation *since = nullptr,
            std::string sinceText = "") {
    fault = RingFault{at, {std::move(text), since, std::move(sinceText)}};
    return false;
  }
  bool notFollowed(Operation *at) {
    return fail(at, "is no step of a ring that can be checked: blocks are "
                    "sent round, cut to, multiplied and put back");
  }
  std::string device(int64_t member) {
    AtomList axes = atoms.of(ring.getGroup().toValue(atoms.getMesh()));
    return "device " + std::to_string(member) + " over " +
           atoms.names(maskOf(axes));
  }

  const Atoms &atoms;
  coll::RingOp ring;
  int64_t members, size;
  std::vector<Contraction> wholes;
  llvm::DenseMap<Value, Held> known;
  std::optional<RingFault> fault;
};
} // namespace

//===----------------------------------------------------------------------===//
// What the steps stand for
//===----------------------------------------------------------------------===//

/// A contraction that reads the gathered value once, by a loop of its own;
/// nothing if `value` is something else.
static std::optional<Contraction> contractionOf(coll::RingOp ring,
                                                Value value) {
  Block &block = ring.getWhole().front();
  auto op = value.getDefiningOp<linalg::LinalgOp>();
  if (!op || op->getBlock() != &block || op->getNumResults() != 1 ||
      op.hasIndexSemantics() ||
      llvm::count(op->getOperands(), block.getArgument(0)) != 1)
    return std::nullopt;
  unsigned gathered =
      llvm::find(op->getOperands(), block.getArgument(0)) - op->operand_begin();
  auto at = dyn_cast<AffineDimExpr>(
      op.getMatchingIndexingMap(&op->getOpOperand(gathered))
          .getResult(ring.getDim()));
  if (!at || gathered >= unsigned(op.getNumDpsInputs()))
    return std::nullopt;
  Contraction whole = {op, gathered, at.getPosition()};
  for (unsigned i = 0; i < op->getNumOperands(); ++i)
    if (!whole.dimOf(i))
      return std::nullopt;
  return whole;
}

bool addsBlocks(coll::RingOp ring, Value sum) {
  std::optional<Contraction> whole = contractionOf(ring, sum);
  return whole && *whole->dimOf(whole->op->getNumOperands() - 1) < 0;
}

/// `whole` may hold contractions of its argument, one per result.
bool RingFollower::readWhole() {
  Block &block = ring.getWhole().front();
  for (Value yielded : block.getTerminator()->getOperands()) {
    std::optional<Contraction> whole = contractionOf(ring, yielded);
    if (!whole)
      return notFollowed(yielded.getDefiningOp() ? yielded.getDefiningOp()
                                                 : ring.getOperation());
    whole->met.assign(members, llvm::BitVector(members));
    wholes.push_back(std::move(*whole));
  }
  // Nothing else, which might be read in between.
  if (block.getOperations().size() != wholes.size() + 1)
    return notFollowed(&block.front());
  return true;
}

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

std::optional<Numbers> RingFollower::index(Operation &op) {
  if (auto self = dyn_cast<coll::AxisIndexOp>(op)) {
    if (self.getGroup() != ring.getGroup())
      return std::nullopt;
    Numbers numbers(members);
    for (int64_t i = 0; i < members; ++i)
      numbers[i] = i;
    return numbers;
  }
  APInt constant;
  if (op.getNumResults() == 1 &&
      matchPattern(op.getResult(0), m_ConstantInt(&constant)))
    return constant.getSignificantBits() > 31
               ? std::nullopt
               : std::optional(Numbers(members, constant.getSExtValue()));
  if (!isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::RemUIOp>(op))
    return std::nullopt;
  std::optional<Numbers> x = indexOf(op.getOperand(0)),
                         y = indexOf(op.getOperand(1));
  for (int64_t i = 0; x && y && i < members; ++i) {
    int64_t a = (*x)[i], b = (*y)[i], result = 0;
    if (isa<arith::RemUIOp>(op)  ? a < 0 || b <= 0
        : isa<arith::AddIOp>(op) ? llvm::AddOverflow(a, b, result)
        : isa<arith::SubIOp>(op) ? llvm::SubOverflow(a, b, result)
                                 : llvm::MulOverflow(a, b, result))
      return std::nullopt;
    (*x)[i] = isa<arith::RemUIOp>(op) ? a % b : result;
  }
  return y ? x : std::nullopt;
}

std::optional<Numbers> RingFollower::indexOf(Value value) {
  Held known = held(value);
  if (known.kind == Held::Index)
    return known.numbers;
  // From outside of the ring, where it is shared by others.
  Operation *op = known.kind == Held::Outer ? value.getDefiningOp() : nullptr;
  return op ? index(*op) : std::nullopt;
}

/// An index that is the same on all members.
std::optional<int64_t> RingFollower::sameIndex(Value value) {
  std::optional<Numbers> numbers = indexOf(value);
  if (!numbers || !llvm::all_equal(*numbers))
    return std::nullopt;
  return numbers->front();
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

Held RingFollower::held(Value value) {
  auto found = known.find(value);
  if (found != known.end())
    return found->second;
  Held outer;
  outer.value = value;
  return outer;
}

bool RingFollower::follow(Block &block) {
  for (Operation &op : block.without_terminator())
    if (!follow(op))
      return false;
  return true;
}

bool RingFollower::follow(Operation &op) {
  if (std::optional<Numbers> numbers = index(op)) {
    known[op.getResult(0)] = {Held::Index, {}, *numbers};
    return true;
  }
  return llvm::TypeSwitch<Operation *, bool>(&op)
      .Case<scf::ForOp, coll::PermuteOp, tensor::ExtractSliceOp,
            tensor::InsertSliceOp>([&](auto op) { return follow(op); })
      .Case<linalg::LinalgOp>([&](auto op) { return follow(op); })
      .Default([&](Operation *op) { return notFollowed(op); });
}

bool RingFollower::follow(scf::ForOp op) {
  std::optional<int64_t> lower = sameIndex(op.getLowerBound()),
                         upper = sameIndex(op.getUpperBound()),
                         step = sameIndex(op.getStep());
  // More trips than blocks are no ring, however long it would take to see it.
  if (!lower || !upper || !step || *step < 1 || *upper - *lower > members)
    return notFollowed(op);
  SmallVector<Held> carried;
  for (Value init : op.getInitArgs())
    carried.push_back(held(init));
  for (int64_t i = *lower; i < *upper; i += *step) {
    known[op.getInductionVar()] = {Held::Index, {}, Numbers(members, i)};
    for (auto [argument, now] : llvm::zip(op.getRegionIterArgs(), carried))
      known[argument] = now;
    if (!follow(*op.getBody()))
      return false;
    for (auto [next, yielded] :
         llvm::zip(carried, op.getBody()->getTerminator()->getOperands()))
      next = held(yielded);
  }
  for (auto [result, now] : llvm::zip(op.getResults(), carried))
    known[result] = now;
  return true;
}

bool RingFollower::follow(coll::PermuteOp op) {
  Held block = held(op.getOperand());
  if (block.kind != Held::Block || op.getGroup() != ring.getGroup())
    return notFollowed(op);
  Numbers received(members);
  for (auto [i, source] : llvm::enumerate(op.getSources())) {
    if (source < 0)
      return fail(op, "must bring a block to each device, got: nothing for " +
                          device(i));
    received[i] = block.numbers[source];
  }
  block.numbers = received;
  block.since = op;
  block.value = {}; // no longer the shard
  known[op.getResult()] = block;
  return true;
}

/// The dimension that a slice cuts, all others whole, and its offset there;
/// nothing where it is another slice than of one block's size.
static std::optional<std::pair<int64_t, OpFoldResult>>
cutOf(OffsetSizeAndStrideOpInterface op, RankedTensorType whole,
      RankedTensorType part, int64_t size) {
  if (!op.hasUnitStride() || whole.getRank() != part.getRank())
    return std::nullopt;
  std::optional<std::pair<int64_t, OpFoldResult>> cut;
  for (auto [d, offset] : llvm::enumerate(op.getMixedOffsets())) {
    if (part.getDimSize(d) == whole.getDimSize(d) && isZeroInteger(offset))
      continue;
    if (cut || part.getDimSize(d) != size)
      return std::nullopt;
    cut = {d, offset};
  }
  return cut;
}

bool RingFollower::follow(tensor::ExtractSliceOp op) {
  auto cut = cutOf(op, op.getSourceType(), op.getType(), size);
  Held source = held(op.getSource());
  if (!cut || (!source.value && source.kind != Held::Sum))
    return notFollowed(op);
  std::optional<Numbers> at;
  if (auto fixed = dyn_cast<Attribute>(cut->second))
    at = Numbers(members, cast<IntegerAttr>(fixed).getInt());
  else
    at = indexOf(cast<Value>(cut->second));
  if (!at)
    return notFollowed(op);
  source.kind = Held::Part;
  source.numbers = *at;
  source.dim = cut->first;
  known[op.getResult()] = source;
  return true;
}

/// Whether `sum`, or what it is a part of, is contraction `number` with all
/// shares so far.
bool RingFollower::isUnfinished(const Held &sum, int number) {
  Contraction &whole = wholes[number];
  return sum.value ? sum.value == whole.init() && whole.count == 0
                   : sum.number == number && sum.count == whole.count;
}

bool RingFollower::follow(tensor::InsertSliceOp op) {
  Held share = held(op.getSource()), into = held(op.getDest());
  auto cut = cutOf(op, op.getDestType(), op.getSourceType(), size);
  if (!cut || share.kind != Held::Share || into.kind == Held::Part)
    return notFollowed(op);
  std::optional<Numbers> at;
  if (auto value = dyn_cast<Value>(cut->second))
    at = indexOf(value);
  if (!at || !isUnfinished(into, share.number) || cut->first != share.dim)
    return notFollowed(op);
  for (int64_t i = 0; i < members; ++i)
    if ((*at)[i] != share.numbers[i])
      return fail(op, "must put each share at its block's place: " + device(i) +
                          " has the share at " +
                          std::to_string(share.numbers[i]) + " of dimension " +
                          std::to_string(share.dim) +
                          ", got: " + std::to_string((*at)[i]));
  int64_t count = ++wholes[share.number].count;
  known[op.getResult()] = {Held::Sum, {}, {}, share.number, count};
  return true;
}

//===----------------------------------------------------------------------===//
// Shares
//===----------------------------------------------------------------------===//

/// Whether `op` does what the contraction does, on operands that may be cut.
bool RingFollower::isShareOf(Contraction &whole, linalg::LinalgOp op) {
  if (op->getName() != whole.op->getName() ||
      op->getAttrDictionary() != whole.op->getAttrDictionary() ||
      op->getNumOperands() != whole.op->getNumOperands() ||
      !OperationEquivalence::isRegionEquivalentTo(
          &op->getRegion(0), &whole.op->getRegion(0),
          OperationEquivalence::IgnoreLocations))
    return false;
  for (unsigned i = 0; i < op->getNumOperands(); ++i) {
    Held own = held(op->getOperand(i));
    Value outer = whole.op->getOperand(i);
    int dim = *whole.dimOf(i);
    bool isCut = dim >= 0, isInit = i + 1 == op->getNumOperands();
    if (i == whole.gathered) {
      if (own.kind != Held::Block)
        return false;
    } else if (isCut != (own.kind == Held::Part) || (isCut && own.dim != dim)) {
      return false;
    } else if (isInit  ? !isUnfinished(own, &whole - wholes.data())
               : isCut ? own.value != outer
                       : !own.isOuter(outer)) {
      return false;
    }
  }
  return true;
}

/// Whether everything is cut where the block belongs.
bool RingFollower::placed(Contraction &whole, linalg::LinalgOp op,
                          const Held &block) {
  for (OpOperand &operand : op->getOpOperands()) {
    Held part = held(operand.get());
    for (int64_t i = 0; part.kind == Held::Part && i < members; ++i)
      if (part.numbers[i] != block.numbers[i] * size)
        return fail(
            op,
            "must multiply each block with what belongs to it: " + device(i) +
                " has block " + std::to_string(block.numbers[i]) +
                ", of rows from " + std::to_string(block.numbers[i] * size) +
                " on, got: operand " +
                std::to_string(operand.getOperandNumber()) + " from " +
                std::to_string(part.numbers[i]) + " on",
            block.since, "the block came by this op");
  }
  return true;
}

bool RingFollower::take(Contraction &whole, int number, linalg::LinalgOp op) {
  Held block = held(op->getOperand(whole.gathered));
  if (!placed(whole, op, block))
    return false;
  for (int64_t i = 0; i < members; ++i) {
    if (whole.met[i].test(block.numbers[i]))
      return fail(op,
                  "must meet each block once: " + device(i) + " has block " +
                      std::to_string(block.numbers[i]) + " again",
                  block.since, "the block came by this op");
    whole.met[i].set(block.numbers[i]);
  }
  int dim = *whole.dimOf(op->getNumOperands() - 1);
  if (dim < 0) {
    known[op->getResult(0)] = {Held::Sum, {}, {}, number, ++whole.count};
    return true;
  }
  Numbers at = block.numbers;
  for (int64_t &place : at)
    place *= size;
  known[op->getResult(0)] = {Held::Share, {}, at, number, 0, dim};
  return true;
}

bool RingFollower::follow(linalg::LinalgOp op) {
  for (auto [number, whole] : llvm::enumerate(wholes))
    if (op->getNumResults() == 1 && isShareOf(whole, op))
      return take(whole, number, op);
  return notFollowed(op);
}

//===----------------------------------------------------------------------===//
// All of it
//===----------------------------------------------------------------------===//

bool RingFollower::checkYield() {
  Operation *yield = ring.getSteps().front().getTerminator();
  for (auto [number, value] : llvm::enumerate(yield->getOperands())) {
    Held sum = held(value);
    int64_t count =
        sum.kind == Held::Sum && sum.number == int(number) ? sum.count : 0;
    if (count != members)
      return fail(ring, "must multiply all " + std::to_string(members) +
                            " blocks for result " + std::to_string(number) +
                            ", got: " + std::to_string(count));
  }
  return true;
}

std::optional<RingFault> RingFollower::run() {
  Numbers own(members);
  for (int64_t i = 0; i < members; ++i)
    own[i] = i;
  known[ring.getShard()] = {Held::Block, ring.getShard(), own};
  if (readWhole() && follow(ring.getSteps().front()))
    checkYield();
  return fault;
}

std::optional<RingFault> checkRing(const Atoms &atoms, coll::RingOp ring) {
  return RingFollower(atoms, ring).run();
}

} // namespace plait::spmd
