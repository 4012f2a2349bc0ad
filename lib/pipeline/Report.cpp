//===- Report.cpp - The JSON report ---------------------------------------===//
//
// The format is that of the README of this folder: mesh, arguments, results,
// memory, collectives, totals, compile_seconds.
//
//===----------------------------------------------------------------------===//
#include "Report.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "plait/analysis/Collectives.h"
#include "plait/analysis/Liveness.h"
#include "plait/analysis/Ports.h"
#include "plait/dialects/plait/NodeAxes.h"
#include "plait/support/UserLocation.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace plait;
namespace json = llvm::json;

static json::Object describeMesh(const Ports &ports) {
  json::Array axes;
  for (const MeshAxis &axis : ports.mesh.axes)
    axes.push_back(json::Object{{"name", axis.name}, {"size", axis.size}});
  return json::Object{{"name", ports.meshName},
                      {"axes", std::move(axes)},
                      {"device_ids", json::Array(ports.mesh.deviceIds)},
                      {"devices", ports.mesh.numDevices()}};
}

static json::Array describePorts(ArrayRef<Port> list, const Mesh &mesh) {
  json::Array array;
  for (const Port &port : list) {
    json::Object object{{"name", port.name},
                        {"shape", json::Array(port.shape)},
                        {"local_shape", json::Array(port.localShape)},
                        {"dtype", port.dtype},
                        {"sharding", port.sharding.str(mesh)},
                        {"state", port.state.empty() ? "none" : port.state}};
    if (port.alias >= 0)
      object["alias"] = port.alias;
    if (!port.gradient.empty())
      object["gradient"] = port.gradient;
    array.push_back(std::move(object));
  }
  return array;
}

static json::Object describeCollective(const CollectiveSite &site) {
  json::Object object{{"site", site.site},
                      {"kind", site.kind},
                      {"axes", json::Array(site.axes)},
                      {"group_size", site.groupSize},
                      {"bytes_per_device", site.bytesPerDevice},
                      {"reason", site.reason},
                      {"origin", site.origin},
                      {"location", site.location},
                      {"predicted_us", site.predictedUs},
                      {"exposed_us", site.exposedUs}};
  if (site.interNodeBytes)
    object["inter_node_bytes"] = *site.interNodeBytes;
  object["count"] =
      site.count ? json::Value(*site.count) : json::Value(nullptr);
  return object;
}

/// The largest buffers in use where memory is at its peak.
static json::Array describePeak(const LivenessBound &live) {
  static constexpr size_t kShown = 16;
  json::Array buffers;
  for (const LiveBuffer &buffer : ArrayRef(live.live).take_front(kShown)) {
    auto type = cast<RankedTensorType>(buffer.value.getType());
    buffers.push_back(
        json::Object{{"bytes", buffer.bytes},
                     {"local_shape", json::Array(type.getShape())},
                     {"dtype", numpyName(type.getElementType())},
                     {"from_collective", buffer.fromCollective},
                     {"location", userLocation(buffer.value.getLoc())}});
  }
  return buffers;
}

/// Whether an argument lies in host memory: an offloaded state, or a parameter
/// that is not trained where gathers are cached, which then is its own cache.
static bool isInHost(const Port &port, const Placement &placement,
                     const Mesh &mesh) {
  const StatePlacement &parameters = placement[TrainingState::Parameters];
  if (port.state == "optimizer")
    return placement[TrainingState::Optimizer].memory == MemorySpace::Host;
  if (port.state != "parameter")
    return false;
  if (parameters.memory == MemorySpace::Host)
    return true;
  return !parameters.cached.empty() && port.gradient.empty() &&
         llvm::none_of(port.sharding.dimAxes(), [&](const AxisRef &axis) {
           return llvm::is_contained(parameters.cached,
                                     mesh.axes[axis.axis].name);
         });
}

/// Bytes per device of each state that is known; what no pass knows is null.
static json::Object describeMemory(func::FuncOp main, const Ports &ports) {
  auto sum = [](ArrayRef<Port> list, StringRef state) {
    int64_t bytes = 0;
    for (const Port &port : list)
      if (state.empty() || port.state == state)
        bytes += port.localBytes;
    return bytes;
  };
  // Each buffer begins at a multiple of 64 bytes.
  auto allocated = [](const Port &port) {
    return int64_t(llvm::alignTo(std::max<int64_t>(port.localBytes, 1), 64));
  };
  PlacementOp placement = onlyPlacement(main->getParentOfType<ModuleOp>());
  int64_t arguments = 0, results = 0, host = 0;
  for (const Port &port : ports.arguments)
    (placement && isInHost(port, placement.getValue(), ports.mesh)
         ? host
         : arguments) += allocated(port);
  for (const Port &port : ports.results)
    results += port.alias < 0 ? allocated(port) : 0;
  // Without any state said, nothing is known of them.
  bool known = llvm::any_of(
      ports.arguments, [](const Port &port) { return !port.state.empty(); });
  auto ofState = [&](StringRef state) {
    return known ? json::Value(sum(ports.arguments, state))
                 : json::Value(nullptr);
  };
  LivenessBound live = livenessBound(main);
  json::Object predicted{{"parameters", ofState("parameter")},
                         {"optimizer", ofState("optimizer")},
                         {"gradients", nullptr},
                         {"activations", live.bytes - live.collectiveBytes},
                         {"transient", live.collectiveBytes},
                         {"host", live.hostBytes}};
  json::Object planned{{"arena", nullptr},
                       {"arguments", arguments},
                       {"results", results},
                       {"host", host}};
  return json::Object{{"predicted", std::move(predicted)},
                      {"planned", std::move(planned)},
                      {"host_is_device", true}, // of the only target, the CPU
                      {"at_peak", describePeak(live)}};
}

