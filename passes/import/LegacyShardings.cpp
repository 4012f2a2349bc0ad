//===- LegacyShardings.cpp - Sharding strings of GSPMD to sdy -------------===//
//
// JAX without Shardy writes shardings as strings, `mhlo.sharding`, without a
// mesh: on arguments and results, on custom calls @Sharding, on other ops (a
// tuple: one per result). Regions that are written for one device stand between
// custom calls @SPMDFullToShardShape and @SPMDShardToFullShape.
//
// Before: %0 = stablehlo.custom_call @Sharding(%x)
//           {mhlo.sharding = "{devices=[4,1,2]<=[8] last_tile_dim_replicate}"}
// After:  sdy.mesh @mesh = <["axis0"=4, "axis1"=2]>
//         %0 = sdy.sharding_constraint %x <@mesh, [{"axis0"}, {}]>
//
// All strings are read first, then the mesh that they have in common is made,
// then each is written as sdy; regions come last (LegacyManual.cpp).
//
//===----------------------------------------------------------------------===//
#include "LegacyShardings.h"
#include "LegacyMesh.h"

#include "plait/dialects/plait/Plait.h"
#include "plait/dialects/plait/PortAttrs.h"
#include "plait/passes/import/Passes.h"

namespace plait::import_ {
#define GEN_PASS_DEF_LEGACYSHARDINGSPASS
#include "plait/passes/import/Passes.h.inc"
} // namespace plait::import_

using namespace mlir;

