//===- Ports.cpp - Arguments and results of a program ---------------------===//

#include "plait/analysis/Ports.h"

#include "plait/dialects/coll/Coll.h"

using namespace mlir;
using namespace plait;

std::string plait::numpyName(Type type) {
  if (type.isBF16())
    return "bfloat16";
  if (isa<Float16Type, Float32Type, Float64Type>(type))
    return "float" + std::to_string(type.getIntOrFloatBitWidth());
  if (type.isInteger(1))
    return "bool";
  if (auto integer = dyn_cast<IntegerType>(type))
    if (llvm::is_contained({8u, 16u, 32u, 64u}, integer.getWidth()))
      return (integer.isUnsigned() ? "uint" : "int") +
             std::to_string(integer.getWidth());
  if (auto complex = dyn_cast<ComplexType>(type)) {
    if (complex.getElementType().isF32())
      return "complex64";
    if (complex.getElementType().isF64())
      return "complex128";
  }
  return {};
}

/// How it lies: closed. Axes of size 1 stay, since the user wrote them.
static Sharding asStored(Sharding sharding) {
  for (DimSharding &dim : sharding.dims) {
    dim.open = false;
    dim.priority.reset();
  }
  sharding.replicated.clear();
  return sharding;
}

/// One argument or result with attributes `attributes` and (local) type `type`.
static Port describe(DictionaryAttr attributes, ShapedType type,
                     const Mesh &mesh, const std::string &fallbackName) {
  Port port;
  auto get = [&](StringRef name) {
    return attributes ? attributes.get(name) : Attribute();
  };
  auto name = dyn_cast_or_null<StringAttr>(get(kNameAttr));
  port.name = name ? name.str() : fallbackName;
  auto global = dyn_cast_or_null<TypeAttr>(get(kGlobalAttr));
  auto whole = global ? cast<ShapedType>(global.getValue()) : type;
  port.shape.assign(whole.getShape().begin(), whole.getShape().end());
  auto dtype = dyn_cast_or_null<StringAttr>(get(kDtypeAttr));
  port.dtype = dtype ? dtype.str() : numpyName(whole.getElementType());
  auto sharding = dyn_cast_or_null<ShardingAttr>(get(kShardingAttr));
  port.sharding = sharding ? asStored(sharding.toValue(mesh))
                           : Sharding::replicatedOf(whole.getRank());
  port.localShape = localShape(port.shape, port.sharding);
  if (auto state = dyn_cast_or_null<StateAttr>(get(kStateAttr)))
    port.state = str(state.getKind()).str();
  if (auto gradient = dyn_cast_or_null<DictionaryAttr>(get(kGradientAttr)))
    if (auto location = gradient.getAs<StringAttr>("location"))
      port.gradient = location.str();
  if (auto alias = dyn_cast_or_null<IntegerAttr>(get(kAliasAttr)))
    port.alias = alias.getInt();
  port.localBytes = ShapedType::getNumElements(port.localShape) *
                    coll::elementBytes(whole.getElementType());
  return port;
}

Ports plait::portsOf(func::FuncOp main) {
  Ports ports;
  if (MeshOp mesh = onlyMesh(main->getParentOfType<ModuleOp>())) {
    ports.mesh = mesh.getValue();
    ports.meshName = mesh.getSymName().str();
  }
  for (auto [index, type] : llvm::enumerate(main.getArgumentTypes())) {
    DictionaryAttr attributes = main.getArgAttrDict(index);
    auto shaped = dyn_cast<ShapedType>(type);
    if (shaped && attributes && attributes.get(kNameAttr))
      ports.arguments.push_back(describe(attributes, shaped, ports.mesh,
                                         "arg" + std::to_string(index)));
  }
  for (auto [index, type] : llvm::enumerate(main.getResultTypes()))
    if (auto shaped = dyn_cast<ShapedType>(type))
      ports.results.push_back(describe(main.getResultAttrDict(index), shaped,
                                       ports.mesh,
                                       "result" + std::to_string(index)));
  for (auto [index, argument] : llvm::enumerate(ports.arguments))
    if (argument.alias >= 0 &&
        argument.alias < static_cast<int64_t>(ports.results.size()))
      ports.results[argument.alias].alias = index;
  return ports;
}
