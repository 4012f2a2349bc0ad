//===- SpmdState.cpp - One version of each parameter ----------------------===//
//
// A parameter is an argument that a result replaces. Its types are checked like
// all others (Spmd.cpp): sharded, reduced once, or the same on all devices.
// What is checked here is its version: copies that are gathered from the old
// value are for the forward and backward pass of this step. They must not
// become the new value, must not be used by later trips of a loop that updates
// it, and must not meet what is computed from new values.
//
//===----------------------------------------------------------------------===//
#include "SpmdState.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "plait/dialects/linalgx/Linalgx.h"
#include "plait/dialects/plait/Plait.h"

using namespace mlir;

namespace plait::spmd {

State::State(func::FuncOp function, const Atoms &atoms, Inference &inference)
    : function(function), atoms(atoms), inference(inference) {
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    auto state = function.getArgAttrOfType<StateAttr>(i, kStateAttr);
    auto alias = function.getArgAttrOfType<IntegerAttr>(i, kAliasAttr);
    if (!state || state.getKind() != StateKind::Parameter || !alias ||
        alias.getInt() < 0 || alias.getInt() >= function.getNumResults())
      continue;
    auto name = function.getArgAttrOfType<StringAttr>(i, kNameAttr);
    updates.push_back({i, unsigned(alias.getInt()),
                       name ? name.str() : "arg" + std::to_string(i)});
  }
}

