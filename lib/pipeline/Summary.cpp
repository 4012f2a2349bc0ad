//===- Summary.cpp - A report in a few lines ------------------------------===//
//
// 64 devices (data=8, model=8)
// memory per device: 70.12 GiB
//   parameters              2.06 GiB
//   ...
// receives per step: 393.42 GiB in 2736 collectives
//   all_gather            201.00 GiB  in 1200
//
//===----------------------------------------------------------------------===//
#include "Report.h"

#include "llvm/Support/FormatVariadic.h"
#include <map>

using namespace plait;
namespace json = llvm::json;

/// "17.50 GiB", "3.2 MiB", "96 B".
static std::string readable(int64_t bytes) {
  static constexpr const char *units[] = {"KiB", "MiB", "GiB", "TiB"};
  if (bytes < 1024)
    return llvm::formatv("{0} B", bytes);
  double value = bytes / 1024.0;
  size_t unit = 0;
  for (; value >= 1024 && unit + 1 < std::size(units); ++unit)
    value /= 1024;
  return llvm::formatv("{0:F2} {1}", value, units[unit]);
}

static std::string numberOf(const json::Object *object, llvm::StringRef key) {
  std::optional<int64_t> value =
      object ? object->getInteger(key) : std::nullopt;
  return value ? readable(*value) : "unknown";
}

static int64_t valueOf(const json::Object *object, llvm::StringRef key) {
  return object ? object->getInteger(key).value_or(0) : 0;
}

/// "64 devices (data=8, model=8)".
static std::string meshLine(const json::Object *mesh) {
  std::string axes;
  if (mesh)
    if (const json::Array *list = mesh->getArray("axes"))
      for (const json::Value &axis : *list)
        axes +=
            llvm::formatv("{0}{1}={2}", axes.empty() ? "" : ", ",
                          axis.getAsObject()->getString("name").value_or(""),
                          axis.getAsObject()->getInteger("size").value_or(0));
  int64_t devices = mesh ? mesh->getInteger("devices").value_or(1) : 1;
  return llvm::formatv("{0} device{1}{2}", devices, devices == 1 ? "" : "s",
                       axes.empty() ? "" : " (" + axes + ")");
}

/// What holds most of the memory: "40.00 GiB bfloat16[80,8,4096,8192] f.py:84".
static void printPeak(llvm::raw_ostream &out, const json::Object *memory) {
  static constexpr size_t kShown = 4;
  const json::Array *buffers = memory ? memory->getArray("at_peak") : nullptr;
  if (!buffers || buffers->empty())
    return;
  out << "largest of the step's buffers\n";
  for (size_t i = 0; i < std::min(kShown, buffers->size()); ++i) {
    const json::Object &buffer = *(*buffers)[i].getAsObject();
    std::string shape;
    if (const json::Array *sizes = buffer.getArray("local_shape"))
      for (const json::Value &size : *sizes)
        shape += (shape.empty() ? "" : ",") +
                 std::to_string(size.getAsInteger().value_or(0));
    out << llvm::formatv("  {0,12}  {1}[{2}]  {3}\n",
                         readable(valueOf(&buffer, "bytes")),
                         buffer.getString("dtype").value_or(""), shape,
                         buffer.getString("location").value_or(""));
  }
}

/// Bytes received per kind, the most first: "all_gather 12.00 GiB in 720".
static void printTraffic(llvm::raw_ostream &out, const json::Object &report) {
  const json::Array *sites = report.getArray("collectives");
  std::map<std::string, std::pair<int64_t, int64_t>> kinds;
  bool isBounded = true;
  if (sites)
    for (const json::Value &value : *sites) {
      const json::Object &site = *value.getAsObject();
      auto &[bytes, count] = kinds[site.getString("kind").value_or("").str()];
      bytes += valueOf(&site, "bytes_per_device");
      count += valueOf(&site, "count");
      isBounded &= site.getInteger("count").has_value();
    }
  std::vector<std::pair<int64_t, std::string>> lines;
  for (const auto &[kind, entry] : kinds)
    lines.push_back(
        {entry.first, llvm::formatv("  {0,-20} {1,12}  in {2}\n", kind,
                                    readable(entry.first), entry.second)});
  llvm::sort(lines, std::greater<>());
  const json::Object *totals = report.getObject("totals");
  out << "receives per step" << (isBounded ? "" : " (open loops: per trip)")
      << ": " << numberOf(totals, "bytes_per_device") << " in "
      << valueOf(totals, "collectives")
      << (valueOf(totals, "collectives") == 1 ? " collective\n"
                                              : " collectives\n");
  for (const auto &[bytes, line] : lines)
    out << line;
  const json::Object *mesh = report.getObject("mesh");
  const json::Array *nodeAxes = mesh ? mesh->getArray("node_axes") : nullptr;
  if (!nodeAxes)
    return;
  std::string names;
  for (const json::Value &axis : *nodeAxes)
    names +=
        (names.empty() ? "" : ", ") + axis.getAsString().value_or("").str();
  out << "  of it from other nodes (" << names
      << "): " << numberOf(totals, "inter_node_bytes") << "\n";
}

void plait::printSummary(llvm::raw_ostream &out, const json::Object &report) {
  const json::Object *memory = report.getObject("memory");
  const json::Object *predicted =
      memory ? memory->getObject("predicted") : nullptr;
  const json::Object *planned = memory ? memory->getObject("planned") : nullptr;
  auto line = [&](llvm::StringRef name, const std::string &value) {
    out << llvm::formatv("  {0,-20} {1,12}\n", name, value);
  };
  // States that nobody named are counted as arguments only.
  int64_t states = 0;
  for (llvm::StringRef state : {"parameters", "optimizer"})
    states += valueOf(predicted, state);
  int64_t step =
      valueOf(predicted, "activations") + valueOf(predicted, "transient");
  int64_t arguments = valueOf(planned, "arguments");
  int64_t results = valueOf(planned, "results");
  out << meshLine(report.getObject("mesh"))
      << "\nmemory per device: " << readable(arguments + results + step)
      << "\n";
  line("parameters", numberOf(predicted, "parameters"));
  line("optimizer", numberOf(predicted, "optimizer"));
  line("other arguments", readable(std::max<int64_t>(arguments - states, 0)));
  line("results", readable(results));
  line("activations", numberOf(predicted, "activations"));
  line("transient", numberOf(predicted, "transient"));
  if (predicted && predicted->getInteger("gradients"))
    out << "  (gradients, in activations: " << numberOf(predicted, "gradients")
        << ")\n";
  if (int64_t host = valueOf(predicted, "host"))
    out << "  on the host: " << readable(host) << " (not in the figures above"
        << (memory->getBoolean("host_is_device").value_or(false)
                ? "; this target's host memory is the device's)\n"
                : ")\n");
  printPeak(out, memory);
  printTraffic(out, report);
  double flops = valueOf(report.getObject("totals"), "flops_per_device");
  static constexpr const char *units[] = {"", "k", "M", "G", "T", "P"};
  size_t unit = 0;
  for (; flops >= 1000 && unit + 1 < std::size(units); ++unit)
    flops /= 1000;
  out << llvm::formatv("computes per step: {0:F1} {1}FLOP in products\n", flops,
                       units[unit]);
}
