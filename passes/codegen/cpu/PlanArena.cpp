//===- PlanArena.cpp - All buffers of the step in one arena ---------------===//
//
// Before: %a = memref.alloc() : memref<8x4xf32>
// After:  %a = memref.view %arena[%offset] : memref<1088xi8> to memref<8x4xf32>
//
// First lifetimes are read from real uses (through views), then offsets are
// chosen. A lifetime is an inclusive range of positions; every op has a first
// and a last position, ops in its regions lie between. A use counts as one of
// the op that holds it in the allocation's own block: a buffer from outside of
// a loop that the loop uses keeps its place for all trips, one that is
// allocated in the loop lives within a trip and shares bytes with its
// neighbours. A collective in flight is in use until its wait.
//
//===----------------------------------------------------------------------===//
#include "Arena.h"
#include "plait/passes/codegen/cpu/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Remarks.h"
#include "plait/analysis/ProgramPositions.h"
#include "plait/dialects/coll/HostCache.h"
#include "plait/dialects/cpu/HostBytes.h"

#define DEBUG_TYPE "plait-codegen-cpu-plan-arena"

namespace plait {
#define GEN_PASS_DEF_PLANARENAPASS
#include "plait/passes/codegen/cpu/Passes.h.inc"
} // namespace plait

using namespace mlir;
using namespace plait;
using namespace plait::codegen;

/// The allocations of `main`.
static FailureOr<SmallVector<memref::AllocOp>> collect(func::FuncOp main) {
  SmallVector<memref::AllocOp> allocs;
  main.walk([&](memref::AllocOp op) { allocs.push_back(op); });
  for (memref::AllocOp alloc : allocs)
    if (!alloc.getType().hasStaticShape())
      return alloc.emitOpError("must have a static shape before the arena is "
                               "planned, got: ")
             << alloc.getType();
  return allocs;
}

/// When `alloc` is in use.
static FailureOr<codegen::Lifetime>
lifetimeOf(memref::AllocOp alloc, const ProgramPositions &positions,
           const BufferViewFlowAnalysis &views) {
  auto type = alloc.getType();
  int64_t bytes =
      type.getNumElements() * coll::elementBytes(type.getElementType());
  codegen::Lifetime lifetime{bytes, std::numeric_limits<int64_t>::max(), -1};
  for (Value view : views.resolve(alloc.getResult()))
    for (Operation *user : view.getUsers()) {
      Operation *holder = alloc->getBlock()->findAncestorOpInBlock(*user);
      if (!holder)
        return alloc.emitOpError("must be used in its own block only before "
                                 "the arena is planned, got a use by ")
               << user->getName();
      auto [first, last] = positions.of(holder);
      lifetime.first = std::min(lifetime.first, first);
      lifetime.last = std::max(lifetime.last, last);
    }
  if (lifetime.last < 0)
    std::tie(lifetime.first, lifetime.last) = positions.of(alloc);
  return lifetime;
}

/// Whether `alloc` is where a cached gather waits.
static bool isHostCache(memref::AllocOp alloc,
                        const BufferViewFlowAnalysis &views) {
  for (Value view : views.resolve(alloc.getResult()))
    for (Operation *user : view.getUsers())
      if (auto collective = dyn_cast<coll::CollectiveOpInterface>(user))
        if (collective.getCollectiveDestination() == view &&
            coll::isHostCached(collective))
          return true;
  return false;
}

namespace {
/// What lies in one kind of memory.
struct Part {
  SmallVector<memref::AllocOp> allocs;
  SmallVector<codegen::Lifetime> lifetimes;
};

struct PlanArena : plait::impl::PlanArenaPassBase<PlanArena> {
  using PlanArenaPassBase::PlanArenaPassBase;

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
    if (failed(place(main, *allocs)))
      signalPassFailure();
  }

  /// The device's part first, behind it what waits in host memory, which here
  /// is the same memory.
  LogicalResult place(func::FuncOp main, ArrayRef<memref::AllocOp> allocs) {
    ProgramPositions positions(main);
    BufferViewFlowAnalysis views(main);
    Part device, host;
    for (memref::AllocOp alloc : allocs) {
      FailureOr<codegen::Lifetime> lifetime =
          lifetimeOf(alloc, positions, views);
      if (failed(lifetime))
        return failure();
      if (!reuse) // all live all the time
        *lifetime = {lifetime->bytes, 0, 0};
      Part &part = isHostCache(alloc, views) ? host : device;
      part.allocs.push_back(alloc);
      part.lifetimes.push_back(*lifetime);
    }
    ArenaPlan plan = planArena(device.lifetimes);
    ArenaPlan behind = planArena(host.lifetimes);
    explain(main, device.lifetimes, plan);

    int64_t deviceBytes = llvm::alignTo(
        std::max<int64_t>(plan.bytes, kArenaAlignment), kArenaAlignment);
    Builder builder(main);
    auto arenaType = MemRefType::get({deviceBytes + behind.bytes},
                                     builder.getIntegerType(8));
    NamedAttrList attributes;
    if (behind.bytes > 0)
      attributes.set(cpu::kHostBytesAttr,
                     builder.getI64IntegerAttr(behind.bytes));
    (void)main.insertArgument(main.getNumArguments(), arenaType,
                              attributes.getDictionary(&getContext()),
                              main.getLoc());
    Value arena = main.getArguments().back();
    place(device, plan, 0, arena);
    place(host, behind, deviceBytes, arena);
    return success();
  }

  static void place(const Part &part, const ArenaPlan &plan, int64_t begin,
                    Value arena) {
    for (auto [planned, offset] : llvm::zip_equal(part.allocs, plan.offsets)) {
      memref::AllocOp alloc = planned;
      OpBuilder at(alloc);
      Value shift =
          arith::ConstantIndexOp::create(at, alloc.getLoc(), begin + offset);
      Value view = memref::ViewOp::create(at, alloc.getLoc(), alloc.getType(),
                                          arena, shift, ValueRange());
      alloc->replaceAllUsesWith(ValueRange{view});
      alloc->erase();
    }
  }

  static void explain(func::FuncOp main, ArrayRef<codegen::Lifetime> lifetimes,
                      const ArenaPlan &plan) {
    remark::passed(main.getLoc(),
                   remark::RemarkOpts::name("Plan").category(DEBUG_TYPE))
        << remark::metric("buffers", lifetimes.size())
        << remark::metric("arena-bytes", plan.bytes)
        << remark::metric("live-bytes", liveBound(lifetimes));
  }
};
} // namespace
