//===- PlaitAttrs.cpp - Verifiers and conversions to values ---------------===//

#include "plait/dialects/plait/Plait.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace plait;

//===----------------------------------------------------------------------===//
// States
//===----------------------------------------------------------------------===//

static constexpr StringLiteral kStateNames[] = {
    "parameter", "optimizer", "gradient", "activation",
    "batch",     "cache",     "step",     "none"};

StringRef plait::str(StateKind kind) {
  return kStateNames[static_cast<int>(kind)];
}

std::optional<StateKind> plait::parseStateKind(StringRef text) {
  for (auto [index, name] : llvm::enumerate(kStateNames))
    if (name == text)
      return static_cast<StateKind>(index);
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Axes
//===----------------------------------------------------------------------===//

/// `axis` on `mesh`, where it must exist.
static AxisRef toValue(AxisRefAttr axis, const Mesh &mesh) {
  int index = mesh.find(axis.getName());
  if (index < 0)
    return AxisRef{0, 1, 1};
  return axis.isWhole() ? mesh.whole(index)
                        : AxisRef{index, axis.getPre(), axis.getSize()};
}

static AxisRefAttr toAttr(MLIRContext *context, const Mesh &mesh,
                          AxisRef axis) {
  StringRef name = mesh.axes[axis.axis].name;
  bool whole = axis.pre == 1 && axis.size == mesh.axes[axis.axis].size;
  return AxisRefAttr::get(context, name, whole ? 1 : axis.pre,
                          whole ? 0 : axis.size);
}

LogicalResult
AxisRefAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                    StringRef name, int64_t pre, int64_t size) {
  if (name.empty())
    return emitError() << "the name of an axis must not be empty";
  if (size != 0 && (pre < 1 || size < 2)) // sharding_c2
    return emitError() << "a sub-axis must have pre >= 1 and size >= 2, got: ("
                       << pre << ")" << size;
  return success();
}

/// Whether two references to axes of one name can share a digit. A whole axis
/// shares with everything.
static bool overlap(AxisRefAttr a, AxisRefAttr b) {
  if (a.getName() != b.getName())
    return false;
  if (a.isWhole() || b.isWhole())
    return true;
  return a.getPre() < b.getPre() * b.getSize() &&
         b.getPre() < a.getPre() * a.getSize();
}

static LogicalResult verifyDisjoint(function_ref<InFlightDiagnostic()> emitError,
                                    ArrayRef<AxisRefAttr> axes) {
  llvm::StringMap<SmallVector<AxisRefAttr, 1>> seen;
  for (AxisRefAttr axis : axes) {
    for (AxisRefAttr other : seen[axis.getName()])
      if (overlap(axis, other)) // sharding_c1
        return emitError() << "axis \"" << axis.getName()
                           << "\" must be used once, got: " << other << " and "
                           << axis;
    seen[axis.getName()].push_back(axis);
  }
  return success();
}

LogicalResult AxesAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               FlatSymbolRefAttr mesh,
                               ArrayRef<AxisRefAttr> axes) {
  return verifyDisjoint(emitError, axes);
}

SmallVector<AxisRef, 2> AxesAttr::toValue(const Mesh &mesh) const {
  return llvm::map_to_vector<2>(
      getAxes(), [&](AxisRefAttr axis) { return ::toValue(axis, mesh); });
}

AxesAttr AxesAttr::get(FlatSymbolRefAttr symbol, const Mesh &mesh,
                       ArrayRef<AxisRef> axes) {
  MLIRContext *context = symbol.getContext();
  SmallVector<AxisRefAttr> attrs = llvm::map_to_vector(
      axes, [&](AxisRef axis) { return toAttr(context, mesh, axis); });
  return get(context, symbol, attrs);
}

//===----------------------------------------------------------------------===//
// Shardings
//===----------------------------------------------------------------------===//

