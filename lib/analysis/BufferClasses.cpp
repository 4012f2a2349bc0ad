//===- BufferClasses.cpp - Which values share memory ----------------------===//

#include "BufferClasses.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "plait/dialects/coll/Coll.h"
#include "plait/dialects/linalgx/Linalgx.h"
#include "plait/dialects/plait/Plait.h"

using namespace mlir;
using namespace plait;

//===----------------------------------------------------------------------===//
// Where and when
//===----------------------------------------------------------------------===//

Block *plait::homeOf(Operation *op) {
  while (isa_and_nonnull<KernelOp>(op->getParentOp()))
    op = op->getParentOp();
  return op->getBlock();
}

Block *plait::homeOf(Value value) {
  if (Operation *op = value.getDefiningOp())
    return homeOf(op);
  return cast<BlockArgument>(value).getOwner();
}

Operation *plait::holderIn(Block *home, Operation *op) {
  for (; op && !isa<func::FuncOp>(op); op = op->getParentOp())
    if (homeOf(op) == home)
      return op;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Kinds of values
//===----------------------------------------------------------------------===//

static bool isTensor(Value value) {
  return isa<RankedTensorType>(value.getType());
}

Value plait::throughKernels(Value value) {
  while (auto kernel = value.getDefiningOp<KernelOp>())
    value = kernel.getBody().front().getTerminator()->getOperand(
        cast<OpResult>(value).getResultNumber());
  return value;
}

bool plait::isFreshInit(Value value) {
  Operation *op = throughKernels(value).getDefiningOp();
  if (!op)
    return false;
  if (isa<tensor::EmptyOp>(op))
    return true;
  if (auto fill = dyn_cast<linalg::FillOp>(op))
    return isFreshInit(fill.getOutputs()[0]);
  if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op))
    return isFreshInit(op->getOperand(0));
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return isa<SplatElementsAttr>(constant.getValue());
  return false;
}

bool plait::readsContent(OpOperand &use) {
  Operation *user = use.getOwner();
  if (isa<coll::CollectiveOpInterface>(user))
    return use.getOperandNumber() == 0;
  if (isa<coll::WaitOp>(user))
    return use.getOperandNumber() == 1;
  if (auto style = dyn_cast<DestinationStyleOpInterface>(user))
    return !style.isDpsInit(&use);
  if (!isFreshInit(use.get()))
    return true;
  // Each of these writes it, or hands it on to who does.
  if (isa<tensor::InsertSliceOp, linalgx::DynamicUpdateSliceOp>(user))
    return use.getOperandNumber() == 0 && isa<tensor::InsertSliceOp>(user);
  return !isa<KernelOp, YieldOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp,
              LoopLikeOpInterface, scf::YieldOp, scf::ConditionOp>(user);
}

/// A generic that permutes its only input.
static bool isTranspose(Operation *op) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic || generic.getNumDpsInputs() != 1 ||
      generic.getNumDpsInits() != 1 || generic.getNumReductionLoops() != 0)
    return false;
  Block *body = generic.getBody();
  if (!llvm::hasSingleElement(body->getOperations()) ||
      body->getTerminator()->getOperand(0) != body->getArgument(0))
    return false;
  return llvm::all_of(generic.getIndexingMapsArray(),
                      [](AffineMap map) { return map.isPermutation(); });
}

bool plait::isProduct(Operation *op) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic || generic.getNumDpsInputs() != 2 ||
      generic.getNumDpsInits() != 1 || generic.getNumReductionLoops() == 0)
    return false;
  auto add = generic.getBody()
                 ->getTerminator()
                 ->getOperand(0)
                 .getDefiningOp<arith::AddFOp>();
  return add && (add.getLhs().getDefiningOp<arith::MulFOp>() ||
                 add.getRhs().getDefiningOp<arith::MulFOp>());
}

