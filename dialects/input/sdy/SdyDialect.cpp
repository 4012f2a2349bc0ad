//===- SdyDialect.cpp - Registration and discardable attributes -----------===//

#include "plait/dialects/input/sdy/Sdy.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace plait::sdy;

#include "plait/dialects/input/sdy/SdyDialect.cpp.inc"

void SdyDialect::initialize() {
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "plait/dialects/input/sdy/SdyOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// On ops
//===----------------------------------------------------------------------===//

/// One sharding per result. An op without results may say on which device it
/// runs, as JAX does for callbacks.
static LogicalResult verifyShardings(Operation *op, Attribute attr) {
  auto perValue = dyn_cast<TensorShardingPerValueAttr>(attr);
  if (!perValue)
    return op->emitOpError()
           << "'sdy.sharding' must be a sharding per result, got: " << attr;
  ArrayRef<TensorShardingAttr> shardings = perValue.getShardings();
  auto emitError = [&] { return op->emitOpError() << "'sdy.sharding': "; };
  if (op->getNumResults() == 0 && shardings.size() == 1) {
    MeshAttr mesh = shardings.front().getMeshAt(op);
    if (mesh && mesh.isMaximal())
      return verifySharding(shardings.front(), NoneType::get(op->getContext()),
                            op, emitError);
  }
  if (shardings.size() != op->getNumResults())
    return op->emitOpError()
           << "'sdy.sharding' must have one sharding per result, of which "
              "there are "
           << op->getNumResults() << ", got: " << shardings.size();
  for (auto [sharding, type] : llvm::zip(shardings, op->getResultTypes()))
    if (failed(verifySharding(sharding, type, op, emitError)))
      return failure();
  return success();
}

/// One mapping per value, of its rank (op_sharding_rule_c5).
static LogicalResult verifyMappings(Operation *op, StringRef what,
                                    ArrayRef<TensorMappingAttr> mappings,
                                    TypeRange types) {
  if (mappings.size() != types.size())
    return op->emitOpError() << "'sdy.sharding_rule' must have one mapping per "
                             << what << ", of which there are " << types.size()
                             << ", got: " << mappings.size();
  for (auto [index, mapping, type] : llvm::enumerate(mappings, types)) {
    auto shaped = dyn_cast<ShapedType>(type);
    int64_t rank = shaped && shaped.hasRank() ? shaped.getRank() : 0;
    if (static_cast<int64_t>(mapping.getDims().size()) != rank)
      return op->emitOpError()
             << "'sdy.sharding_rule' must map the " << rank << " dimensions of "
             << what << " #" << index << ", got: " << mapping.getDims().size();
  }
  return success();
}

static LogicalResult verifyRule(Operation *op, Attribute attr) {
  auto rule = dyn_cast<OpShardingRuleAttr>(attr);
  if (!rule)
    return op->emitOpError()
           << "'sdy.sharding_rule' must be a sharding rule, got: " << attr;
  if (failed(verifyMappings(op, "operand", rule.getOperandMappings(),
                            op->getOperandTypes())))
    return failure();
  return verifyMappings(op, "result", rule.getResultMappings(),
                        op->getResultTypes());
}

/// What Shardy writes down about its own steps; it changes no meaning.
static bool isDebugAttribute(StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases({"sdy.propagation_edges", "sdy.block_arg_propagation_edges",
              "sdy.result_propagation_edges"},
             true)
      .Cases({"sdy.sharding_origins", "sdy.block_arg_sharding_origins",
              "sdy.result_sharding_origins", "sdy.sharding_origin_name"},
             true)
      .Default(false);
}

LogicalResult SdyDialect::verifyOperationAttribute(Operation *op,
                                                   NamedAttribute attr) {
  if (attr.getName() == kShardingAttr)
    return verifyShardings(op, attr.getValue());
  if (attr.getName() == kShardingRuleAttr)
    return verifyRule(op, attr.getValue());
  if (isDebugAttribute(attr.getName()))
    return success();
  // A misspelt annotation must not be dropped in silence.
  return op->emitOpError() << "attributes of sdy must be 'sdy.sharding' or "
                              "'sdy.sharding_rule', got: '"
                           << attr.getName().getValue() << "'";
}

//===----------------------------------------------------------------------===//
// On arguments and results of functions
//===----------------------------------------------------------------------===//

static bool hasFile(Location loc) {
  return static_cast<bool>(loc->findInstanceOf<FileLineColLoc>());
}

/// The first place with a line in a file: the argument, the function, a user.
static Location locateArgument(BlockArgument argument, Operation *op) {
  if (hasFile(argument.getLoc()))
    return argument.getLoc();
  if (hasFile(op->getLoc()))
    return op->getLoc();
  for (Operation *user : argument.getUsers())
    if (hasFile(user->getLoc()))
      return user->getLoc();
  return argument.getLoc();
}

/// Verifies the one `sdy` attribute that a value of a function may have.
static LogicalResult
verifyValueAttribute(Operation *op, Type type, NamedAttribute attr,
                     llvm::function_ref<InFlightDiagnostic()> emitError) {
  if (isDebugAttribute(attr.getName()))
    return success();
  if (attr.getName() != kShardingAttr)
    return emitError() << "attributes of sdy must be 'sdy.sharding', got: '"
                       << attr.getName().getValue() << "'";
  auto sharding = dyn_cast<TensorShardingAttr>(attr.getValue());
  if (!sharding)
    return emitError() << "'sdy.sharding' must be a sharding, got: "
                       << attr.getValue();
  return verifySharding(sharding, type, op,
                        [&] { return emitError() << "'sdy.sharding': "; });
}

LogicalResult SdyDialect::verifyRegionArgAttribute(Operation *op,
                                                   unsigned regionIndex,
                                                   unsigned index,
                                                   NamedAttribute attr) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function || regionIndex != 0)
    return op->emitOpError()
           << "attributes of sdy on a region's argument need a function";
  Type type = function.getArgumentTypes()[index];
  Location loc = function.isExternal()
                     ? op->getLoc()
                     : locateArgument(function.getArgument(index), op);
  return verifyValueAttribute(op, type, attr, [&] {
    return mlir::emitError(loc)
           << "argument #" << index << " of '" << function.getName() << "': ";
  });
}

LogicalResult SdyDialect::verifyRegionResultAttribute(Operation *op,
                                                      unsigned regionIndex,
                                                      unsigned index,
                                                      NamedAttribute attr) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function || regionIndex != 0)
    return op->emitOpError()
           << "attributes of sdy on a region's result need a function";
  Location loc = op->getLoc();
  if (!hasFile(loc) && !function.isExternal() &&
      !function.getFunctionBody().front().empty())
    loc = function.getFunctionBody().front().back().getLoc();
  return verifyValueAttribute(op, function.getResultTypes()[index], attr, [&] {
    return mlir::emitError(loc)
           << "result #" << index << " of '" << function.getName() << "': ";
  });
}
