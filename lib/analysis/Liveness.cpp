//===- Liveness.cpp - How much memory a step needs ------------------------===//

#include "plait/analysis/Liveness.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "plait/dialects/coll/Coll.h"
#include "plait/dialects/linalgx/Linalgx.h"
#include "plait/dialects/plait/Plait.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/Support/MathExtras.h"
#include <map>

using namespace mlir;
using namespace plait;

/// The block that `op` runs in: kernels are straight-line code of the block
/// that they stand in.
static Block *homeOf(Operation *op) {
  while (isa_and_nonnull<KernelOp>(op->getParentOp()))
    op = op->getParentOp();
  return op->getBlock();
}

/// The op of `home`, or of a kernel in it, that holds `op`; null where `op`
/// lies outside.
static Operation *holderIn(Block *home, Operation *op) {
  for (; op && !isa<func::FuncOp>(op); op = op->getParentOp())
    if (homeOf(op) == home)
      return op;
  return nullptr;
}

static int64_t bytesOf(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || !type.hasStaticShape())
    return 0;
  int64_t bytes =
      type.getNumElements() * coll::elementBytes(type.getElementType());
  return llvm::alignTo(std::max<int64_t>(bytes, 1), 64);
}

static bool isTensor(Value value) {
  return isa<RankedTensorType>(value.getType());
}

/// What only prepares a destination: every use makes its own.
static bool isFreshInit(Value value) {
  Operation *op = value.getDefiningOp();
  return isa_and_nonnull<tensor::EmptyOp, linalg::FillOp, arith::ConstantOp>(
      op);
}

namespace {
/// First and last position of every op, in program order; ops in its regions
/// lie between.
class Positions {
public:
  explicit Positions(func::FuncOp main) { number(main.getBody()); }
  std::pair<int64_t, int64_t> of(Operation *op) const {
    return ranges.lookup(op);
  }

private:
  void number(Region &region) {
    for (Operation &op : region.getOps()) {
      int64_t first = next++;
      for (Region &inner : op.getRegions())
        number(inner);
      if (op.getNumRegions() != 0)
        ++next;
      ranges[&op] = {first, next - 1};
    }
  }

  DenseMap<Operation *, std::pair<int64_t, int64_t>> ranges;
  int64_t next = 0;
};

/// A buffer in use.
struct Buffer {
  int64_t bytes = 0;
  int64_t first = std::numeric_limits<int64_t>::max(), last = -1;
  bool ownMemory = false;      // argument, result or constant
  bool fromCollective = false; // made by one
  Block *home = nullptr;       // outermost block of its values
};

class Buffers {
public:
  explicit Buffers(func::FuncOp main)
      : main(main), body(&main.getBody().front()), positions(main) {
    collectValues();
    joinAll();
    values.compress();
    measure();
    returnResults();
  }

  LivenessBound bound() const;

private:
  void collectValues();
  void joinAll();
  void joinControlFlow(Operation *op);
  void joinLoop(scf::ForOp loop);
  void joinWhile(scf::WhileOp loop);
  void measure();
  void returnResults();

  void add(Value value) {
    if (isTensor(value) && ids.try_emplace(value, ordered.size()).second)
      ordered.push_back(value);
  }
  void join(Value a, Value b) {
    if (isTensor(a) && isTensor(b))
      values.join(ids.at(a), ids.at(b));
  }
  /// `op` writes its result where `destination` is, if nothing reads that later
  /// and it is a buffer that may be written.
  void overwrite(Value result, Value destination, Operation *op) {
    if (isTensor(destination) && !isFreshInit(destination) &&
        !isArgument(destination) && isLastUse(destination, op))
      join(result, destination);
  }
  bool isArgument(Value value) const {
    auto argument = dyn_cast<BlockArgument>(value);
    return argument && argument.getOwner() == body;
  }
  bool isLastUse(Value value, Operation *op) const;
  Operation *definerOf(Value value) const {
    if (Operation *op = value.getDefiningOp())
      return op;
    return cast<BlockArgument>(value).getOwner()->getParentOp();
  }

  mutable func::FuncOp main;
  Block *body;
  Positions positions;
  DenseMap<Value, unsigned> ids;
  SmallVector<Value> ordered;
  llvm::IntEqClasses values;
  std::vector<Buffer> buffers;
};
} // namespace

