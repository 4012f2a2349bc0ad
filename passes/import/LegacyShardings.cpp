//===- LegacyShardings.cpp - Sharding strings of GSPMD --------------------===//
//
// JAX without Shardy writes shardings as strings, `mhlo.sharding`, without a
// mesh. Where the module has none, one axis "devices" of as many devices as the
// strings name is made, and a string becomes parts of that axis:
//
//   "{devices=[4,1,2]<=[8] last_tile_dim_replicate}" on a matrix is
//   <@mesh, [{"devices":(1)4}, {}]>
//
//===----------------------------------------------------------------------===//
#include "CoreOps.h"
#include "Shardings.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "plait/dialects/input/sdy/MhloSharding.h"
#include "plait/dialects/input/stablehlo/Stablehlo.h"

using namespace mlir;

namespace plait::import_ {

/// Calls `fn` on every sharding string of the module.
static void forEachString(ModuleOp module,
                          llvm::function_ref<void(StringRef)> fn) {
  auto visit = [&](Attribute attribute) {
    if (auto text = dyn_cast_or_null<StringAttr>(attribute))
      fn(text.getValue());
  };
  module.walk([&](Operation *op) {
    visit(op->getAttr(kLegacyShardingAttr));
    auto function = dyn_cast<func::FuncOp>(op);
    if (!function)
      return;
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      visit(function.getArgAttr(i, kLegacyShardingAttr));
    for (unsigned i = 0; i < function.getNumResults(); ++i)
      visit(function.getResultAttr(i, kLegacyShardingAttr));
  });
}

MeshOp Shardings::legacyMesh() {
  if (MeshOp only = onlyMesh(module))
    return only;
  if (!module.getOps<MeshOp>().empty())
    return {};
  int64_t devices = 0;
  forEachString(module, [&](StringRef text) {
    llvm::Expected<sdy::MhloSharding> sharding = sdy::parseMhloSharding(text);
    if (sharding)
      devices = std::max<int64_t>(devices, sharding->devices.size());
    else
      llvm::consumeError(sharding.takeError());
  });
  if (devices < 2)
    return {};
  create("mesh", MeshAxisAttr::get(module.getContext(), "devices", devices),
         ArrayRef<int64_t>(), module.getLoc());
  return onlyMesh(module);
}

/// The parts of axes in Plait's terms.
static SmallVector<AxisRefAttr> axesOf(ArrayRef<sdy::MhloAxisPart> parts,
                                       const Mesh &mesh, MLIRContext *context) {
  SmallVector<AxisRefAttr> axes;
  for (const sdy::MhloAxisPart &part : parts) {
    const MeshAxis &axis = mesh.axes[part.axis];
    bool whole = part.size == axis.size;
    axes.push_back(AxisRefAttr::get(
        context, axis.name, whole ? 1 : part.preSize, whole ? 0 : part.size));
  }
  return axes;
}

FailureOr<ShardingAttr> Shardings::convertLegacy(StringRef text, int64_t rank,
                                                 Location loc,
                                                 ArrayRef<int64_t> openDims) {
  using Kind = sdy::MhloSharding::Kind;
  llvm::Expected<sdy::MhloSharding> sharding = sdy::parseMhloSharding(text);
  if (!sharding)
    return emitError(loc, "'mhlo.sharding' must be a sharding, got: \"")
           << text << "\": " << llvm::toString(sharding.takeError());
  if (sharding->kind == Kind::Unknown || sharding->kind == Kind::Maximal)
    return ShardingAttr();
  MeshOp op = legacyMesh();
  if (!op)
    return ShardingAttr();
  Mesh mesh = op.getValue();
  SmallVector<int64_t> sizes;
  for (const MeshAxis &axis : mesh.axes)
    sizes.push_back(axis.size);
  llvm::Expected<sdy::MhloAxes> axes =
      sdy::toMeshAxes(*sharding, rank, sizes, mesh.deviceIds);
  if (!axes)
    return emitError(loc, "'mhlo.sharding' must be along axes of the mesh, "
                          "got: \"")
           << text << "\": " << llvm::toString(axes.takeError());
  if (!axes->manual.empty())
    return emitError(loc, "'mhlo.sharding' must not be manual, got: \"")
           << text << "\"";
  MLIRContext *context = module.getContext();
  SmallVector<DimShardingAttr> dims;
  for (int64_t dim = 0; dim < rank; ++dim) {
    bool open = axes->isOpen || llvm::is_contained(openDims, dim);
    dims.push_back(DimShardingAttr::get(
        context, axesOf(axes->dims[dim], mesh, context), open, -1));
  }
  SmallVector<PartialAxisAttr> partial;
  for (AxisRefAttr axis : axesOf(axes->unreduced, mesh, context))
    partial.push_back(PartialAxisAttr::get(context, axis, Combiner::Sum));
  return ShardingAttr::get(context, FlatSymbolRefAttr::get(op.getSymNameAttr()),
                           dims, ArrayRef<AxisRefAttr>(), partial);
}

/// The list in `unspecified_dims=[0,2]`.
static SmallVector<int64_t> unspecifiedDims(Attribute config) {
  SmallVector<int64_t> dims;
  auto text = dyn_cast_or_null<StringAttr>(config);
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

LogicalResult convertShardingCall(stablehlo::CustomCallOp op, Converter &c) {
  auto text = op->getAttrOfType<StringAttr>(kLegacyShardingAttr);
  if (op.getInputs().size() != 1 || op->getNumResults() != 1 ||
      op.getInputs()[0].getType() != op.getResult(0).getType())
    return op.emitOpError("must annotate one value, got: ")
           << op.getInputs().getTypes();
  Value value = c.lookup(op.getInputs()[0]);
  auto type = cast<RankedTensorType>(value.getType());
  FailureOr<ShardingAttr> sharding = ShardingAttr();
  if (text)
    sharding =
        c.shardings.convertLegacy(text.getValue(), type.getRank(), op.getLoc(),
                                  unspecifiedDims(op.getBackendConfigAttr()));
  if (failed(sharding))
    return failure();
  if (*sharding)
    value = ConstraintOp::create(c.b, op.getLoc(), type, value, *sharding);
  c.map(op.getResult(0), value);
  return success();
}

} // namespace plait::import_