/// Whether a fresh element of `written` depends on no element of `read` but its
/// own: then one may lie in the other's place.
static bool isElementwise(Operation *op, Value read) {
  if (OpTrait::hasElementwiseMappableTraits(op))
    return true;
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic || generic.getNumReductionLoops() != 0)
    return false;
  auto isIdentity = [&](OpOperand *operand) {
    return generic.getMatchingIndexingMap(operand).isIdentity();
  };
  for (OpOperand &init : generic.getDpsInitsMutable())
    if (!isIdentity(&init))
      return false;
  for (OpOperand *input : generic.getDpsInputOperands())
    if (input->get() == read && !isIdentity(input))
      return false;
  return true;
}

/// All uses of a value, those behind kernels that hand it on included.
static void collectUses(Value value, SmallVectorImpl<OpOperand *> &uses) {
  for (OpOperand &use : value.getUses()) {
    auto yield = dyn_cast<YieldOp>(use.getOwner());
    if (yield && isa<KernelOp>(yield->getParentOp()))
      collectUses(yield->getParentOp()->getResult(use.getOperandNumber()),
                  uses);
    else
      uses.push_back(&use);
  }
}

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

BufferClasses::BufferClasses(func::FuncOp main,
                             const ProgramPositions &positions)
    : main(main), positions(positions) {
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
  joinAll();
}

void BufferClasses::add(Value value) {
  if (!isTensor(value))
    return;
  unsigned id = ordered.size();
  ids[value] = id;
  ordered.push_back(value);
  parents.push_back(id);
  groups.push_back({id});
}

unsigned BufferClasses::leaderOf(unsigned id) const {
  while (parents[id] != id)
    id = parents[id] = parents[parents[id]];
  return id;
}

void BufferClasses::join(Value a, Value b) {
  if (!isTensor(a) || !isTensor(b))
    return;
  unsigned into = classOf(a), from = classOf(b);
  if (into == from)
    return;
  if (groups[into].size() < groups[from].size())
    std::swap(into, from);
  groups[into].append(groups[from]);
  groups[from].clear();
  parents[from] = into;
}

bool BufferClasses::isArgument(Value value) const {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && argument.getOwner() == &main.getBody().front();
}

/// Whether the caller gives the argument's memory away.
bool BufferClasses::isDonated(Value value) const {
  return static_cast<bool>(
      main.getArgAttr(cast<BlockArgument>(value).getArgNumber(), kAliasAttr));
}

/// Whether what lies where `value` lies is read behind `op`, in it, or by a
/// loop around `op` again.
bool BufferClasses::isReadAfter(Value value, Operation *op) const {
  int64_t at = positions.of(op).first;
  for (unsigned member : groups[classOf(value)]) {
    Operation *here = holderIn(homeOf(ordered[member]), op);
    if (here && here != op)
      return true;
    for (Operation *user : ordered[member].getUsers())
      if (user != op && positions.of(user).second >= at)
        return true;
  }
  return false;
}

