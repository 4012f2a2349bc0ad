//===- Manifest.cpp - What a program says about itself --------------------===//

#include "Manifest.h"

#include "plait/analysis/Collectives.h"
#include "plait/analysis/Ports.h"
#include "plait/dialects/coll/Coll.h"
#include "plait/dialects/plait/NodeAxes.h"
#include "plait/runtime/abi.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace plait;
namespace json = llvm::json;

static json::Array numbers(ArrayRef<int64_t> values) {
  json::Array array;
  for (int64_t value : values)
    array.push_back(value);
  return array;
}

/// Per dimension the (sub-)axes that cut it, major first.
static json::Array dimAxes(RankedTensorType type,
                           std::optional<Sharding> lies) {
  json::Array dims;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    json::Array refs;
    if (lies)
      for (AxisRef ref : lies->dims[dim].axes)
        refs.push_back(json::Object{
            {"axis", ref.axis}, {"pre", ref.pre}, {"size", ref.size}});
    dims.push_back(std::move(refs));
  }
  return dims;
}

static int64_t bytesOf(RankedTensorType type) {
  return type.getNumElements() * coll::elementBytes(type.getElementType());
}

/// One argument or result.
static FailureOr<json::Object> describe(cpu::InterfaceOp interface,
                                        DictionaryAttr entry, MeshOp mesh) {
  auto name = entry.getAs<StringAttr>("name");
  auto localAttr = entry.getAs<TypeAttr>("local");
  auto globalAttr = entry.getAs<TypeAttr>("global");
  auto local = localAttr ? dyn_cast<RankedTensorType>(localAttr.getValue())
                         : RankedTensorType();
  auto global = globalAttr ? dyn_cast<RankedTensorType>(globalAttr.getValue())
                           : RankedTensorType();
  if (!name || !local || !global)
    return interface.emitOpError(
               "entries must have a name, a local and a global type, got: ")
           << entry;
  auto dtype = entry.getAs<StringAttr>("dtype");
  std::string numpy = dtype ? dtype.str() : numpyName(global.getElementType());
  if (numpy.empty())
    return interface.emitOpError("'")
           << name.getValue() << "' must have an element type of NumPy, got: "
           << global.getElementType();
  std::optional<Sharding> lies;
  auto sharding = entry.getAs<ShardingAttr>("sharding");
  if (sharding && mesh)
    lies = sharding.toValue(mesh.getValue()).closed(mesh.getValue());
  json::Object object{
      {"name", name.getValue()},
      {"shape", numbers(global.getShape())},
      {"dtype", numpy},
      {"local_shape", numbers(local.getShape())},
      {"dims", dimAxes(global, lies)},
      {"sharding", (lies ? *lies : Sharding::replicatedOf(global.getRank()))
                       .str(mesh ? mesh.getValue() : Mesh())}};
  auto state = entry.getAs<StateAttr>("state");
  object["state"] = str(state ? state.getKind() : StateKind::None);
  return object;
}

static json::Value describeSite(const CollectiveSite &site) {
  json::Array axes(site.axes);
  return json::Object{
      {"site", site.site},
      {"kind", site.kind},
      {"axes", std::move(axes)},
      {"group_size", site.groupSize},
      {"bytes_per_device", site.bytesPerDevice},
      {"count", site.count ? json::Value(*site.count) : json::Value(nullptr)},
      {"reason", site.reason},
      {"origin", site.origin},
      {"location", site.location}};
}

static json::Object describeMesh(MeshOp op) {
  json::Array axes, ids;
  if (op) {
    Mesh mesh = op.getValue();
    for (const MeshAxis &axis : mesh.axes)
      axes.push_back(json::Object{{"name", axis.name}, {"size", axis.size}});
    ids = numbers(mesh.deviceIds);
  }
  json::Object object{{"name", op ? op.getSymName() : ""},
                      {"axes", std::move(axes)},
                      {"device_ids", std::move(ids)}};
  if (std::vector<std::string> names = nodeAxesOf(op); !names.empty())
    object["node_axes"] = json::Array(names);
  return object;
}

/// Fills `list` with the entries of `array`; gives their bytes.
static FailureOr<int64_t> describeAll(cpu::InterfaceOp interface,
                                      ArrayAttr array, MeshOp mesh,
                                      json::Array &list) {
  int64_t bytes = 0;
  for (Attribute attribute : array) {
    auto entry = dyn_cast<DictionaryAttr>(attribute);
    if (!entry)
      return interface.emitOpError("entries must be dictionaries, got: ")
             << attribute;
    FailureOr<json::Object> object = describe(interface, entry, mesh);
    if (failed(object))
      return failure();
    bytes += bytesOf(
        cast<RankedTensorType>(entry.getAs<TypeAttr>("local").getValue()));
    list.push_back(std::move(*object));
  }
  return bytes;
}

FailureOr<std::string> lower::writeManifest(ModuleOp module,
                                            cpu::InterfaceOp interface,
                                            int64_t arenaBytes) {
  MeshOp mesh = onlyMesh(module);
  json::Array arguments, results, collectives;
  FailureOr<int64_t> argumentBytes =
      describeAll(interface, interface.getArguments(), mesh, arguments);
  FailureOr<int64_t> resultBytes =
      describeAll(interface, interface.getResults(), mesh, results);
  if (failed(argumentBytes) || failed(resultBytes))
    return failure();
  for (json::Value &result : results)
    (*result.getAsObject())["alias"] = -1;
  for (auto [index, entry] : llvm::enumerate(interface.getArguments()))
    if (auto alias = cast<DictionaryAttr>(entry).getAs<IntegerAttr>("alias")) {
      (*results[alias.getInt()].getAsObject())["alias"] = index;
      // A donated argument's buffer is the result's: counted once.
      auto local = cast<RankedTensorType>(
          cast<DictionaryAttr>(entry).getAs<TypeAttr>("local").getValue());
      *resultBytes -= bytesOf(local);
    }
  for (const CollectiveSite &site : listCollectives(module))
    collectives.push_back(describeSite(site));
  StringRef name = module.getSymName().value_or("main");
  json::Object manifest{{"schema", PLAIT_MANIFEST_SCHEMA},
                        {"program", 0},
                        {"name", name},
                        {"mesh", describeMesh(mesh)},
                        {"arguments", std::move(arguments)},
                        {"results", std::move(results)},
                        {"memory", json::Object{{"arena", arenaBytes},
                                                {"arguments", *argumentBytes},
                                                {"results", *resultBytes}}},
                        {"collectives", std::move(collectives)}};
  auto text = [&]() {
    std::string out;
    llvm::raw_string_ostream(out) << json::Value(json::Object(manifest));
    return out;
  };
  std::string hash = llvm::utohexstr(llvm::xxh3_64bits(text()), true, 16);
  manifest["hash"] = hash;
  return text();
}
