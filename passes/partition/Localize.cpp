//===- Localize.cpp - What one device holds -------------------------------===//
//
// Before: %2 = linalg.generic ... : tensor<8x6xf32, [{d},{}]>
// After:  %2 = linalg.generic ... : tensor<2x6xf32>
//
// Each function gets a new body, built op by op in program order; a value that
// is defined before is in `map`. The old body is dropped at the end. Bodies of
// scalars move from the old op to the new one: they are most of the program.
//
//===----------------------------------------------------------------------===//
#include "Localizer.h"
#include "Shards.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "plait/dialects/plait/PortAttrs.h"
#include "plait/passes/partition/Passes.h"

using namespace mlir;

namespace plait::partition {

#define GEN_PASS_DEF_LOCALIZEPASS
#include "plait/passes/partition/Passes.h.inc"

//===----------------------------------------------------------------------===//
// One dimension
//===----------------------------------------------------------------------===//

RankedTensorType Localizer::localType(Value value) {
  return layouts.local(cast<RankedTensorType>(value.getType()));
}

bool Localizer::isSplit(Value value, int64_t dim) {
  return layouts.of(value).dims[dim].shards() > 1;
}

int64_t Localizer::localSize(Value value, int64_t dim) {
  return localType(value).getDimSize(dim);
}

bool Localizer::isUneven(Value value, int64_t dim) {
  int64_t size = cast<RankedTensorType>(value.getType()).getDimSize(dim);
  return size % layouts.of(value).dims[dim].shards() != 0;
}

Value Localizer::offset(Location loc, Value value, int64_t dim) {
  return shardOffset(builder, loc,
                     layouts.axes(layouts.of(value).dims[dim].axes),
                     localSize(value, dim));
}

Value Localizer::realSize(Location loc, Value value, int64_t dim) {
  int64_t extent = cast<RankedTensorType>(value.getType()).getDimSize(dim);
  return shardRealSize(builder, loc,
                       layouts.axes(layouts.of(value).dims[dim].axes), extent,
                       localSize(value, dim));
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// Moves the regions of `from`; what they read from outside becomes local.
static void moveRegions(Operation *from, Operation *to, IRMapping &map) {
  for (auto [region, place] : llvm::zip(from->getRegions(), to->getRegions())) {
    place.takeBody(region);
    place.walk([&](Operation *inner) {
      for (OpOperand &operand : inner->getOpOperands())
        if (operand.get().getParentBlock() != inner->getBlock())
          operand.set(map.lookupOrDefault(operand.get()));
    });
  }
}

Operation *Localizer::cloneLocal(Operation *op) {
  Operation *clone = builder.cloneWithoutRegions(*op, map);
  moveRegions(op, clone, map);
  for (Value result : clone->getResults())
    result.setType(layouts.local(result.getType()));
  return clone;
}

/// From global to local: the local value is there already. From local to
/// global: the local value is the operand.
LogicalResult Localizer::localizeCast(Operation *op) {
  if (op->getNumOperands() != 1 || op->getNumResults() != 1)
    return op->emitOpError("must lead from one global value to a local one or "
                           "back, got: ")
           << op->getNumOperands() << " operands";
  Value value = local(op->getOperand(0));
  if (value.getType() != layouts.local(op->getResult(0).getType()))
    return op->emitOpError("must lead to the local type ")
           << layouts.local(op->getResult(0).getType())
           << ", got: " << value.getType();
  map.map(op->getResult(0), value);
  return success();
}

/// Ops on scalars, and ops of which nothing is split.
static bool isWhole(Operation *op, Layouts &layouts) {
  auto isLocal = [&](Type type) {
    return layouts.local(type) == type ||
           cast<RankedTensorType>(type).getShape() ==
               cast<RankedTensorType>(layouts.local(type)).getShape();
  };
  return llvm::all_of(op->getOperandTypes(), isLocal) &&
         llvm::all_of(op->getResultTypes(), isLocal);
}

LogicalResult Localizer::localize(Operation *op) {
  if (isa<UnrealizedConversionCastOp>(op))
    return localizeCast(op);
  if (auto manual = dyn_cast<ManualOp>(op))
    return localizeManual(manual);
  if (isa<scf::SCFDialect>(op->getDialect()) &&
      !op->hasTrait<OpTrait::IsTerminator>())
    return localizeControlFlow(op);
  if (isa<linalg::LinalgOp>(op))
    return localizeStructured(op);
  if (isa<linalgx::LinalgxDialect>(op->getDialect()))
    return localizeIndexed(op);
  if (isa<tensor::TensorDialect, arith::ArithDialect>(op->getDialect()))
    return localizeTensorOp(op);
  if (op->hasTrait<OpTrait::IsTerminator>() ||
      OpTrait::hasElementwiseMappableTraits(op) || isWhole(op, layouts)) {
    cloneLocal(op);
    return success();
  }
  return op->emitOpError("cannot be partitioned: it is not known how it works "
                         "on a part of its tensors");
}

LogicalResult Localizer::localizeBlocks(Region &from, Region &to) {
  OpBuilder::InsertionGuard guard(builder);
  for (Block &block : from) {
    auto *copy = new Block;
    to.push_back(copy);
    for (BlockArgument argument : block.getArguments())
      map.map(argument, copy->addArgument(layouts.local(argument.getType()),
                                          argument.getLoc()));
    builder.setInsertionPointToEnd(copy);
    for (Operation &op : block)
      if (failed(localize(&op)))
        return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Keeps what the types say no more: the global type and the sharding, unless
/// the user's spelling of it stands there.
static void keepGlobalTypes(func::FuncOp function, Layouts &layouts) {
  auto keep = [&](Type type, NamedAttrList &attributes) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      return;
    attributes.set(kGlobalAttr, TypeAttr::get(withSharding(tensor, nullptr)));
    if (ShardingAttr sharding = shardingOf(tensor);
        sharding && !attributes.get(kShardingAttr))
      attributes.set(kShardingAttr, sharding);
  };
  PortAttrs ports(function);
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
    keep(type, ports.argument(i));
  for (auto [i, type] : llvm::enumerate(function.getResultTypes()))
    keep(type, ports.result(i));
  ports.apply();
}

/// Erases ops from the last on, whose users are gone then: in one pass, where
/// dropping a region whole takes two.
static void eraseAll(Region &region) {
  for (Block &block : llvm::reverse(region))
    while (!block.empty()) {
      block.back().dropAllUses();
      block.back().erase();
    }
}

LogicalResult Localizer::localize(func::FuncOp function) {
  Region body;
  if (failed(localizeBlocks(function.getBody(), body)))
    return failure();
  keepGlobalTypes(function, layouts);
  llvm::SmallVector<Type> inputs, results;
  for (Type type : function.getArgumentTypes())
    inputs.push_back(layouts.local(type));
  for (Type type : function.getResultTypes())
    results.push_back(layouts.local(type));
  function.setType(FunctionType::get(function.getContext(), inputs, results));
  eraseAll(function.getBody());
  function.getBody().takeBody(body);
  return success();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

void numberSites(ModuleOp module) {
  int64_t next = 0;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<linalg::LinalgOp>(op))
      return WalkResult::skip(); // scalars
    if (!isa<coll::CollectiveOpInterface>(op))
      return WalkResult::advance();
    if (auto site = op->getAttrOfType<coll::SiteAttr>("site"))
      op->setAttr("site",
                  coll::SiteAttr::get(op->getContext(), next++,
                                      site.getOrigin(), site.getReason()));
    return WalkResult::advance();
  });
}

namespace {
struct LocalizePass : impl::LocalizePassBase<LocalizePass> {
  void runOnOperation() override {
    FailureOr<Layouts> layouts = Layouts::create(getOperation());
    if (failed(layouts))
      return signalPassFailure();
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      Localizer localizer(*layouts, &getContext());
      if (!function.isExternal() && failed(localizer.localize(function)))
        return signalPassFailure();
    }
    numberSites(getOperation());
  }
};
} // namespace

} // namespace plait::partition