namespace plait::import_ {

//===----------------------------------------------------------------------===//
// Strings
//===----------------------------------------------------------------------===//

StringAttr legacySharding(Operation *op) {
  return op->getAttrOfType<StringAttr>(kLegacySharding);
}

SmallVector<int64_t> unspecifiedDims(stablehlo::CustomCallOp op) {
  SmallVector<int64_t> dims;
  auto text = dyn_cast_or_null<StringAttr>(op.getBackendConfigAttr());
  StringRef list = text ? text.getValue() : "";
  if (!list.consume_front("unspecified_dims=["))
    return dims;
  SmallVector<StringRef> parts;
  list.take_until([](char c) { return c == ']'; }).split(parts, ',');
  for (StringRef part : parts) {
    int64_t dim;
    if (!part.trim().getAsInteger(10, dim))
      dims.push_back(dim);
  }
  return dims;
}

FailureOr<const sdy::MhloSharding *> LegacyReader::read(StringAttr text,
                                                        Location location) {
  auto known = read_.find(text);
  if (known != read_.end())
    return &*known->second;
  llvm::Expected<sdy::MhloSharding> sharding =
      sdy::parseMhloSharding(text.getValue());
  if (!sharding)
    return emitError(location, "'mhlo.sharding' must be a sharding, got: ")
           << text << ": " << llvm::toString(sharding.takeError());
  auto &made = read_[text];
  made = std::make_unique<sdy::MhloSharding>(std::move(*sharding));
  return &*made;
}

/// Calls `fn` on every string of the module and where it is.
LogicalResult LegacyReader::forEachString(
    llvm::function_ref<LogicalResult(StringAttr, Location)> fn) {
  auto visit = [&](Attribute attribute, Location location) {
    auto text = dyn_cast_or_null<StringAttr>(attribute);
    return text ? fn(text, location) : success();
  };
  WalkResult walk = module.walk([&](Operation *op) {
    if (failed(visit(op->getAttr(kLegacySharding), op->getLoc())))
      return WalkResult::interrupt();
    auto function = dyn_cast<func::FuncOp>(op);
    if (!function)
      return WalkResult::advance();
    for (unsigned i = 0; i < function.getNumArguments(); ++i) {
      Location location = function.isDeclaration()
                              ? function.getLoc()
                              : function.getArgument(i).getLoc();
      if (failed(visit(function.getArgAttr(i, kLegacySharding), location)))
        return WalkResult::interrupt();
    }
    for (unsigned i = 0; i < function.getNumResults(); ++i)
      if (failed(visit(function.getResultAttr(i, kLegacySharding),
                       function.getLoc())))
        return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return failure(walk.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// The mesh
//===----------------------------------------------------------------------===//

static void collectTilings(const sdy::MhloSharding &sharding,
                           SmallVectorImpl<const sdy::MhloSharding *> &into) {
  if (sharding.kind == sdy::MhloSharding::Kind::Tiled)
    into.push_back(&sharding);
  for (const sdy::MhloSharding &element : sharding.elements)
    collectTilings(element, into);
}

void LegacyReader::createMesh() {
  SmallVector<const sdy::MhloSharding *> tilings;
  (void)forEachString([&](StringAttr text, Location location) {
    if (auto sharding = read(text, location); succeeded(sharding))
      collectTilings(**sharding, tilings);
    return success();
  });
  LegacyMesh made = meshOfTilings(tilings);
  if (made.sizes.empty())
    return;
  MLIRContext *context = module.getContext();
  SmallVector<sdy::MeshAxisAttr> axes;
  for (auto [i, size] : llvm::enumerate(made.sizes)) {
    std::string name =
        made.sizes.size() == 1 ? "devices" : "axis" + std::to_string(i);
    axes.push_back(sdy::MeshAxisAttr::get(context, name, size));
  }
  std::string name = "mesh";
  for (int i = 0; module.lookupSymbol(name); ++i)
    name = "mesh_" + std::to_string(i);
  OpBuilder b = OpBuilder::atBlockBegin(module.getBody());
  mesh = sdy::MeshOp::create(b, module.getLoc(), name,
                             sdy::MeshAttr::get(context, axes, made.deviceIds));
}

/// The program's own mesh of several devices, or one made of the strings.
LogicalResult LegacyReader::findMesh() {
  for (auto op : module.getOps<MeshOp>())
    return op.emitError("a program with a plait.mesh must say shardings as "
                        "plait.sharding, got: mhlo.sharding");
  for (auto op : module.getOps<sdy::MeshOp>()) {
    if (op.getMesh().getAxes().empty())
      continue;
    if (mesh)
      return op.emitError("the mesh of 'mhlo.sharding' must be the only one, "
                          "got: @")
             << mesh.getSymName() << " and @" << op.getSymName();
    mesh = op;
  }
  if (!mesh)
    createMesh();
  return success();
}

//===----------------------------------------------------------------------===//
// Shardings
//===----------------------------------------------------------------------===//

SmallVector<sdy::AxisRefAttr>
LegacyReader::axesOf(ArrayRef<sdy::MhloAxisPart> parts) {
  SmallVector<sdy::AxisRefAttr> axes;
  ArrayRef<sdy::MeshAxisAttr> all = mesh.getMesh().getAxes();
  for (const sdy::MhloAxisPart &part : parts) {
    sdy::MeshAxisAttr axis = all[part.axis];
    bool whole = part.size == axis.getSize();
    axes.push_back(sdy::AxisRefAttr::get(mesh.getContext(), axis.getName(),
                                         whole ? 1 : part.preSize,
                                         whole ? 0 : part.size));
  }
  return axes;
}

FailureOr<LegacyAxes> LegacyReader::convert(const sdy::MhloSharding &sharding,
                                            StringAttr text, int64_t rank,
                                            Location location,
                                            ArrayRef<int64_t> openDims) {
  using Kind = sdy::MhloSharding::Kind;
  if (sharding.kind == Kind::Unknown || sharding.kind == Kind::Maximal || !mesh)
    return LegacyAxes();
  SmallVector<int64_t> sizes;
  for (sdy::MeshAxisAttr axis : mesh.getMesh().getAxes())
    sizes.push_back(axis.getSize());
  llvm::Expected<sdy::MhloAxes> axes =
      sdy::toMeshAxes(sharding, rank, sizes, mesh.getMesh().getDeviceIds());
  if (!axes)
    return emitError(location, "'mhlo.sharding' must be along axes of the "
                               "mesh, got: ")
           << text << ": " << llvm::toString(axes.takeError());
  MLIRContext *context = module.getContext();
  SmallVector<sdy::DimensionShardingAttr> dims;
  for (int64_t dim = 0; dim < rank; ++dim) {
    bool open = axes->isOpen || llvm::is_contained(openDims, dim);
    dims.push_back(sdy::DimensionShardingAttr::get(
        context, axesOf(axes->dims[dim]), !open, std::nullopt));
  }
  LegacyAxes result;
  result.manual = axesOf(axes->manual);
  result.sharding = sdy::TensorShardingAttr::get(
      context, FlatSymbolRefAttr::get(mesh.getSymNameAttr()), dims, {},
      axesOf(axes->unreduced), sdy::ReductionKind::SUM);
  return result;
}

FailureOr<LegacyAxes> LegacyReader::convert(StringAttr text, Type type,
                                            Location location,
                                            ArrayRef<int64_t> openDims) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  FailureOr<const sdy::MhloSharding *> sharding = read(text, location);
  if (failed(sharding))
    return failure();
  if (!tensor)
    return LegacyAxes();
  return convert(**sharding, text, tensor.getRank(), location, openDims);
}

//===----------------------------------------------------------------------===//
// Functions and ops
//===----------------------------------------------------------------------===//

/// The string among `attributes` becomes sdy's attribute.
LogicalResult LegacyReader::convertPort(NamedAttrList &attributes, Type type,
                                        Location location) {
  auto text = dyn_cast_or_null<StringAttr>(attributes.erase(kLegacySharding));
  if (!text)
    return success();
  FailureOr<LegacyAxes> axes = convert(text, type, location);
  if (failed(axes))
    return failure();
  if (!axes->manual.empty())
    return emitError(location, "'mhlo.sharding' must not be manual, got: ")
           << text;
  if (axes->sharding)
    attributes.set(sdy::kShardingAttr, axes->sharding);
  return success();
}

LogicalResult LegacyReader::convertFunction(func::FuncOp function) {
  PortAttrs ports(function);
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    Location location = function.isDeclaration()
                            ? function.getLoc()
                            : function.getArgument(i).getLoc();
    if (failed(convertPort(ports.argument(i), function.getArgumentTypes()[i],
                           location)))
      return failure();
  }
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    if (failed(convertPort(ports.result(i), function.getResultTypes()[i],
                           function.getLoc())))
      return failure();
  ports.apply();
  return success();
}

/// @Sharding: a constraint, on what is left free inside of a region.
LogicalResult LegacyReader::convertCall(stablehlo::CustomCallOp op) {
  auto text = legacySharding(op);
  if (op.getInputs().size() != 1 || op->getNumResults() != 1 ||
      op.getInputs()[0].getType() != op.getResult(0).getType())
    return op.emitOpError("must annotate one value, got: ")
           << op.getInputs().getTypes();
  Value value = op.getInputs()[0];
  if (text) {
    FailureOr<LegacyAxes> axes =
        convert(text, value.getType(), op.getLoc(), unspecifiedDims(op));
    if (failed(axes))
      return failure();
    bool isMain = false;
    if (auto function = dyn_cast<func::FuncOp>(op->getParentOp()))
      isMain = function.getName() == "main";
    if (!axes->manual.empty() && isMain)
      return op.emitOpError("'mhlo.sharding' must not be manual outside of a "
                            "region for one device, got: ")
             << text;
    // Where a region is manual over all axes, nothing is left to say.
    bool saysSomething =
        axes->sharding &&
        axes->manual.size() < mesh.getMesh().getAxes().size() &&
        (axes->sharding.getRank() > 0 || axes->manual.empty());
    OpBuilder b(op);
    if (saysSomething)
      value = sdy::ShardingConstraintOp::create(b, op.getLoc(), value.getType(),
                                                value, axes->sharding);
    int64_t group = (*read(text, op.getLoc()))->group;
    if (group >= 0 && isa<RankedTensorType>(value.getType()))
      sdy::ShardingGroupOp::create(b, op.getLoc(), value, group);
  }
  op.getResult(0).replaceAllUsesWith(value);
  op.erase();
  return success();
}

/// A string on another op: a sharding per result.
LogicalResult LegacyReader::convertResults(Operation *op) {
  StringAttr text = legacySharding(op);
  op->removeAttr(kLegacySharding);
  FailureOr<const sdy::MhloSharding *> read = this->read(text, op->getLoc());
  if (failed(read))
    return failure();
  SmallVector<const sdy::MhloSharding *> elements;
  if ((*read)->kind == sdy::MhloSharding::Kind::Tuple)
    for (const sdy::MhloSharding &element : (*read)->elements)
      elements.push_back(&element);
  else
    elements.assign(op->getNumResults(), *read);
  if (elements.size() != op->getNumResults())
    return op->emitOpError("'mhlo.sharding' must have one sharding per result, "
                           "got: ")
           << text;
  SmallVector<sdy::TensorShardingAttr> shardings;
  for (auto [element, result] : llvm::zip(elements, op->getResults())) {
    auto type = dyn_cast<RankedTensorType>(result.getType());
    if (!type || !mesh)
      return success();
    FailureOr<LegacyAxes> axes =
        convert(*element, text, type.getRank(), op->getLoc());
    if (failed(axes))
      return failure();
    sdy::TensorShardingAttr sharding = axes->sharding;
    if (!sharding)
      sharding = openSharding(type.getRank());
    shardings.push_back(sharding);
  }
  op->setAttr(sdy::kShardingAttr, sdy::TensorShardingPerValueAttr::get(
                                      op->getContext(), shardings));
  return success();
}

sdy::TensorShardingAttr LegacyReader::openSharding(int64_t rank) {
  MLIRContext *context = module.getContext();
  SmallVector<sdy::DimensionShardingAttr> dims(
      rank, sdy::DimensionShardingAttr::get(context, {}, /*isClosed=*/false,
                                            std::nullopt));
  return sdy::TensorShardingAttr::get(
      context, FlatSymbolRefAttr::get(mesh.getSymNameAttr()), dims, {}, {},
      sdy::ReductionKind::SUM);
}

static bool isShardingCall(Operation *op) {
  auto call = dyn_cast<stablehlo::CustomCallOp>(op);
  return call && call.getCallTargetName() == "Sharding";
}

LogicalResult LegacyReader::run() {
  bool any = false;
  module.walk([&](Operation *op) { any |= isShardingCall(op); });
  LogicalResult readable =
      forEachString([&](StringAttr text, Location location) {
        any = true;
        return LogicalResult(read(text, location));
      });
  if (failed(readable) || !any)
    return readable;
  if (failed(findMesh()))
    return failure();
  // Regions first: they want to see the calls around them.
  if (mesh)
    if (failed(convertManualRegions()))
      return failure();
  SmallVector<Operation *> ops;
  module.walk([&](Operation *op) {
    if (isa<func::FuncOp>(op) || legacySharding(op) || isShardingCall(op))
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    LogicalResult result = success();
    auto call = dyn_cast<stablehlo::CustomCallOp>(op);
    if (auto function = dyn_cast<func::FuncOp>(op))
      result = convertFunction(function);
    else if (isShardingCall(op))
      result = convertCall(call);
    else if (!call || !call.getCallTargetName().starts_with("SPMD"))
      result = convertResults(op);
    if (failed(result))
      return failure();
  }
  return success();
}

namespace {
struct LegacyShardingsPass
    : impl::LegacyShardingsPassBase<LegacyShardingsPass> {
  void runOnOperation() override {
    if (failed(LegacyReader(getOperation()).run()))
      signalPassFailure();
  }
};
} // namespace

} // namespace plait::import_