/// What people call the values of `op`.
static std::string valueLabel(Operation *op) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic)
    return op->getName().getStringRef().str();
  if (generic.getNumReductionLoops() == 0)
    return generic.getNumDpsInputs() == 0 ? "generated" : "elementwise";
  return generic.getNumDpsInputs() >= 2 ? "contraction" : "reduction";
}

json::Array plait::describeValues(ModuleOp module) {
  MeshOp meshOp = onlyMesh(module);
  if (!meshOp)
    return {};
  Mesh mesh = meshOp.getValue();
  // (op, type with its sharding) -> how often; kept in order of appearance.
  llvm::MapVector<std::pair<StringAttr, Type>, int64_t> classes;
  module.walk([&](Operation *op) {
    if (isa<tensor::EmptyOp, linalg::FillOp>(op))
      return;
    for (Type type : op->getResultTypes())
      if (shardingOf(type))
        ++classes[{StringAttr::get(op->getContext(), valueLabel(op)), type}];
  });
  json::Array values;
  for (const auto &[key, count] : classes) {
    auto type = cast<RankedTensorType>(key.second);
    values.push_back(
        json::Object{{"op", key.first.str()},
                     {"shape", json::Array(type.getShape())},
                     {"dtype", numpyName(type.getElementType())},
                     {"sharding", shardingOf(type).toValue(mesh).str(mesh)},
                     {"count", count}});
  }
  return values;
}

json::Object plait::describeProgram(ModuleOp module, int64_t flops) {
  json::Object report;
  auto main = module.lookupSymbol<func::FuncOp>("main");
  if (!main)
    return report;
  Ports ports = portsOf(main);
  json::Object mesh = describeMesh(ports);
  std::vector<std::string> nodeAxes = nodeAxesOf(onlyMesh(module));
  if (!nodeAxes.empty())
    mesh["node_axes"] = json::Array(nodeAxes);
  report["mesh"] = std::move(mesh);
  report["arguments"] = describePorts(ports.arguments, ports.mesh);
  report["results"] = describePorts(ports.results, ports.mesh);
  report["memory"] = describeMemory(main, ports);
  json::Array collectives;
  int64_t count = 0, bytes = 0, interNode = 0;
  for (const CollectiveSite &site : listCollectives(main)) {
    collectives.push_back(describeCollective(site));
    count += site.count.value_or(0);
    bytes += site.bytesPerDevice;
    interNode += site.interNodeBytes.value_or(0);
  }
  report["collectives"] = std::move(collectives);
  json::Object totals{{"collectives", count},
                      {"bytes_per_device", bytes},
                      {"flops_per_device", flops}};
  if (!nodeAxes.empty())
    totals["inter_node_bytes"] = interNode;
  report["totals"] = std::move(totals);
  return report;
}

/// What the closed form says of states and of what moves for them.
static void addPrediction(json::Object &report, const Prediction &prediction) {
  if (json::Object *memory = report.getObject("memory"))
    if (json::Object *predicted = memory->getObject("predicted")) {
      (*predicted)["parameters"] = prediction.memory.parameters;
      (*predicted)["optimizer"] = prediction.memory.optimizer;
      (*predicted)["gradients"] = prediction.memory.gradients;
      (*predicted)["host"] = prediction.memory.host;
    }
  json::Array traffic;
  const json::Object *mesh = report.getObject("mesh");
  bool knowsNodes = mesh && mesh->get("node_axes");
  for (const Traffic &entry : prediction.traffic) {
    json::Object object{{"kind", collectiveName(entry.kind)},
                        {"name", entry.name},
                        {"why", entry.why},
                        {"axes", json::Array(entry.axes)},
                        {"group_size", entry.groupSize},
                        {"count", entry.count},
                        {"bytes_per_device", entry.bytes}};
    if (knowsNodes)
      object["inter_node_bytes"] = entry.interBytes;
    traffic.push_back(std::move(object));
  }
  report["predicted_traffic"] = std::move(traffic);
  report["lower_bounds"] = json::Array(prediction.lowerBounds);
  report["predicted_host_traffic"] =
      json::Object{{"device_to_host", prediction.deviceToHost},
                   {"host_to_device", prediction.hostToDevice}};
}

LogicalResult plait::writeReport(json::Object report, const CompileFacts &facts,
                                 StringRef path, Location location) {
  if (json::Object *memory = report.getObject("memory"))
    if (json::Object *planned = memory->getObject("planned"))
      if (facts.arenaBytes != 0) { // else code generation has not run
        (*planned)["arena"] = facts.arenaBytes;
        (*planned)["host"] =
            planned->getInteger("host").value_or(0) + facts.hostBytes;
        (*planned)["workspace"] = facts.workspaceBytes;
      }
  if (facts.prediction)
    addPrediction(report, *facts.prediction);
  if (facts.unforeseen)
    report["unforeseen"] = describeUnforeseen(*facts.unforeseen);
  json::Object seconds;
  double total = 0;
  for (const auto &[stage, value] : facts.seconds) {
    seconds[stage] = value;
    total += value;
  }
  seconds["total"] = total;
  report["compile_seconds"] = std::move(seconds);
  if (path == "-") {
    printSummary(llvm::outs(), report);
    return success();
  }
  std::error_code code;
  llvm::raw_fd_ostream out(path, code);
  if (code)
    return emitError(location)
           << "cannot write the report to '" << path << "': " << code.message();
  out << llvm::formatv("{0:2}\n", json::Value(std::move(report)));
  return success();
}
