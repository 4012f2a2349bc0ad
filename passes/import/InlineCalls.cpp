//===- InlineCalls.cpp - Inline every private function --------------------===//
//
// Before: %0 = func.call @f(%x) with func.func private @f
// After:  the ops of @f on %x, at callsite(op of @f at the call)
//
// A function is made free of calls before it is copied into a caller, so that
// the work is that of the ops written.
//
//===----------------------------------------------------------------------===//
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "plait/passes/import/Passes.h"

namespace plait::import_ {
#define GEN_PASS_DEF_INLINECALLSPASS
#include "plait/passes/import/Passes.h.inc"
} // namespace plait::import_

using namespace mlir;

namespace plait::import_ {
namespace {

enum class State { Unseen, Open, Done };

struct Inliner {
  SymbolTable symbols;
  DenseMap<Operation *, State> states;

  explicit Inliner(ModuleOp module) : symbols(module) {}

  /// Makes `function` free of calls.
  LogicalResult inlineInto(func::FuncOp function);
  /// Replaces a call by a copy of the callee's body, which has no calls.
  void inlineCall(func::CallOp call, func::FuncOp callee);
};

/// Where the op stands in the callee and where that was called.
void addCallSite(Operation *copy, Location call) {
  if (isa<UnknownLoc>(call))
    return;
  copy->walk(
      [&](Operation *op) { op->setLoc(CallSiteLoc::get(op->getLoc(), call)); });
}

void Inliner::inlineCall(func::CallOp call, func::FuncOp callee) {
  OpBuilder b(call);
  IRMapping values;
  Block &body = callee.getBody().front();
  values.map(body.getArguments(), call.getOperands());
  for (Operation &op : body.without_terminator())
    addCallSite(b.clone(op, values), call.getLoc());
  for (auto [result, value] :
       llvm::zip_equal(call.getResults(), body.getTerminator()->getOperands()))
    result.replaceAllUsesWith(values.lookupOrDefault(value));
  call.erase();
}

LogicalResult Inliner::inlineInto(func::FuncOp function) {
  if (states[function] == State::Done)
    return success();
  states[function] = State::Open;
  SmallVector<func::CallOp> calls;
  function.walk([&](func::CallOp call) { calls.push_back(call); });
  for (func::CallOp call : calls) {
    auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
    if (!callee || callee.isDeclaration())
      return call.emitOpError("must call a function with a body, got: @")
             << call.getCallee();
    if (states[callee] == State::Open)
      return call.emitOpError("must not be recursive, got: @")
             << call.getCallee();
    if (failed(inlineInto(callee)))
      return failure();
    inlineCall(call, callee);
  }
  states[function] = State::Done;
  return success();
}

struct InlineCallsPass : impl::InlineCallsPassBase<InlineCallsPass> {
  void runOnOperation() override {
    Inliner inliner(getOperation());
    auto main = inliner.symbols.lookup<func::FuncOp>("main");
    if (!main)
      return;
    if (failed(inliner.inlineInto(main)))
      return signalPassFailure();
    for (auto function :
         llvm::make_early_inc_range(getOperation().getOps<func::FuncOp>()))
      if (function != main)
        function.erase();
  }
};

} // namespace
} // namespace plait::import_
