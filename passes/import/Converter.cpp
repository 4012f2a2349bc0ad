//===- Converter.cpp - One linear walk from input ops to core ops ---------===//
#include "CoreOps.h"
#include "ScalarOps.h"
#include "Shardings.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace plait::import_ {

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

Type Converter::coreType(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape() || tensor.getEncoding())
    return {};
  return RankedTensorType::get(tensor.getShape(),
                               signless(tensor.getElementType()));
}

LogicalResult Converter::check(TypeRange types, Location loc) {
  for (Type type : types) {
    if (isTooLarge(type))
      return emitError(loc, "tensors must have less than 2^47 bytes, got: ")
             << type;
    if (coreType(type))
      continue;
    if (isa<TensorType>(type))
      return emitError(loc, "tensors must have static shapes (export with "
                            "static shapes), got: ")
             << type;
    return emitError(loc, "values must be tensors, got: ") << type;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

SmallVector<Value> Converter::lookup(ValueRange inputs) const {
  return llvm::map_to_vector(inputs, [&](Value v) { return lookup(v); });
}

BroadcastView Converter::viewOf(Value source, ArrayRef<int64_t> dims) const {
  const BroadcastView *inner = view(source);
  if (!inner)
    return {source, SmallVector<int64_t, 4>(dims)};
  BroadcastView result{inner->source, {}};
  for (int64_t dim : inner->dims)
    result.dims.push_back(dims[dim]);
  return result;
}

const BroadcastView *Converter::view(Value core) const {
  auto it = views.find(core);
  return it == views.end() ? nullptr : &it->second;
}

//===----------------------------------------------------------------------===//
// Walking
//===----------------------------------------------------------------------===//

LogicalResult Converter::convertOp(Operation &op) {
  for (Type type : op.getResultTypes()) {
    if (isTooLarge(type))
      return op.emitOpError("tensors must have less than 2^47 bytes, got: ")
             << type;
    if (isa<TensorType>(type) && !coreType(type))
      return op.emitOpError("must have static shapes (export with static "
                            "shapes), got: ")
             << type;
  }
  const OpTable::Handler *convert = table.find(op.getName().getStringRef());
  if (!convert)
    return op.emitOpError("is not supported");
  if (failed((*convert)(&op, *this)))
    return failure();
  return shardings.constrainResults(&op, *this);
}

FailureOr<SmallVector<Value>> Converter::convertRegion(Region &region,
                                                       ValueRange arguments) {
  if (!region.hasOneBlock())
    return emitError(region.getLoc(), "a region must have one block, got: ")
           << region.getBlocks().size();
  Block &block = region.front();
  values.map(block.getArguments(), arguments);
  for (Operation &op : block.without_terminator())
    if (failed(convertOp(op)))
      return failure();
  return lookup(block.getTerminator()->getOperands());
}

/// Drops what nobody uses: constants that went into bodies, broadcasts that
/// went into indexing maps, counters of counted loops.
static void eraseDeadOps(Region &region) {
  for (Block &block : region)
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
      if (isOpTriviallyDead(&op)) {
        op.erase();
        continue;
      }
      for (Region &inner : op.getRegions())
        eraseDeadOps(inner);
    }
}

/// Gives main two results per check, named for the program that compares them.
static void addChecks(func::FuncOp function, ArrayRef<Check> checks,
                      SmallVectorImpl<Value> &results) {
  OpBuilder b(function.getContext());
  auto add = [&](const Twine &name, Value value) {
    (void)function.insertResult(
        results.size(), value.getType(),
        b.getDictionaryAttr(b.getNamedAttr(kNameAttr, b.getStringAttr(name))));
    results.push_back(value);
  };
  for (auto [i, check] : llvm::enumerate(checks)) {
    std::string name = check.target.str() + "[" + std::to_string(i) + "]";
    add(name + ".actual", check.actual);
    add(name + ".expected", check.expected);
  }
}

LogicalResult Converter::convertBody(func::FuncOp input,
                                     func::FuncOp function) {
  Block *entry = &function.getBody().emplaceBlock();
  for (BlockArgument argument : input.getArguments())
    entry->addArgument(coreType(argument.getType()), argument.getLoc());
  b.setInsertionPointToStart(entry);
  FailureOr<SmallVector<Value>> results =
      convertRegion(input.getBody(), entry->getArguments());
  if (failed(results))
    return failure();
  if (failed(shardings.convertBoundary(function)))
    return failure();
  addChecks(function, checks, *results);
  func::ReturnOp::create(b, input.getBody().front().getTerminator()->getLoc(),
                         *results);
  return success();
}

OwningOpRef<func::FuncOp> Converter::convertFunction(func::FuncOp input) {
  for (BlockArgument argument : input.getArguments())
    if (failed(check(argument.getType(), argument.getLoc())))
      return {};
  if (failed(check(input.getResultTypes(), input.getLoc())))
    return {};
  OwningOpRef<func::FuncOp> function(
      cast<func::FuncOp>(input->cloneWithoutRegions()));
  function->setFunctionType(
      b.getFunctionType(llvm::map_to_vector(input.getArgumentTypes(), coreType),
                        llvm::map_to_vector(input.getResultTypes(), coreType)));
  LogicalResult result = convertBody(input, *function);
  values.clear();
  views.clear();
  checks.clear();
  if (failed(result))
    return {};
  eraseDeadOps(function->getBody());
  return function;
}

} // namespace plait::import_