void Buffers::collectValues() {
  for (Value argument : main.getArguments())
    add(argument);
  main.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Value result : op->getResults())
      add(result);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Value argument : block.getArguments())
          add(argument);
  });
  values.grow(ordered.size());
}

bool Buffers::isLastUse(Value value, Operation *op) const {
  Block *home = isa<BlockArgument>(value)
                    ? cast<BlockArgument>(value).getOwner()
                    : homeOf(value.getDefiningOp());
  Operation *here = holderIn(home, op);
  if (!here || here != op)
    return false; // a loop around it would read it again
  int64_t at = positions.of(here).first;
  return llvm::all_of(value.getUsers(), [&](Operation *user) {
    Operation *holder = holderIn(home, user);
    return holder && (holder == op || positions.of(holder).second < at);
  });
}

//===----------------------------------------------------------------------===//
// Values of one buffer
//===----------------------------------------------------------------------===//

void Buffers::joinAll() {
  main.getBody().walk([&](Operation *op) {
    if (isa<tensor::ExtractSliceOp, tensor::CollapseShapeOp,
            tensor::ExpandShapeOp, tensor::CastOp>(op))
      return join(op->getResult(0), op->getOperand(0));
    if (isa<linalgx::BarrierOp>(op)) {
      for (auto [result, operand] :
           llvm::zip_equal(op->getResults(), op->getOperands()))
        join(result, operand);
      return;
    }
    if (auto update = dyn_cast<linalgx::DynamicUpdateSliceOp>(op))
      return overwrite(update.getResult(), update.getOperand(), op);
    if (auto insert = dyn_cast<tensor::InsertSliceOp>(op))
      return overwrite(insert.getResult(), insert.getDest(), op);
    if (auto wait = dyn_cast<coll::WaitOp>(op)) {
      if (wait->getNumResults() == 1)
        join(wait->getResult(0), wait->getOperand(2));
      return;
    }
    if (auto style = dyn_cast<DestinationStyleOpInterface>(op))
      for (OpOperand &init : style.getDpsInitsMutable())
        if (OpResult result = style.getTiedOpResult(&init))
          overwrite(result, init.get(), op);
    joinControlFlow(op);
  });
}

void Buffers::joinControlFlow(Operation *op) {
  if (auto kernel = dyn_cast<KernelOp>(op)) {
    Operation *yield = kernel.getBody().front().getTerminator();
    for (auto [result, value] :
         llvm::zip_equal(kernel.getResults(), yield->getOperands()))
      join(result, value);
  } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
    joinLoop(loop);
  } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    joinWhile(loop);
  } else if (isa<scf::IfOp, scf::IndexSwitchOp>(op)) {
    // What a branch makes, it makes in the result's place.
    for (Region &region : op->getRegions())
      if (!region.empty())
        for (auto [result, value] :
             llvm::zip_equal(op->getResults(),
                             region.front().getTerminator()->getOperands()))
          if (Operation *made = value.getDefiningOp())
            if (region.isAncestor(made->getParentRegion()) &&
                !isFreshInit(value))
              join(result, value);
  }
}

/// The body has been joined before (post-order).
void Buffers::joinLoop(scf::ForOp loop) {
  for (auto [result, argument, init, yielded] :
       llvm::zip_equal(loop.getResults(), loop.getRegionIterArgs(),
                       loop.getInitArgs(), loop.getYieldedValues())) {
    join(result, argument);
    overwrite(result, init, loop);
    // Computed in place where the old value is read before or by the op.
    Operation *made = yielded.getDefiningOp();
    if (!made || !isTensor(yielded) || isFreshInit(yielded) ||
        holderIn(loop.getBody(), made) != made)
      continue;
    int64_t at = positions.of(made).first;
    bool isFree = llvm::all_of(argument.getUsers(), [&](Operation *user) {
      Operation *holder = holderIn(loop.getBody(), user);
      return holder && positions.of(holder).second <= at;
    });
    if (isFree)
      join(argument, yielded);
  }
}

void Buffers::joinWhile(scf::WhileOp loop) {
  for (auto [argument, init] :
       llvm::zip_equal(loop.getBeforeArguments(), loop.getInits()))
    overwrite(argument, init, loop);
  for (auto [result, argument, passed] :
       llvm::zip_equal(loop.getResults(), loop.getAfterArguments(),
                       loop.getConditionOp().getArgs())) {
    join(result, argument);
    join(result, passed);
  }
}

//===----------------------------------------------------------------------===//
// Lifetimes
//===----------------------------------------------------------------------===//

