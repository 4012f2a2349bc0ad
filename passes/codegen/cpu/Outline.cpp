//===- Outline.cpp - Loop nests into shared private functions -------------===//
//
// Before: linalg.generic ins(%a) outs(%b) { ... }          // in main
// After:  func.call @plait_kernel_3(%a, %b)
//         func.func private @plait_kernel_3(%0 {llvm.noalias}, ...) { ... }
//
// A nest is a structured op (with the fill before it), or control flow that
// holds nothing which must stay in main (collectives, products). Constants and
// views move into the kernel, so that its arguments are whole buffers, each
// passed once. Arguments that come from different allocations, arguments of
// main or constants cannot overlap: noalias is decided here, before the arena
// gives them all one root.
//
// Kernels of equal text are one function.
//
//===----------------------------------------------------------------------===//
#include "Nests.h"
#include "Views.h"
#include "plait/passes/codegen/cpu/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"
#include "plait/dialects/coll/Coll.h"
#include "plait/dialects/cpu/Cpu.h"
#include "llvm/ADT/StringMap.h"

namespace plait {
#define GEN_PASS_DEF_OUTLINEPASS
#include "plait/passes/codegen/cpu/Passes.h.inc"
} // namespace plait

using namespace mlir;
using namespace plait;
using namespace plait::codegen;