LogicalResult ShardingAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   FlatSymbolRefAttr mesh,
                                   ArrayRef<DimShardingAttr> dims,
                                   ArrayRef<AxisRefAttr> replicated,
                                   ArrayRef<PartialAxisAttr> partial) {
  SmallVector<AxisRefAttr> axes(replicated);
  for (DimShardingAttr dim : dims)
    llvm::append_range(axes, dim.getAxes());
  for (PartialAxisAttr axis : partial)
    axes.push_back(axis.getAxis());
  return verifyDisjoint(emitError, axes);
}

LogicalResult ShardingAttr::verifyEncoding(
    ArrayRef<int64_t> shape, Type elementType,
    function_ref<InFlightDiagnostic()> emitError) const {
  if (shape.size() != getDims().size()) // sharding_c3
    return emitError() << "a sharding must have one entry per dimension of the "
                          "tensor ("
                       << shape.size() << "), got: " << getDims().size();
  for (PartialAxisAttr axis : getPartial()) {
    Combiner combiner = axis.getCombiner();
    bool bitwise = combiner == Combiner::And || combiner == Combiner::Or ||
                   combiner == Combiner::Xor;
    if (bitwise && !elementType.isIntOrIndex()) // sharding_c4
      return emitError() << "'" << str(combiner)
                         << "' must combine integers, got: " << elementType;
  }
  return success();
}

Sharding ShardingAttr::toValue(const Mesh &mesh) const {
  Sharding sharding;
  for (DimShardingAttr dim : getDims()) {
    DimSharding &value = sharding.dims.emplace_back();
    for (AxisRefAttr axis : dim.getAxes())
      value.axes.push_back(::toValue(axis, mesh));
    value.open = dim.getOpen();
    if (dim.getPriority() >= 0)
      value.priority = dim.getPriority();
  }
  for (AxisRefAttr axis : getReplicated())
    sharding.replicated.push_back(::toValue(axis, mesh));
  for (PartialAxisAttr axis : getPartial())
    sharding.partial.push_back(
        {::toValue(axis.getAxis(), mesh), axis.getCombiner()});
  return sharding;
}

ShardingAttr ShardingAttr::get(FlatSymbolRefAttr symbol, const Mesh &mesh,
                               const Sharding &sharding) {
  MLIRContext *context = symbol.getContext();
  auto axis = [&](AxisRef ref) { return toAttr(context, mesh, ref); };
  SmallVector<DimShardingAttr> dims;
  for (const DimSharding &dim : sharding.dims)
    dims.push_back(DimShardingAttr::get(
        context, llvm::map_to_vector(dim.axes, axis), dim.open,
        dim.priority.value_or(-1)));
  SmallVector<PartialAxisAttr> partial;
  for (const PartialAxis &part : sharding.partial)
    partial.push_back(
        PartialAxisAttr::get(context, axis(part.axis), part.combiner));
  return get(context, symbol, dims,
             llvm::map_to_vector(sharding.replicated, axis), partial);
}

//===----------------------------------------------------------------------===//
// Meshes
//===----------------------------------------------------------------------===//

static Mesh makeMesh(ArrayRef<MeshAxisAttr> axes, ArrayRef<int64_t> deviceIds) {
  Mesh mesh;
  for (MeshAxisAttr axis : axes)
    mesh.axes.push_back({axis.getName().str(), axis.getSize()});
  mesh.deviceIds.assign(deviceIds.begin(), deviceIds.end());
  return mesh;
}

LogicalResult MeshAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<MeshAxisAttr> axes,
                               ArrayRef<int64_t> deviceIds) {
  if (std::optional<std::string> fault = check(makeMesh(axes, deviceIds)))
    return emitError() << *fault; // mesh_c1 to mesh_c3
  return success();
}

Mesh MeshAttr::toValue() const { return makeMesh(getAxes(), getDeviceIds()); }

MeshAttr MeshAttr::get(MLIRContext *context, const Mesh &mesh) {
  SmallVector<MeshAxisAttr> axes;
  for (const MeshAxis &axis : mesh.axes)
    axes.push_back(MeshAxisAttr::get(context, axis.name, axis.size));
  return get(context, axes, mesh.deviceIds);
}