void Buffers::measure() {
  buffers.resize(values.getNumClasses());
  auto depth = [](Block *block) {
    int64_t result = 0;
    for (Operation *op = block->getParentOp(); op; op = op->getParentOp())
      ++result;
    return result;
  };
  // The outermost block first: uses are seen from there.
  for (auto [index, value] : llvm::enumerate(ordered)) {
    Buffer &buffer = buffers[values[index]];
    if (isFreshInit(value) && !isa<arith::ConstantOp>(value.getDefiningOp()) &&
        llvm::all_of(value.getUses(), [](OpOperand &use) {
          auto style = dyn_cast<DestinationStyleOpInterface>(use.getOwner());
          return style && style.isDpsInit(&use);
        }))
      continue;
    Operation *definer = definerOf(value);
    if (isArgument(value) || isa<arith::ConstantOp>(definer)) {
      buffer.ownMemory = true;
      continue;
    }
    Block *home = homeOf(definer);
    if (!buffer.home || depth(home) < depth(buffer.home))
      buffer.home = home;
    buffer.bytes = std::max(buffer.bytes, bytesOf(value));
    buffer.fromCollective |=
        isa<coll::CollectiveOpInterface, coll::WaitOp>(definer);
  }
  auto touch = [&](Buffer &buffer, Operation *op) {
    Operation *holder = buffer.home ? holderIn(buffer.home, op) : nullptr;
    if (!holder)
      return;
    auto [first, last] = positions.of(holder);
    // An op that holds others makes its results at its end and reads its
    // operands at its beginning; a loop holds what it carries all the time.
    buffer.first = std::min(buffer.first, first);
    buffer.last = std::max(buffer.last, last);
  };
  for (auto [index, value] : llvm::enumerate(ordered)) {
    Buffer &buffer = buffers[values[index]];
    if (buffer.ownMemory || buffer.bytes == 0 || isFreshInit(value))
      continue;
    // A kernel's result is one of the values in it, and a view is no buffer.
    if (!isa<KernelOp>(definerOf(value)))
      touch(buffer, definerOf(value));
    for (Operation *user : value.getUsers())
      touch(buffer, user);
  }
}

/// What main returns is computed in an argument that it replaces, where that is
/// read no more, or in memory that is the caller's.
void Buffers::returnResults() {
  DenseMap<int64_t, Value> replaced; // result -> argument
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    if (auto alias = main.getArgAttrOfType<IntegerAttr>(i, kAliasAttr))
      replaced[alias.getInt()] = main.getArgument(i);
  std::vector<int64_t> lastUse(buffers.size(), -1); // seen from main's body
  for (auto [index, value] : llvm::enumerate(ordered))
    for (Operation *user : value.getUsers())
      if (Operation *holder = holderIn(body, user))
        lastUse[values[index]] =
            std::max(lastUse[values[index]], positions.of(holder).first);
  for (auto [index, value] :
       llvm::enumerate(body->getTerminator()->getOperands())) {
    if (!isTensor(value))
      continue;
    Buffer &buffer = buffers[values[ids.at(value)]];
    Value argument = replaced.lookup(index);
    buffer.ownMemory |=
        !argument || lastUse[values[ids.at(argument)]] <= buffer.first;
  }
}

LivenessBound Buffers::bound() const {
  // position -> change of (all, made by collectives)
  std::map<int64_t, std::pair<int64_t, int64_t>> changes;
  for (const Buffer &buffer : buffers) {
    if (buffer.ownMemory || buffer.bytes == 0 || buffer.last < 0)
      continue;
    int64_t moved = buffer.fromCollective ? buffer.bytes : 0;
    changes[buffer.first].first += buffer.bytes;
    changes[buffer.first].second += moved;
    changes[buffer.last + 1].first -= buffer.bytes;
    changes[buffer.last + 1].second -= moved;
  }
  LivenessBound bound;
  int64_t live = 0, collective = 0, at = -1;
  for (auto [position, change] : changes) {
    live += change.first;
    collective += change.second;
    if (live > bound.bytes) {
      bound.bytes = live;
      bound.collectiveBytes = collective;
      at = position;
    }
  }
  main.getBody().walk([&](Operation *op) {
    if (positions.of(op).first == at)
      bound.peak = op;
  });
  return bound;
}

LivenessBound plait::livenessBound(func::FuncOp main) {
  if (main.isExternal())
    return {};
  return Buffers(main).bound();
}