/// Whether something below `op` must be called from main itself.
static bool holdsMainOnly(Operation *op) {
  return op
      ->walk([](Operation *inner) {
        bool mainOnly =
            isa<coll::CollectiveOpInterface, coll::WaitOp, coll::AxisIndexOp,
                cpu::GemmOp, func::CallOp>(inner);
        return mainOnly ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

bool plait::codegen::isNest(Operation *op) {
  if (isa<linalg::LinalgOp>(op))
    return true;
  if (!isa<scf::ForOp, scf::WhileOp, scf::IfOp, scf::IndexSwitchOp,
           scf::ParallelOp>(op))
    return false;
  for (Type type : op->getResultTypes())
    if (isa<MemRefType>(type))
      return false;
  return !holdsMainOnly(op);
}

namespace {
/// Ops that are one kernel: a nest, or a fill and the nest that goes on with
/// it.
using Nest = SmallVector<Operation *, 2>;
} // namespace

/// Whether `fill` prepares a buffer that `next` combines into.
static bool prepares(Operation *fill, Operation *next) {
  auto first = dyn_cast<linalg::FillOp>(fill);
  auto second = dyn_cast<linalg::LinalgOp>(next);
  if (!first || !second)
    return false;
  Value root = viewRoot(first.getOutputs()[0]);
  return llvm::any_of(second.getDpsInits(), [&](Value init) {
    return isa<MemRefType>(init.getType()) && viewRoot(init) == root;
  });
}

/// The outermost nests below `region`, in order.
static void collectNests(Region &region, SmallVectorImpl<Nest> &nests) {
  for (Block &block : region) {
    // The nest that ended right before, but for views and constants.
    Nest *last = nullptr;
    for (Operation &op : block) {
      if (isNest(&op)) {
        if (last && prepares(last->back(), &op))
          last->push_back(&op);
        else
          nests.push_back({&op});
        last = &nests.back();
        continue;
      }
      if (!isView(&op) && !isa<arith::ConstantOp, memref::AllocOp>(op))
        last = nullptr;
      for (Region &inner : op.getRegions()) {
        collectNests(inner, nests);
        last = nullptr;
      }
    }
  }
}

/// Whether buffers with different roots of this kind never overlap.
static bool isDistinctRoot(Value root) {
  if (auto argument = dyn_cast<BlockArgument>(root))
    return isa<func::FuncOp>(argument.getOwner()->getParentOp());
  return isa_and_nonnull<memref::AllocOp, memref::GetGlobalOp>(
      root.getDefiningOp());
}

namespace {
/// What a nest takes from outside: values to pass, ops to clone into it.
struct Captures {
  SetVector<Value> arguments;
  SetVector<Operation *> clones; // in order of definition

  explicit Captures(const Nest &nest) {
    SetVector<Value> used;
    for (Operation *op : nest) {
      used.insert(op->operand_begin(), op->operand_end());
      getUsedValuesDefinedAbove(op->getRegions(), used);
    }
    for (Value value : used)
      capture(value);
  }

  void capture(Value value) {
    Operation *op = value.getDefiningOp();
    bool isConstant = op && isa<arith::ConstantOp>(op);
    if (!isConstant && !(op && isView(op))) {
      arguments.insert(value);
      return;
    }
    for (Value operand : op->getOperands())
      capture(operand);
    clones.insert(op);
  }
};

/// Makes kernels and shares equal ones.
class Kernels {
public:
  explicit Kernels(ModuleOp module) : module(module) {}

  void outline(const Nest &nest) {
    Captures captures(nest);
    func::FuncOp kernel = build(nest, captures);
    std::string text;
    llvm::raw_string_ostream stream(text);
    kernel.print(stream, OpPrintingFlags().useLocalScope());
    auto [known, isNew] = byText.try_emplace(text, kernel);
    if (isNew) {
      kernel.setName(("plait_kernel_" + Twine(byText.size() - 1)).str());
      module.push_back(kernel);
    } else {
      kernel.erase();
      kernel = known->second;
    }
    // Where the last op stands all captures are defined.
    OpBuilder builder(nest.back());
    auto call = func::CallOp::create(builder, nest.back()->getLoc(), kernel,
                                     captures.arguments.getArrayRef());
    nest.back()->replaceAllUsesWith(call.getResults());
    for (Operation *op : llvm::reverse(nest))
      op->erase();
  }

private:
  /// A function of the nest alone, not yet in the module.
  func::FuncOp build(const Nest &nest, const Captures &captures) {
    SmallVector<Type> types;
    for (Value argument : captures.arguments)
      types.push_back(argument.getType());
    OpBuilder builder(module.getContext());
    auto kernel = func::FuncOp::create(
        nest.back()->getLoc(), "plait_kernel",
        builder.getFunctionType(types, nest.back()->getResultTypes()));
    kernel.setPrivate();
    Block *entry = kernel.addEntryBlock();
    builder.setInsertionPointToStart(entry);
    IRMapping mapping;
    mapping.map(captures.arguments.getArrayRef(), entry->getArguments());
    for (Operation *op : captures.clones)
      builder.clone(*op, mapping);
    Operation *inside = nullptr;
    for (Operation *op : nest)
      inside = builder.clone(*op, mapping);
    func::ReturnOp::create(builder, inside->getLoc(), inside->getResults());
    markNoalias(kernel, captures);
    return kernel;
  }

  /// Marks buffers whose root no other argument has.
  static void markNoalias(func::FuncOp kernel, const Captures &captures) {
    for (auto [index, argument] : llvm::enumerate(captures.arguments)) {
      if (!isa<MemRefType>(argument.getType()))
        continue;
      Value root = viewRoot(argument);
      bool alone = isDistinctRoot(root);
      for (Value other : captures.arguments)
        if (other != argument && isa<MemRefType>(other.getType()))
          alone &= viewRoot(other) != root && isDistinctRoot(viewRoot(other));
      if (alone)
        kernel.setArgAttr(index, LLVM::LLVMDialect::getNoAliasAttrName(),
                          UnitAttr::get(kernel.getContext()));
    }
  }

  ModuleOp module;
  llvm::StringMap<func::FuncOp> byText;
};

struct Outline : plait::impl::OutlinePassBase<Outline> {
  void runOnOperation() final {
    Kernels kernels(getOperation());
    SmallVector<func::FuncOp> functions(getOperation().getOps<func::FuncOp>());
    for (func::FuncOp function : functions) {
      SmallVector<Nest> nests;
      collectNests(function.getBody(), nests);
      for (const Nest &nest : nests)
        kernels.outline(nest);
    }
  }
};
} // namespace
