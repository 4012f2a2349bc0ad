//===- Liveness.cpp - How much memory a step needs ------------------------===//

#include "plait/analysis/Liveness.h"

#include "BufferClasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "plait/dialects/coll/HostCache.h"
#include "plait/dialects/linalgx/Linalgx.h"
#include "plait/dialects/plait/Plait.h"
#include "llvm/Support/MathExtras.h"
#include <map>

using namespace mlir;
using namespace plait;

static int64_t bytesOf(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || !type.hasStaticShape())
    return 0;
  int64_t bytes =
      type.getNumElements() * coll::elementBytes(type.getElementType());
  return llvm::alignTo(std::max<int64_t>(bytes, 1), 64);
}

static bool isArgumentOf(func::FuncOp main, Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && argument.getOwner() == &main.getBody().front();
}

namespace {
/// A buffer in use.
struct Buffer {
  int64_t bytes = 0;
  int64_t first = std::numeric_limits<int64_t>::max(), last = -1;
  bool ownMemory = false;      // argument, result or constant
  bool fromCollective = false; // made by one
  bool onHost = false;         // a cached gather
  Block *home = nullptr;       // outermost block of its values
  Value example;
};

class Buffers {
public:
  explicit Buffers(func::FuncOp main)
      : main(main), positions(main), classes(main, positions) {
    buffers.resize(classes.values().size());
    for (Value value : classes.values())
      describe(value);
    for (Value value : classes.values())
      measure(value);
    addScratch();
    returnResults();
  }

  LivenessBound bound() const;

private:
  void describe(Value value);
  void measure(Value value);
  void addScratch();
  void returnResults();

  Buffer &bufferOf(Value value) { return buffers[classes.classOf(value)]; }
  void touch(Buffer &buffer, Operation *op);

  void addCopy(Value value, Operation *first, Operation *last);
  Operation *nestAround(Operation *op);

  mutable func::FuncOp main;
  ProgramPositions positions;
  BufferClasses classes;
  std::vector<Buffer> buffers; // by class, then scratch
  DenseMap<Operation *, bool> nests;
};
} // namespace

static Operation *definerOf(Value value) {
  if (Operation *op = value.getDefiningOp())
    return op;
  return cast<BlockArgument>(value).getOwner()->getParentOp();
}

static int64_t depthOf(Block *block) {
  int64_t depth = 0;
  for (Operation *op = block->getParentOp(); op; op = op->getParentOp())
    ++depth;
  return depth;
}

/// Whether anything needs the content of a fresh value.
static bool isRead(Value value) {
  return llvm::any_of(value.getUses(), readsContent);
}

//===----------------------------------------------------------------------===//
// What is a buffer
//===----------------------------------------------------------------------===//

void Buffers::describe(Value value) {
  Buffer &buffer = bufferOf(value);
  Operation *definer = definerOf(value);
  if (isArgumentOf(main, value) || isa<arith::ConstantOp>(definer)) {
    buffer.ownMemory = true;
    return;
  }
  if (isFreshInit(value) && !isRead(value))
    return;
  Block *home = homeOf(definer);
  if (!buffer.home || depthOf(home) < depthOf(buffer.home))
    buffer.home = home;
  int64_t bytes = bytesOf(value);
  if (bytes > buffer.bytes) {
    buffer.bytes = bytes;
    buffer.example = value;
  }
  buffer.fromCollective |=
      isa<coll::CollectiveOpInterface, coll::WaitOp>(definer);
  if (auto wait = dyn_cast<coll::WaitOp>(definer))
    definer = wait.getRequest().getDefiningOp();
  if (auto collective = dyn_cast_or_null<coll::CollectiveOpInterface>(definer))
    buffer.onHost |= coll::isHostCached(collective);
}

//===----------------------------------------------------------------------===//
// Lifetimes
//===----------------------------------------------------------------------===//

