//===- SdyAttrs.cpp - What must hold of attributes by themselves ----------===//

#include "plait/dialects/input/sdy/Sdy.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"

#include "Axes.h"

using namespace mlir;
using namespace plait::sdy;

#include "plait/dialects/input/sdy/SdyEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "plait/dialects/input/sdy/SdyAttrs.cpp.inc"

using EmitError = llvm::function_ref<InFlightDiagnostic()>;

void SdyDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "plait/dialects/input/sdy/SdyAttrs.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Mesh
//===----------------------------------------------------------------------===//

int64_t MeshAttr::getDeviceCount() const {
  int64_t count = 1;
  for (MeshAxisAttr axis : getAxes())
    count *= axis.getSize();
  return count;
}

std::optional<int64_t> MeshAttr::getAxisIndex(StringRef name) const {
  for (auto [index, axis] : llvm::enumerate(getAxes()))
    if (axis.getName() == name)
      return index;
  return std::nullopt;
}

std::optional<int64_t> MeshAttr::getAxisSize(StringRef name) const {
  std::optional<int64_t> index = getAxisIndex(name);
  if (!index)
    return std::nullopt;
  return getAxes()[*index].getSize();
}

/// As many as plait.mesh takes (lib/sharding/CheckSharding.cpp).
static constexpr int64_t kMaxDevices = 65536;

static LogicalResult verifyAxes(EmitError emitError,
                                ArrayRef<MeshAxisAttr> axes, int64_t &count) {
  llvm::StringSet<> names;
  count = 1;
  for (MeshAxisAttr axis : axes) {
    if (axis.getSize() < 1) // mesh_c1
      return emitError() << "the size of axis \"" << axis.getName()
                         << "\" must be at least 1, got: " << axis.getSize();
    if (!names.insert(axis.getName()).second) // mesh_c2
      return emitError() << "the axes of a mesh must have different names, "
                            "got: \""
                         << axis.getName() << "\" twice";
    if (axis.getSize() > kMaxDevices / count) // mesh_c3
      return emitError() << "a mesh must have at most " << kMaxDevices
                         << " devices, got: " << count << " x "
                         << axis.getSize();
    count *= axis.getSize();
  }
  return success();
}

LogicalResult MeshAttr::verify(EmitError emitError, ArrayRef<MeshAxisAttr> axes,
                               ArrayRef<int64_t> deviceIds) {
  int64_t count;
  if (failed(verifyAxes(emitError, axes, count)))
    return failure();
  if (deviceIds.empty())
    return success();
  if (static_cast<int64_t>(deviceIds.size()) != count) // mesh_c4
    return emitError() << "'device_ids' must list the " << count
                       << " devices of the mesh, got: " << deviceIds.size()
                       << " devices";
  if (axes.empty()) {
    if (deviceIds.front() < 0)
      return emitError() << "the device of a mesh without axes must be at "
                            "least 0, got: "
                         << deviceIds.front();
    return success();
  }
  llvm::BitVector seen(count);
  for (int64_t id : deviceIds) {
    if (id < 0 || id >= count)
      return emitError() << "'device_ids' must be in [0, " << count
                         << "), got: " << id;
    if (seen.test(id))
      return emitError() << "'device_ids' must name each device once, got: "
                         << id << " twice";
    seen.set(id);
  }
  if (llvm::is_sorted(deviceIds))
    return emitError() << "'device_ids' must be left out where devices stand "
                          "in order, got: all in order";
  return success();
}

//===----------------------------------------------------------------------===//
// Axes
//===----------------------------------------------------------------------===//

LogicalResult AxisRefAttr::verify(EmitError emitError, StringRef name,
                                  int64_t preSize, int64_t subSize) {
  if (subSize == 0 && preSize == 1)
    return success();
  if (subSize < 2) // axis_ref_c1
    return emitError() << "the size of sub-axis of \"" << name
                       << "\" must be at least 2, got: " << subSize;
  if (preSize < 1) // axis_ref_c2
    return emitError() << "the pre-size of sub-axis of \"" << name
                       << "\" must be at least 1, got: " << preSize;
  if (preSize > kMaxDevices || subSize > kMaxDevices) // axis_ref_c3
    return emitError() << "the sizes of sub-axis of \"" << name
                       << "\" must be at most " << kMaxDevices
                       << ", got: " << preSize << " and " << subSize;
  return success();
}

int64_t AxisRefAttr::getSize(MeshAttr mesh) const {
  return isSubAxis() ? getSubSize() : mesh.getAxisSize(getName()).value_or(1);
}

//===----------------------------------------------------------------------===//
// Shardings
//===----------------------------------------------------------------------===//

