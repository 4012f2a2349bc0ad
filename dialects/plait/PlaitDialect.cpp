//===- PlaitDialect.cpp - The dialect and its declared attributes ---------===//
//
// What stands on functions is verified here: shardings, names, states, aliases.
//
//===----------------------------------------------------------------------===//
#include "plait/dialects/plait/Plait.h"
#include "plait/dialects/plait/NodeAxes.h"

#include "mlir/IR/DialectImplementation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace plait;

#include "plait/dialects/plait/PlaitDialect.cpp.inc"
#include "plait/dialects/plait/PlaitInterfaces.cpp.inc"

void PlaitDialect::initialize() {
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "plait/dialects/plait/PlaitOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Declared attributes
//===----------------------------------------------------------------------===//

/// An attribute of an argument or result: `what` is "argument 3", `type` its
/// type, `results` the number of results of the function.
static LogicalResult verifyDeclared(Operation *op, NamedAttribute attribute,
                                    Type type, StringRef what,
                                    std::optional<int64_t> results) {
  StringRef name = attribute.getName();
  Attribute value = attribute.getValue();
  auto wrong = [&](StringRef expected) {
    return op->emitError() << "'" << name << "' of " << what << " must be "
                           << expected << ", got: " << value;
  };
  if (name == kShardingAttr) {
    auto sharding = dyn_cast<ShardingAttr>(value);
    if (!sharding)
      return wrong("a #plait.sharding");
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      return op->emitError() << "'" << name << "' of " << what
                             << " must stand on a ranked tensor, got: " << type;
    return verifySharding(op, sharding, tensor.getRank());
  }
  if (name == kGradientAttr && results) {
    auto entries = dyn_cast<DictionaryAttr>(value);
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!entries || !tensor || !entries.getAs<StringAttr>("location") ||
        !entries.getAs<ShardingAttr>("sharding"))
      return wrong("{location = \"file:line\", sharding = #plait.sharding} of "
                   "a ranked tensor");
    return verifySharding(op, entries.getAs<ShardingAttr>("sharding"),
                          tensor.getRank());
  }
  if (name == kNameAttr || name == kDtypeAttr)
    return isa<StringAttr>(value) ? success()
                                  : LogicalResult(wrong("a string"));
  if (name == kStateAttr)
    return isa<StateAttr>(value) ? success()
                                 : LogicalResult(wrong("a #plait.state"));
  if (name == kGlobalAttr) {
    auto typeAttr = dyn_cast<TypeAttr>(value);
    return typeAttr && isa<RankedTensorType>(typeAttr.getValue())
               ? success()
               : LogicalResult(wrong("the type of a ranked tensor"));
  }
  if (name == kAliasAttr && results) {
    auto index = dyn_cast<IntegerAttr>(value);
    if (!index || index.getInt() < 0 || index.getInt() >= *results)
      return wrong(("a result number in [0, " + Twine(*results) + ")").str());
    return success();
  }
  return op->emitError() << "unknown attribute '" << name << "' of " << what;
}

LogicalResult PlaitDialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                     unsigned index,
                                                     NamedAttribute attribute) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return op->emitError() << "'" << attribute.getName().getValue()
                           << "' must stand on a function's argument";
  return verifyDeclared(op, attribute, function.getArgumentTypes()[index],
                        ("argument " + Twine(index)).str(),
                        function.getNumResults());
}

LogicalResult PlaitDialect::verifyRegionResultAttribute(
    Operation *op, unsigned, unsigned index, NamedAttribute attribute) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return op->emitError() << "'" << attribute.getName().getValue()
                           << "' must stand on a function's result";
  return verifyDeclared(op, attribute, function.getResultTypes()[index],
                        ("result " + Twine(index)).str(), std::nullopt);
}

LogicalResult PlaitDialect::verifyOperationAttribute(Operation *op,
                                                     NamedAttribute attribute) {
  if (attribute.getName() == kNodeAxesAttr)
    return verifyNodeAxes(op, attribute.getValue());
  return op->emitError() << "unknown attribute '"
                         << attribute.getName().getValue()
                         << "': plait attributes stand on arguments and "
                            "results of functions only";
}

//===----------------------------------------------------------------------===//
// Helpers
//===----------------------------------------------------------------------===//

MeshOp plait::lookupMesh(Operation *from, FlatSymbolRefAttr symbol) {
  auto module = from->getParentOfType<ModuleOp>();
  if (!module)
    module = dyn_cast<ModuleOp>(from);
  return module && symbol ? module.lookupSymbol<MeshOp>(symbol.getAttr())
                          : MeshOp();
}

MeshOp plait::onlyMesh(ModuleOp module) {
  auto meshes = module.getOps<MeshOp>();
  return llvm::hasSingleElement(meshes) ? *meshes.begin() : MeshOp();
}

ShardingAttr plait::shardingOf(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? dyn_cast_or_null<ShardingAttr>(tensor.getEncoding())
                : ShardingAttr();
}

RankedTensorType plait::withSharding(RankedTensorType type,
                                     ShardingAttr sharding) {
  return RankedTensorType::get(type.getShape(), type.getElementType(),
                               sharding);
}

static LogicalResult verifyAxis(Operation *op, const Mesh &mesh,
                                FlatSymbolRefAttr symbol, AxisRefAttr axis) {
  int index = mesh.find(axis.getName());
  if (index < 0) {
    InFlightDiagnostic error = op->emitError();
    error << "axis \"" << axis.getName() << "\" is not an axis of mesh "
          << symbol << ", which has ";
    llvm::interleaveComma(mesh.axes, error, [&](const MeshAxis &each) {
      error << each.name << "=" << each.size;
    });
    return error;
  }
  if (axis.isWhole())
    return success();
  int64_t size = mesh.axes[index].size;
  if (axis.getPre() > size || axis.getSize() > size ||
      size % (axis.getPre() * axis.getSize()) != 0)
    return op->emitError() << "sub-axis must divide its axis of size " << size
                           << ", got: " << axis;
  return success();
}

LogicalResult plait::verifySharding(Operation *op, ShardingAttr sharding,
                                    int64_t rank) {
  MeshOp meshOp = lookupMesh(op, sharding.getMesh());
  if (!meshOp)
    return op->emitError() << "mesh " << sharding.getMesh()
                           << " is not defined";
  Mesh mesh = meshOp.getValue();
  SmallVector<AxisRefAttr> axes(sharding.getReplicated());
  for (DimShardingAttr dim : sharding.getDims())
    llvm::append_range(axes, dim.getAxes());
  for (PartialAxisAttr partial : sharding.getPartial())
    axes.push_back(partial.getAxis());
  for (AxisRefAttr axis : axes)
    if (failed(verifyAxis(op, mesh, sharding.getMesh(), axis)))
      return failure();
  if (std::optional<std::string> fault =
          check(sharding.toValue(mesh), mesh, rank))
    return op->emitError() << *fault;
  return success();
}

LogicalResult plait::verifyAxes(Operation *op, AxesAttr axes) {
  MeshOp meshOp = lookupMesh(op, axes.getMesh());
  if (!meshOp)
    return op->emitError() << "mesh " << axes.getMesh() << " is not defined";
  Mesh mesh = meshOp.getValue();
  for (AxisRefAttr axis : axes.getAxes())
    if (failed(verifyAxis(op, mesh, axes.getMesh(), axis)))
      return failure();
  return success();
}
