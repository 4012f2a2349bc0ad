//===- WriteSpecs.cpp - Shardings of main as JAX or PyTorch files ---------===//
#include "plait/interop/WriteSpecs.h"
#include "PythonText.h"

#include "mlir/IR/Diagnostics.h"
#include "plait/analysis/FindValues.h"
#include "plait/analysis/Ports.h"
#include "plait/interop/JaxSpec.h"
#include "plait/interop/TorchPlacements.h"

using namespace mlir;
namespace json = llvm::json;

namespace plait::interop {

namespace {
/// One argument or result.
struct Entry {
  std::string name, python;
  json::Object json;
};

/// What is written, whatever the framework and the format.
struct Specs {
  Mesh mesh;
  std::vector<Entry> arguments, results;
};
} // namespace

//===----------------------------------------------------------------------===//
// Of one argument or result
//===----------------------------------------------------------------------===//

static llvm::Error describe(const Mesh &mesh, const Port &port,
                            Framework framework, Entry &entry) {
  if (framework == Framework::Jax) {
    auto spec = toJaxSpec(mesh, port.sharding, port.shape);
    if (!spec)
      return spec.takeError();
    entry.python = toPython(*spec);
    entry.json["spec"] = toJson(*spec);
    if (!spec->unreduced.empty())
      entry.json["unreduced"] = json::Array(spec->unreduced);
    return llvm::Error::success();
  }
  auto placements = toTorchPlacements(mesh, port.sharding, port.shape);
  if (!placements)
    return placements.takeError();
  json::Array list;
  std::vector<std::string> texts;
  for (const TorchPlacement &placement : *placements) {
    list.push_back(toJson(placement));
    texts.push_back(toPython(placement));
  }
  entry.json["placements"] = std::move(list);
  entry.python = "[" + llvm::join(texts, ", ") + "]";
  return llvm::Error::success();
}

static FailureOr<Entry> entryOf(const Mesh &mesh, const Port &port,
                                Framework framework, Location location,
                                llvm::StringRef what) {
  Entry entry;
  entry.name = port.name;
  entry.json = json::Object{{"name", port.name},
                            {"shape", json::Array(port.shape)},
                            {"dtype", port.dtype}};
  if (llvm::Error error = describe(mesh, port, framework, entry))
    return emitError(location) << what << " '" << port.name << "', sharded "
                               << port.sharding.str(mesh) << ": "
                               << llvm::toString(std::move(error));
  return entry;
}

static FailureOr<Specs> specsOf(func::FuncOp main, Framework framework) {
  Ports ports = portsOf(main);
  if (ports.mesh.axes.empty())
    return main.emitError("the program must have a mesh, its own or that of "
                          "--mesh, for shardings to be written");
  Specs specs;
  specs.mesh = ports.mesh;
  for (auto [i, port] : llvm::enumerate(ports.arguments)) {
    auto entry = entryOf(specs.mesh, port, framework,
                         main.getArgument(i).getLoc(), "argument");
    if (failed(entry))
      return failure();
    specs.arguments.push_back(std::move(*entry));
  }
  Operation *terminator = main.getBody().front().getTerminator();
  for (auto [i, port] : llvm::enumerate(ports.results)) {
    auto entry = entryOf(specs.mesh, port, framework,
                         terminator->getOperand(i).getLoc(), "result");
    if (failed(entry))
      return failure();
    specs.results.push_back(std::move(*entry));
  }
  return specs;
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

/// Ranks in the mesh's shape: [[0, 1], [2, 3]].
static json::Value ranksOf(const Mesh &mesh, size_t axis, int64_t &place) {
  if (axis == mesh.axes.size()) {
    int64_t own = place++;
    return mesh.deviceIds.empty() ? own : mesh.deviceIds[own];
  }
  json::Array part;
  for (int64_t i = 0; i < mesh.axes[axis].size; ++i)
    part.push_back(ranksOf(mesh, axis + 1, place));
  return part;
}

static json::Value ranksOf(const Mesh &mesh) {
  int64_t place = 0;
  return ranksOf(mesh, 0, place);
}

static json::Object meshJson(const Mesh &mesh, Framework framework) {
  json::Array names, sizes;
  for (const MeshAxis &axis : mesh.axes) {
    names.push_back(axis.name);
    sizes.push_back(axis.size);
  }
  if (framework == Framework::Torch)
    return json::Object{{"mesh_dim_names", std::move(names)},
                        {"mesh", ranksOf(mesh)}};
  return json::Object{{"axis_names", std::move(names)},
                      {"axis_sizes", std::move(sizes)},
                      {"device_ids", json::Array(mesh.deviceIds)}};
}

static void writeJson(Specs &specs, Framework framework,
                      llvm::raw_ostream &out) {
  auto list = [](std::vector<Entry> &entries) {
    json::Array array;
    for (Entry &entry : entries)
      array.push_back(std::move(entry.json));
    return array;
  };
  json::Object file{
      {"framework", framework == Framework::Jax ? "jax" : "torch"},
      {"mesh", meshJson(specs.mesh, framework)},
      {"arguments", list(specs.arguments)},
      {"results", list(specs.results)}};
  out << llvm::formatv("{0:2}\n", json::Value(std::move(file)));
}

//===----------------------------------------------------------------------===//
// Python
//===----------------------------------------------------------------------===//

static void writeDict(llvm::StringRef name, const std::vector<Entry> &entries,
                      llvm::raw_ostream &out) {
  out << name << " = {\n";
  for (const Entry &entry : entries)
    out << "    " << pythonString(entry.name) << ": " << entry.python << ",\n";
  out << "}\n";
}

static constexpr char kJaxHead[] =
    R"py("""Shardings of main's arguments and results, found by Plait.

    mesh = make_mesh()
    step = jax.jit(f, in_shardings=..., out_shardings=...)

What jax.jit wants are trees like the arguments and results of f: with their
tree definition, `jax.tree.unflatten(tree, shardings(mesh, ARGUMENTS))`.
"""
import jax
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

)py";

static constexpr char kJaxTail[] = R"py(

def make_mesh(devices=None):
    """The mesh that the specs are for, on `devices` or all that JAX has."""
    devices = np.array(jax.devices() if devices is None else devices)
    devices = devices[:int(np.prod(list(AXES.values())))]
    if DEVICE_IDS:
        devices = devices[DEVICE_IDS]
    return Mesh(devices.reshape(tuple(AXES.values())), tuple(AXES))


def shardings(mesh, specs):
    """A NamedSharding per entry of ARGUMENTS or RESULTS, in order."""
    return [NamedSharding(mesh, spec) for spec in specs.values()]
)py";

static constexpr char kTorchHead[] =
    R"py("""Placements of main's arguments and results, found by Plait.

    mesh = make_mesh()
    weight = distribute_tensor(weight, mesh, ARGUMENTS["params['w']"])
"""
from torch.distributed.device_mesh import DeviceMesh
from torch.distributed.tensor import Partial, Replicate, Shard
from torch.distributed.tensor.placement_types import _StridedShard

)py";

static constexpr char kTorchTail[] = R"py(

def make_mesh(device_type="cpu"):
    """The mesh that the placements are for; needs a process group of its size."""
    return DeviceMesh(device_type, RANKS, mesh_dim_names=AXES)
)py";

static void writeJaxMesh(const Mesh &mesh, llvm::raw_ostream &out) {
  out << "AXES = {";
  for (auto [i, axis] : llvm::enumerate(mesh.axes))
    out << (i ? ", " : "") << pythonString(axis.name) << ": " << axis.size;
  out << "}\nDEVICE_IDS = [";
  llvm::interleaveComma(mesh.deviceIds, out);
  out << "]  # rank at each place; empty: in order\n";
}

static void writeTorchMesh(const Mesh &mesh, llvm::raw_ostream &out) {
  out << "AXES = (";
  llvm::interleaveComma(mesh.axes, out, [&](const MeshAxis &axis) {
    out << pythonString(axis.name);
  });
  out << (mesh.axes.size() == 1 ? "," : "")
      << ")\nRANKS = " << llvm::formatv("{0}", ranksOf(mesh)) << "\n";
}

static void writePython(const Specs &specs, Framework framework,
                        llvm::raw_ostream &out) {
  bool isJax = framework == Framework::Jax;
  out << (isJax ? kJaxHead : kTorchHead);
  (isJax ? writeJaxMesh : writeTorchMesh)(specs.mesh, out);
  out << "\n";
  writeDict("ARGUMENTS", specs.arguments, out);
  writeDict("RESULTS", specs.results, out);
  out << (isJax ? kJaxTail : kTorchTail);
}

LogicalResult writeSpecs(func::FuncOp main, Framework framework,
                         SpecFormat format, llvm::raw_ostream &out) {
  FailureOr<Specs> specs = specsOf(main, framework);
  if (failed(specs))
    return failure();
  if (format == SpecFormat::Json)
    writeJson(*specs, framework, out);
  else
    writePython(*specs, framework, out);
  return success();
}

} // namespace plait::interop