MeshAttr TensorShardingAttr::getMeshAt(Operation *op) const {
  if (auto mesh = dyn_cast<MeshAttr>(getMesh()))
    return mesh;
  auto mesh = SymbolTable::lookupNearestSymbolFrom<MeshOp>(op, getMeshSymbol());
  return mesh ? mesh.getMesh() : MeshAttr();
}

void TensorShardingAttr::forEachAxis(
    llvm::function_ref<void(AxisRefAttr)> fn) const {
  for (DimensionShardingAttr dim : getDimShardings())
    llvm::for_each(dim.getAxes(), fn);
  llvm::for_each(getReplicatedAxes(), fn);
  llvm::for_each(getUnreducedAxes(), fn);
}

LogicalResult TensorShardingAttr::verify(EmitError emitError, Attribute mesh,
                                         ArrayRef<DimensionShardingAttr> dims,
                                         ArrayRef<AxisRefAttr> replicated,
                                         ArrayRef<AxisRefAttr> unreduced,
                                         ReductionKind) {
  if (!isa<FlatSymbolRefAttr, MeshAttr>(mesh)) // sharding_c1
    return emitError() << "the mesh must be a symbol or a mesh, got: " << mesh;
  SmallVector<AxisRefAttr> axes;
  for (auto [index, dim] : llvm::enumerate(dims)) {
    if (dim.getIsClosed() && dim.getAxes().empty() &&
        dim.getPriority()) // sharding_c3
      return emitError() << "dimension " << index
                         << " must have axes or be open to have a priority, "
                            "got: {}p"
                         << *dim.getPriority();
    llvm::append_range(axes, dim.getAxes());
  }
  llvm::append_range(axes, replicated);
  llvm::append_range(axes, unreduced);
  return verifyNoOverlap(axes, emitError); // sharding_c2
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

/// Marks the factors that `mappings` use, each at most once per tensor.
static LogicalResult markUsed(EmitError emitError,
                              ArrayRef<TensorMappingAttr> mappings,
                              llvm::BitVector &used) {
  for (TensorMappingAttr mapping : mappings) {
    llvm::BitVector here(used.size());
    for (DimMappingAttr dim : mapping.getDims()) {
      for (int64_t factor : dim.getFactors()) {
        if (factor < 0 || factor >= static_cast<int64_t>(used.size()))
          return emitError()
                 << "each factor must have a size, got: " << factorName(factor)
                 << " without"; // c1
        if (here.test(factor))  // op_sharding_rule_c3
          return emitError() << "a tensor must use a factor at most once, got: "
                             << factorName(factor) << " twice";
        here.set(factor);
      }
    }
    used |= here;
  }
  return success();
}

/// Checks that a list of factors increases and stays within the factors.
static LogicalResult verifyList(EmitError emitError, ArrayRef<int64_t> list,
                                llvm::BitVector &taken) {
  int64_t last = -1;
  for (int64_t factor : list) {
    if (factor >= static_cast<int64_t>(taken.size())) // op_sharding_rule_c1
      return emitError() << "each factor must have a size, got: "
                         << factorName(factor) << " without";
    if (factor <= last) // op_sharding_rule_c4
      return emitError() << "a list of factors must increase, got: "
                         << factorName(factor) << " after " << factorName(last);
    if (taken.test(factor))
      return emitError() << "a factor must be of one kind, got: "
                         << factorName(factor) << " in two lists";
    taken.set(factor);
    last = factor;
  }
  return success();
}

LogicalResult OpShardingRuleAttr::verify(
    EmitError emitError, ArrayRef<int64_t> factorSizes,
    ArrayRef<TensorMappingAttr> operands, ArrayRef<TensorMappingAttr> results,
    ArrayRef<int64_t> reduction, ArrayRef<int64_t> needReplication,
    ArrayRef<int64_t> permutation, ArrayRef<int64_t> blocked, bool) {
  for (auto [factor, size] : llvm::enumerate(factorSizes))
    if (size < 1) // op_sharding_rule_c1
      return emitError() << "the size of factor " << factorName(factor)
                         << " must be at least 1, got: " << size;
  llvm::BitVector used(factorSizes.size());
  if (failed(markUsed(emitError, operands, used)) ||
      failed(markUsed(emitError, results, used)))
    return failure();
  if (!used.all()) // op_sharding_rule_c2
    return emitError() << "each factor must be used by a dimension, got: "
                       << factorName(used.find_first_unset()) << " unused";
  llvm::BitVector taken(factorSizes.size()), blockedOnly(factorSizes.size());
  if (failed(verifyList(emitError, reduction, taken)) ||
      failed(verifyList(emitError, needReplication, taken)) ||
      failed(verifyList(emitError, permutation, taken)))
    return failure();
  return verifyList(emitError, blocked, blockedOnly);
}
