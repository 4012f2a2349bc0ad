//===- PlanArena.cpp - All buffers of the step in one arena ---------------===//
//
// Before: %a = memref.alloc() : memref<8x4xf32>
// After:  %a = memref.view %arena[%offset] : memref<1088xi8> to memref<8x4xf32>
//
// First lifetimes are read from real uses (through views), then offsets are
// chosen. In between, a lifetime is an inclusive range of positions in main's
// body: an op with regions is one position, so a buffer in use in a loop keeps
// its place for the whole loop, and a collective in flight is in use until its
// wait.
//
//===----------------------------------------------------------------------===//
#include "Arena.h"
#include "plait/passes/codegen/cpu/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Remarks.h"
#include "plait/dialects/coll/Coll.h"

#define DEBUG_TYPE "plait-codegen-cpu-plan-arena"

namespace plait {
#define GEN_PASS_DEF_PLANARENAPASS
#include "plait/passes/codegen/cpu/Passes.h.inc"
} // namespace plait

using namespace mlir;
using namespace plait;
using namespace plait::codegen;

/// The allocations of `main`, all in its body's block (hoist-buffers).
static FailureOr<SmallVector<memref::AllocOp>> collect(func::FuncOp main) {
  SmallVector<memref::AllocOp> allocs;
  main.walk([&](memref::AllocOp op) { allocs.push_back(op); });
  for (memref::AllocOp alloc : allocs)
    if (alloc->getParentOp() != main || !alloc.getType().hasStaticShape())
      return alloc.emitOpError("must have a static shape and stand outside of "
                               "loops before the arena is planned");
  return allocs;
}

/// When `alloc` is in use, by the positions of the body's ops.
static Lifetime lifetimeOf(memref::AllocOp alloc, Block &body,
                           const DenseMap<Operation *, int64_t> &positions,
                           const BufferViewFlowAnalysis &views) {
  auto type = alloc.getType();
  int64_t bytes =
      type.getNumElements() * coll::elementBytes(type.getElementType());
  Lifetime lifetime{bytes, std::numeric_limits<int64_t>::max(), -1};
  for (Value view : views.resolve(alloc.getResult()))
    for (Operation *user : view.getUsers()) {
      int64_t at = positions.lookup(body.findAncestorOpInBlock(*user));
      lifetime.first = std::min(lifetime.first, at);
      lifetime.last = std::max(lifetime.last, at);
    }
  if (lifetime.last < 0)
    lifetime.first = lifetime.last = positions.lookup(alloc);
  return lifetime;
}

namespace {
struct PlanArena : plait::impl::PlanArenaPassBase<PlanArena> {
  void runOnOperation() final {
    auto main = getOperation().lookupSymbol<func::FuncOp>("main");
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function.isPublic())
        main = function;
    if (!main)
      return;
    FailureOr<SmallVector<memref::AllocOp>> allocs = collect(main);
    if (failed(allocs))
      return signalPassFailure();
    place(main, *allocs);
  }

  static void place(func::FuncOp main, ArrayRef<memref::AllocOp> allocs) {
    Block &body = main.getBody().front();
    // Numbered once: asking MLIR for the order renumbers after insertions.
    DenseMap<Operation *, int64_t> positions;
    for (auto [index, op] : llvm::enumerate(body))
      positions[&op] = index;
    BufferViewFlowAnalysis views(main);
    SmallVector<Lifetime> lifetimes;
    for (memref::AllocOp alloc : allocs)
      lifetimes.push_back(lifetimeOf(alloc, body, positions, views));
    ArenaPlan plan = planArena(lifetimes);
    explain(main, lifetimes, plan);

    Builder builder(main);
    auto arenaType =
        MemRefType::get({std::max<int64_t>(plan.bytes, kArenaAlignment)},
                        builder.getIntegerType(8));
    (void)main.insertArgument(main.getNumArguments(), arenaType, {},
                              main.getLoc());
    Value arena = main.getArguments().back();
    for (auto [planned, offset] : llvm::zip_equal(allocs, plan.offsets)) {
      memref::AllocOp alloc = planned;
      OpBuilder at(alloc);
      Value shift = arith::ConstantIndexOp::create(at, alloc.getLoc(), offset);
      Value view = memref::ViewOp::create(at, alloc.getLoc(), alloc.getType(),
                                          arena, shift, ValueRange());
      alloc->replaceAllUsesWith(ValueRange{view});
      alloc->erase();
    }
  }

  static void explain(func::FuncOp main, ArrayRef<Lifetime> lifetimes,
                      const ArenaPlan &plan) {
    remark::passed(main.getLoc(),
                   remark::RemarkOpts::name("Plan").category(DEBUG_TYPE))
        << remark::metric("buffers", lifetimes.size())
        << remark::metric("arena-bytes", plan.bytes)
        << remark::metric("live-bytes", liveBound(lifetimes));
  }
};
} // namespace