/// The outermost control flow around `op` that is one call: without products
/// and collectives. What it makes has its place for the whole of it.
Operation *Buffers::nestAround(Operation *op) {
  Operation *outermost = nullptr;
  for (; op && !isa<func::FuncOp>(op); op = op->getParentOp()) {
    if (!isa<scf::SCFDialect>(op->getDialect()))
      continue;
    auto found = nests.try_emplace(op, true);
    bool &isNest = found.first->second;
    if (found.second)
      op->walk([&](Operation *inner) {
        if (isa<coll::CollectiveOpInterface, coll::WaitOp>(inner) ||
            isProduct(inner))
          isNest = false;
      });
    if (isNest)
      outermost = op;
  }
  return outermost;
}

/// An op that holds others makes its results at its end and reads its operands
/// at its beginning; a loop holds what it carries all the time.
void Buffers::touch(Buffer &buffer, Operation *op) {
  if (!buffer.home)
    return;
  if (Operation *nest = nestAround(op))
    if (nest->getBlock()->getParent()->isAncestor(buffer.home->getParent()))
      op = nest;
  Operation *holder = holderIn(buffer.home, op);
  if (!holder)
    holder = op;
  auto [first, last] = positions.of(holder);
  buffer.first = std::min(buffer.first, first);
  buffer.last = std::max(buffer.last, last);
}

void Buffers::measure(Value value) {
  Buffer &buffer = bufferOf(value);
  if (buffer.ownMemory || buffer.bytes == 0)
    return;
  bool isFresh = isFreshInit(value);
  // A kernel's result is one of the values in it.
  if (!isa<KernelOp>(definerOf(value)) && (!isFresh || isRead(value)))
    touch(buffer, definerOf(value));
  // A flight writes where its wait finds it.
  if (auto wait = value.getDefiningOp<coll::WaitOp>())
    if (Operation *start = wait.getRequest().getDefiningOp())
      touch(buffer, start);
  for (OpOperand &use : value.getUses())
    if (!isFresh || readsContent(use))
      touch(buffer, use.getOwner());
}

/// A copy of `value` between two ops of one block.
void Buffers::addCopy(Value value, Operation *first, Operation *last) {
  Buffer copy;
  copy.bytes = bytesOf(value);
  copy.home = homeOf(first);
  copy.example = value;
  touch(copy, first);
  touch(copy, last);
  buffers.push_back(copy);
}

/// Whether a slice of `whole` has no gaps: single elements, then a run, then
/// all.
static bool isOneRun(RankedTensorType part, RankedTensorType whole) {
  bool isWhole = true;
  for (int64_t dim = whole.getRank() - 1; dim >= 0; --dim) {
    int64_t size = part.getDimSize(dim);
    if (!isWhole && size != 1)
      return false;
    isWhole &= size == whole.getDimSize(dim);
  }
  return true;
}

/// Whether `value` is a part with gaps of a larger buffer: a collective sends a
/// copy of it.
static bool hasGaps(Value value) {
  Operation *op = throughKernels(value).getDefiningOp();
  if (isa_and_nonnull<tensor::ExpandShapeOp, tensor::CollapseShapeOp,
                      tensor::CastOp>(op))
    return hasGaps(op->getOperand(0));
  if (isa_and_nonnull<linalgx::DynamicSliceOp>(op))
    return hasGaps(op->getOperand(0)) ||
           !isOneRun(cast<RankedTensorType>(op->getResult(0).getType()),
                     cast<RankedTensorType>(op->getOperand(0).getType()));
  auto slice = dyn_cast_or_null<tensor::ExtractSliceOp>(op);
  if (!slice)
    return false;
  return hasGaps(slice.getSource()) || !slice.hasUnitStride() ||
         llvm::any_of(slice.getStaticSizes(), ShapedType::isDynamic) ||
         !isOneRun(RankedTensorType::get(slice.getStaticSizes(),
                                         slice.getType().getElementType()),
                   slice.getSourceType());
}