std::string State::describeResult(unsigned number) const {
  for (const Update &update : updates)
    if (update.result == number)
      return "the update of parameter '" + update.name + "'";
  return "";
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// The operand that `op` gives the elements of, somewhere else: slices,
/// reshapes and collectives that move.
static Value movedBy(Operation *op, bool &gathers) {
  if (isa_and_nonnull<coll::AllGatherOp, coll::AllToAllOp, coll::PermuteOp,
                      coll::AllGatherStartOp, coll::AllToAllStartOp,
                      coll::PermuteStartOp>(op)) {
    gathers = true;
    return op->getOperand(0);
  }
  if (auto wait = dyn_cast_or_null<coll::WaitOp>(op))
    return wait.getRequest();
  if (isa_and_nonnull<tensor::ExtractSliceOp, tensor::ExpandShapeOp,
                      tensor::CollapseShapeOp, tensor::PadOp>(op))
    return op->getOperand(0);
  return {};
}

namespace {
/// Where the elements of a value come from.
struct Source {
  Value value;
  Operation *gather = nullptr; // the last collective on the way
};
} // namespace

static Source sourceOf(Value value) {
  Source source{value};
  while (Operation *op = source.value.getDefiningOp()) {
    bool gathers = false;
    Value from = movedBy(op, gathers);
    if (!from)
      break;
    if (gathers && !source.gather)
      source.gather = op;
    source.value = from;
  }
  return source;
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

/// The new value is not a copy of the old one, and meets none.
LogicalResult State::checkVersion(const Update &update) {
  Block &block = function.getBody().front();
  Value old = block.getArgument(update.argument);
  Source source = sourceOf(block.getTerminator()->getOperand(update.result));
  if (source.value == old) {
    if (!source.gather) // it is not trained
      return success();
    return source.gather->emitOpError("must gather the new value of parameter "
                                      "'")
           << update.name << "' for its update, got: the old one";
  }
  // All that is computed from the new value.
  llvm::DenseSet<Value> fresh{source.value};
  llvm::SmallVector<Value> work{source.value};
  while (!work.empty())
    for (Operation *user : work.pop_back_val().getUsers()) {
      for (Value operand : user->getOperands()) {
        Source copy = sourceOf(operand);
        if (copy.value != old || !copy.gather)
          continue;
        InFlightDiagnostic error =
            user->emitOpError("must not use a copy of parameter '")
            << update.name << "' that was gathered before its update";
        error.attachNote(copy.gather->getLoc()) << "gathered here";
        return error;
      }
      for (Value result : user->getResults())
        if (fresh.insert(result).second)
          work.push_back(result);
    }
  return success();
}

/// A loop that updates the parameter uses no copy from before it.
LogicalResult State::checkLoops(const Update &update) {
  Value old = function.getBody().front().getArgument(update.argument);
  WalkResult result = function.walk([&](scf::ForOp loop) {
    bool updates = false;
    for (auto [init, carried, yielded] :
         llvm::zip(loop.getInitArgs(), loop.getRegionIterArgs(),
                   loop.getBody()->getTerminator()->getOperands()))
      updates |=
          sourceOf(init).value == old && sourceOf(yielded).value != carried;
    if (!updates)
      return WalkResult::advance();
    return loop.getBody()->walk([&](Operation *user) {
      for (Value operand : user->getOperands()) {
        if (loop.getBodyRegion().isAncestor(operand.getParentRegion()))
          continue;
        Source copy = sourceOf(operand);
        if (copy.value != old || !copy.gather)
          continue;
        InFlightDiagnostic error =
            user->emitOpError("must not use a copy of parameter '")
            << update.name
            << "' that was gathered before the loop that updates it";
        error.attachNote(copy.gather->getLoc()) << "gathered here";
        return WalkResult::interrupt();
      }
      return WalkResult::advance();
    });
  });
  return failure(result.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// Remarks
//===----------------------------------------------------------------------===//

/// The operands that are combined with others element by element.
static void elementOperands(Operation *op,
                            llvm::SmallVectorImpl<Value> &operands) {
  bool gathers = false;
  if (Value moved = movedBy(op, gathers)) {
    operands.push_back(moved);
    return;
  }
  if (auto structured = dyn_cast<linalg::LinalgOp>(op)) {
    if (structured.getNumReductionLoops() != 0)
      return;
    for (OpOperand *input : structured.getDpsInputOperands())
      if (structured.getMatchingIndexingMap(input).isPermutation())
        operands.push_back(input->get());
    return;
  }
  if (isa<scf::ForOp>(op))
    llvm::append_range(operands,
                       op->getRegion(0).front().getTerminator()->getOperands());
  else if (isa<linalgx::BarrierOp>(op))
    llvm::append_range(operands, op->getOperands());
}

/// The collectives that make a gradient whole over `atom`: on the way from the
/// update back to where the gradient is computed.
static llvm::SmallVector<int64_t> reductionsOver(Value update, unsigned atom,
                                                 const Atoms &atoms) {
  llvm::SmallVector<int64_t> sites;
  llvm::DenseSet<Value> seen;
  llvm::SmallVector<Value> work{update};
  while (!work.empty()) {
    Value value = work.pop_back_val();
    Operation *op = value.getDefiningOp();
    if (!op || !seen.insert(value).second)
      continue;
    if (isa<coll::AllReduceOp, coll::ReduceScatterOp>(op)) {
      auto collective = cast<coll::CollectiveOpInterface>(op);
      AtomList group =
          atoms.of(collective.getCollectiveGroup().toValue(atoms.getMesh()));
      if (llvm::is_contained(group, atom))
        sites.push_back(collective.getCollectiveSite().getId());
      else
        work.push_back(op->getOperand(0));
      continue;
    }
    llvm::SmallVector<Value> operands;
    elementOperands(op, operands);
    work.append(operands.begin(), operands.end());
  }
  llvm::sort(sites);
  sites.erase(llvm::unique(sites), sites.end());
  return sites;
}

void State::explainUpdate(const Update &update) {
  Block &block = function.getBody().front();
  BlockArgument parameter = block.getArgument(update.argument);
  Value value = block.getTerminator()->getOperand(update.result);
  const SpmdType &type = inference.of(parameter).front();
  std::string text;
  for (unsigned atom = 0; atom < atoms.size(); ++atom) {
    std::string how;
    llvm::SmallVector<int64_t> sites;
    if (type.element.axes[atom].kind == Kind::Sharded)
      how = "sharded";
    else if (sites = reductionsOver(value, atom, atoms); sites.empty())
      how = "the same on all devices";
    for (auto [i, site] : llvm::enumerate(sites))
      how += (i ? ", " : "reduced at site ") + std::to_string(site);
    text += (atom ? ", '" : "'") + atoms.name(atom) + "': " + how;
  }
  emitRemark(parameter.getLoc(),
             "parameter '" + update.name + "' is updated alike; " + text);
}

LogicalResult State::verify(bool explain) {
  for (const Update &update : updates) {
    if (failed(checkVersion(update)) || failed(checkLoops(update)))
      return failure();
    if (explain)
      explainUpdate(update);
  }
  return success();
}

} // namespace plait::spmd
