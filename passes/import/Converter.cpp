//===- Converter.cpp - One linear walk from input ops to core ops ---------===//
#include "Converter.h"
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
  const OpTable::Handler *convert = table.find(op.getName().getStringRef());
  if (!convert)
    return op.emitOpError("is not supported");
  for (Type type : op.getResultTypes())
    if (isa<TensorType>(type) && !coreType(type))
      return op.emitOpError("must have static shapes (export with static "
                            "shapes), got: ")
             << type;
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

LogicalResult Converter::convertFunction(func::FuncOp function) {
  for (BlockArgument argument : function.getArguments())
    if (failed(check(argument.getType(), argument.getLoc())))
      return failure();
  if (failed(check(function.getResultTypes(), function.getLoc())))
    return failure();

  auto coreTypes = [](TypeRange types) {
    return llvm::map_to_vector(types, coreType);
  };
  Region input;
  input.takeBody(function.getBody());
  function.setFunctionType(
      b.getFunctionType(coreTypes(function.getArgumentTypes()),
                        coreTypes(function.getResultTypes())));
  Block *entry = &function.getBody().emplaceBlock();
  for (BlockArgument argument : input.front().getArguments())
    entry->addArgument(coreType(argument.getType()), argument.getLoc());

  b.setInsertionPointToStart(entry);
  Location end = input.front().getTerminator()->getLoc();
  FailureOr<SmallVector<Value>> arguments =
      shardings.enter(function, entry->getArguments(), *this);
  if (failed(arguments))
    return failure();
  FailureOr<SmallVector<Value>> results = convertRegion(input, *arguments);
  if (failed(results))
    return failure();
  results = shardings.leave(function, *results, *this);
  if (failed(results))
    return failure();
  func::ReturnOp::create(b, end, *results);
  eraseDeadOps(function.getBody());
  values.clear();
  views.clear();
  return success();
}

} // namespace plait::import_