/// `op` writes its result where `destination` is, if nothing reads that later
/// and it may be written.
void BufferClasses::overwrite(Value result, Value destination, Operation *op) {
  if (!isTensor(destination) || isFreshInit(destination) ||
      isReadAfter(destination, op))
    return;
  for (unsigned member : groups[classOf(destination)]) {
    Value value = ordered[member];
    if ((isArgument(value) && !isDonated(value)) ||
        value.getDefiningOp<arith::ConstantOp>())
      return;
  }
  join(result, destination);
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

void BufferClasses::joinAll() {
  main.getBody().walk([&](Operation *op) {
    if (op->getNumRegions() == 0 || !isa<scf::SCFDialect>(op->getDialect()))
      joinOp(op);
    joinControlFlow(op);
  });
}

/// Whether `result`, of a part that was cut out, goes to the same place of the
/// same value: then it is computed there.
static bool isPutBack(Value result, Value part) {
  auto cut = throughKernels(part).getDefiningOp<tensor::ExtractSliceOp>();
  SmallVector<OpOperand *> uses;
  collectUses(result, uses);
  if (!cut || uses.size() != 1)
    return false;
  auto put = dyn_cast<tensor::InsertSliceOp>(uses.front()->getOwner());
  return put && put.getDest() == cut.getSource() &&
         put.getMixedOffsets() == cut.getMixedOffsets() &&
         put.getMixedSizes() == cut.getMixedSizes() &&
         put.getMixedStrides() == cut.getMixedStrides();
}

void BufferClasses::joinOp(Operation *op) {
  if (isa<tensor::ExtractSliceOp, tensor::CollapseShapeOp,
          tensor::ExpandShapeOp, tensor::CastOp, linalgx::DynamicSliceOp>(op))
    return join(op->getResult(0), op->getOperand(0));
  if (isa<linalgx::BarrierOp>(op)) {
    for (auto [result, operand] :
         llvm::zip_equal(op->getResults(), op->getOperands()))
      join(result, operand);
    return;
  }
  if (isa<linalgx::SortOp>(op)) {
    for (auto [result, operand] :
         llvm::zip_equal(op->getResults(), op->getOperands()))
      overwrite(result, operand, op);
    return;
  }
  if (auto update = dyn_cast<linalgx::DynamicUpdateSliceOp>(op))
    return overwrite(update.getResult(), update.getOperand(), op);
  if (auto insert = dyn_cast<tensor::InsertSliceOp>(op))
    return overwrite(insert.getResult(), insert.getDest(), op);
  if (isTranspose(op))
    return joinTranspose(op);
  if (auto style = dyn_cast<DestinationStyleOpInterface>(op))
    for (OpOperand &init : style.getDpsInitsMutable())
      if (OpResult result = style.getTiedOpResult(&init))
        isPutBack(result, init.get()) ? join(result, init.get())
                                      : overwrite(result, init.get(), op);
}

/// A product reads its operands in any layout, and writes in any.
void BufferClasses::joinTranspose(Operation *op) {
  Value source = op->getOperand(0), result = op->getResult(0);
  SmallVector<OpOperand *> uses;
  collectUses(result, uses);
  bool feedsProducts = !uses.empty() && llvm::all_of(uses, [](OpOperand *use) {
    auto style = dyn_cast<DestinationStyleOpInterface>(use->getOwner());
    return style && isProduct(use->getOwner()) && style.isDpsInput(use);
  });
  uses.clear();
  Operation *made = throughKernels(source).getDefiningOp();
  if (made && isProduct(made) && homeOf(made) == homeOf(op))
    collectUses(made->getResult(0), uses);
  if (feedsProducts || uses.size() == 1)
    join(result, source);
}

void BufferClasses::joinControlFlow(Operation *op) {
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
    joinBranches(op);
  }
}

/// What a branch makes, it makes in the result's place.
void BufferClasses::joinBranches(Operation *op) {
  for (Region &region : op->getRegions()) {
    if (region.empty())
      continue;
    for (auto [result, value] : llvm::zip_equal(
             op->getResults(), region.front().getTerminator()->getOperands())) {
      Operation *made = value.getDefiningOp();
      if (made && region.isAncestor(made->getParentRegion()) &&
          !isFreshInit(value))
        join(result, value);
    }
  }
}

/// The body has been joined before (post-order).
void BufferClasses::joinLoop(scf::ForOp loop) {
  for (auto [result, argument, init, yielded] :
       llvm::zip_equal(loop.getResults(), loop.getRegionIterArgs(),
                       loop.getInitArgs(), loop.getYieldedValues())) {
    join(result, argument);
    overwrite(result, init, loop);
    if (!isTensor(yielded) || isFreshInit(yielded) || isArgument(yielded))
      continue;
    // Computed in place where the old value is read before, or element by
    // element by the op itself.
    Operation *made = throughKernels(yielded).getDefiningOp();
    if (!made || holderIn(loop.getBody(), made) != made)
      continue;
    int64_t at = positions.of(made).first;
    bool isFree = true;
    for (Operation *user : argument.getUsers()) {
      Operation *holder = holderIn(loop.getBody(), user);
      isFree &= holder && (positions.of(holder).second < at ||
                           (user == made && isElementwise(user, argument)));
    }
    if (isFree)
      join(argument, yielded);
  }
}

void BufferClasses::joinWhile(scf::WhileOp loop) {
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