/// Memory of ops beside their operands and results.
void Buffers::addScratch() {
  main.getBody().walk([&](Operation *op) {
    if (auto collective = dyn_cast<coll::CollectiveOpInterface>(op)) {
      Value operand = collective.getCollectiveOperand();
      Operation *end = collective.isStart() ? *op->user_begin() : op;
      if (hasGaps(operand))
        addCopy(operand, op, end);
    } else if (isa<linalgx::SortOp>(op)) {
      // Merged to and fro between two places.
      for (Value operand : op->getOperands())
        addCopy(operand, op, op);
    }
  });
}

/// What main returns is computed in an argument that it replaces, where that is
/// read no more, or in memory that is the caller's.
void Buffers::returnResults() {
  DenseMap<int64_t, Value> replaced; // result -> argument
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    if (auto alias = main.getArgAttrOfType<IntegerAttr>(i, kAliasAttr))
      replaced[alias.getInt()] = main.getArgument(i);
  Block *body = &main.getBody().front();
  auto lastUse = [&](Value argument) {
    int64_t last = -1;
    for (unsigned member : classes.members(classes.classOf(argument)))
      for (Operation *user : classes.values()[member].getUsers())
        if (Operation *holder = holderIn(body, user))
          last = std::max(last, positions.of(holder).first);
    return last;
  };
  for (auto [index, value] :
       llvm::enumerate(body->getTerminator()->getOperands())) {
    if (!isa<RankedTensorType>(value.getType()))
      continue;
    Buffer &buffer = bufferOf(value);
    // A part is copied out, and so is what was sorted to and fro.
    if (bytesOf(value) != buffer.bytes ||
        throughKernels(value).getDefiningOp<linalgx::SortOp>())
      continue;
    Value argument = replaced.lookup(index);
    buffer.ownMemory |= !argument || lastUse(argument) <= buffer.first;
  }
}

//===----------------------------------------------------------------------===//
// The peak
//===----------------------------------------------------------------------===//

namespace {
/// Bytes at a position: of the device, those of them that collectives made, and
/// of the host.
struct Use {
  int64_t bytes = 0, collective = 0, host = 0;
  void add(const Use &other, int64_t sign) {
    bytes += sign * other.bytes;
    collective += sign * other.collective;
    host += sign * other.host;
  }
};
} // namespace

LivenessBound Buffers::bound() const {
  std::map<int64_t, Use> changes; // by position
  for (const Buffer &buffer : buffers) {
    if (buffer.ownMemory || buffer.bytes == 0 || buffer.last < 0)
      continue;
    Use use;
    (buffer.onHost ? use.host : use.bytes) = buffer.bytes;
    use.collective = buffer.fromCollective ? use.bytes : 0;
    changes[buffer.first].add(use, 1);
    changes[buffer.last + 1].add(use, -1);
  }
  LivenessBound bound;
  Use live;
  int64_t at = -1;
  for (const auto &[position, change] : changes) {
    live.add(change, 1);
    bound.hostBytes = std::max(bound.hostBytes, live.host);
    if (live.bytes > bound.bytes) {
      bound.bytes = live.bytes;
      bound.collectiveBytes = live.collective;
      at = position;
    }
  }
  main.getBody().walk([&](Operation *op) {
    if (positions.of(op).first == at)
      bound.peak = op;
  });
  for (const Buffer &buffer : buffers)
    if (!buffer.ownMemory && !buffer.onHost && buffer.bytes != 0 &&
        buffer.first <= at && at <= buffer.last)
      bound.live.push_back(
          {buffer.bytes, buffer.fromCollective, buffer.example});
  llvm::stable_sort(bound.live, [](const LiveBuffer &a, const LiveBuffer &b) {
    return a.bytes > b.bytes;
  });
  return bound;
}

LivenessBound plait::livenessBound(func::FuncOp main) {
  if (main.isExternal())
    return {};
  return Buffers(main).bound();
}
