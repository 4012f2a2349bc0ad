//===- InlineCalls.cpp - Inline every private function --------------------===//
//
// Before: %0 = func.call @f(%x) with func.func private @f
// After:  the ops of @f on %x, at callsite(op of @f at the call)
//
// Composites are calls of their decomposition, but for those that say which
// training state an argument is (StateTags). Runs on the input dialects: what
// plait-import-convert sees through (constants, broadcasts, loop counters) it
// then sees through calls too. A function is made free of calls before it is
// copied into a caller, so that the work is that of the ops written.
//
//===----------------------------------------------------------------------===//
#include "StateTags.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "plait/dialects/input/sdy/Sdy.h"
#include "plait/dialects/input/stablehlo/Stablehlo.h"
#include "plait/dialects/plait/Plait.h"
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
  void inlineCall(Operation *call, func::FuncOp callee);
};

/// The name of the function that the op calls, or null.
FlatSymbolRefAttr calleeOf(Operation *op) {
  if (auto call = dyn_cast<func::CallOp>(op))
    return call.getCalleeAttr();
  if (isStateTag(op))
    return {};
  if (auto composite = dyn_cast<stablehlo::CompositeOp>(op))
    return composite.getDecompositionAttr();
  return {};
}

/// Where the op stands in the callee and where that was called.
void addCallSite(Operation *copy, Location call) {
  if (isa<UnknownLoc>(call))
    return;
  copy->walk(
      [&](Operation *op) { op->setLoc(CallSiteLoc::get(op->getLoc(), call)); });
}

/// `value` under a sharding that a function or a call has, null for none.
Value constrained(OpBuilder &b, Location loc, Value value,
                  sdy::TensorShardingAttr sharding) {
  if (!sharding)
    return value;
  return sdy::ShardingConstraintOp::create(b, loc, value.getType(), value,
                                           sharding);
}

void Inliner::inlineCall(Operation *call, func::FuncOp callee) {
  OpBuilder b(call);
  IRMapping values;
  Block &body = callee.getBody().front();
  for (auto [argument, operand] :
       llvm::zip(body.getArguments(), call->getOperands())) {
    auto sharding = callee.getArgAttrOfType<sdy::TensorShardingAttr>(
        argument.getArgNumber(), sdy::kShardingAttr);
    values.map(argument, constrained(b, call->getLoc(), operand, sharding));
  }
  for (Operation &op : body.without_terminator())
    addCallSite(b.clone(op, values), call->getLoc());

  auto ofCall =
      call->getAttrOfType<sdy::TensorShardingPerValueAttr>(sdy::kShardingAttr);
  for (OpResult result : call->getResults()) {
    unsigned i = result.getResultNumber();
    Value value = values.lookupOrDefault(body.getTerminator()->getOperand(i));
    value = constrained(b, call->getLoc(), value,
                        callee.getResultAttrOfType<sdy::TensorShardingAttr>(
                            i, sdy::kShardingAttr));
    if (ofCall && i < ofCall.getShardings().size())
      value = constrained(b, call->getLoc(), value, ofCall.getShardings()[i]);
    result.replaceAllUsesWith(value);
  }
  call->erase();
}

LogicalResult Inliner::inlineInto(func::FuncOp function) {
  if (states[function] == State::Done)
    return success();
  states[function] = State::Open;
  SmallVector<Operation *> calls;
  function.walk([&](Operation *op) {
    if (calleeOf(op))
      calls.push_back(op);
  });
  for (Operation *call : calls) {
    FlatSymbolRefAttr name = calleeOf(call);
    auto callee = symbols.lookup<func::FuncOp>(name.getValue());
    if (!callee || !callee.getBody().hasOneBlock())
      return call->emitOpError("must call a function with a body, got: ")
             << name;
    if (TypeRange(callee.getArgumentTypes()) != call->getOperandTypes() ||
        TypeRange(callee.getResultTypes()) != call->getResultTypes())
      return call->emitOpError("must have the type of ")
             << name << ", got: " << callee.getFunctionType();
    if (states[callee] == State::Open)
      return call->emitOpError("must not be recursive, got: ") << name;
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
    if (failed(inliner.inlineInto(main)) || failed(readStateTags(main)))
      return signalPassFailure();
    for (auto function :
         llvm::make_early_inc_range(getOperation().getOps<func::FuncOp>()))
      if (function != main)
        function.erase();
  }
};

} // namespace
} // namespace plait::import_
