//===- Report.cpp - Statistics and traces of a run ------------------------===//

#include "core/run/Report.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

namespace plait::runtime {

using Json = nlohmann::ordered_json;

/// Names come from programs and need not be UTF-8.
static std::string dump(const Json &json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// A site over all ranks: its figures are those of the busiest one.
static std::map<int64_t, SiteCounter> busiestRank(const Job &job) {
  std::map<int64_t, SiteCounter> sites;
  for (const auto &context : job.getContexts())
    for (const auto &[site, counter] : context->counters) {
      auto [place, isNew] = sites.emplace(site, counter);
      SiteCounter &most = place->second;
      most.executions = std::max(most.executions, counter.executions);
      most.receivedTimesGroup =
          std::max(most.receivedTimesGroup, counter.receivedTimesGroup);
      most.fromNodesTimesGroup =
          std::max(most.fromNodesTimesGroup, counter.fromNodesTimesGroup);
      most.waitSeconds = std::max(most.waitSeconds, counter.waitSeconds);
    }
  return sites;
}

static Json axesJson(const Group &group, const Mesh &mesh) {
  Json axes = Json::array();
  for (const AxisRef &ref : group.axes)
    axes.push_back(mesh.spell(ref));
  return axes;
}

/// A count per step; a fraction where steps differ.
static Json perStep(int64_t total, int64_t steps) {
  if (total % steps == 0)
    return total / steps;
  return double(total) / steps;
}

/// Bytes per step of a figure that is times the group's size: a fraction,
/// rounded up once.
static uint64_t bytesPerStep(unsigned __int128 timesGroup, int64_t groupSize,
                             int64_t steps) {
  unsigned __int128 divisor = (unsigned __int128)(groupSize)*steps;
  return uint64_t((timesGroup + divisor - 1) / divisor);
}

/// Bytes that a device receives in a step, all and those from other nodes.
struct ReceivedBytes {
  uint64_t all = 0, fromNodes = 0;
};

static Json siteJson(int64_t site, const SiteCounter &counter, const Job &job,
                     ReceivedBytes &total) {
  int64_t steps = job.getOptions().steps;
  const plait_context &context = *job.getContexts()[0];
  const Group &group = context.groups[counter.group];
  const SiteSpec &spec = *job.getManifest().findSite(site);
  uint64_t bytes =
      bytesPerStep(counter.receivedTimesGroup, group.size(), steps);
  uint64_t fromNodes =
      bytesPerStep(counter.fromNodesTimesGroup, group.size(), steps);
  total.all += bytes;
  total.fromNodes += fromNodes;
  Json json = {{"site", site},
               {"kind", kindName(counter.kind)},
               {"axes", axesJson(group, job.getManifest().mesh)},
               {"group_size", group.size()},
               {"bytes_per_device", bytes}};
  if (!job.getManifest().nodeAxes.empty())
    json["inter_node_bytes"] = fromNodes;
  json.update({{"count", perStep(counter.executions, steps)},
               {"wait_seconds", counter.waitSeconds / steps},
               {"reason", spec.reason},
               {"origin", spec.origin},
               {"location", spec.location}});
  return json;
}

static Json memoryJson(const Job &job, uint64_t &peak) {
  uint64_t arguments = 0, results = 0, arena = 0, workspace = 0;
  peak = 0;
  for (size_t rank = 0; rank < job.getMemory().size(); ++rank) {
    const RankMemory &memory = job.getMemory()[rank];
    peak = std::max(peak, memory.total());
    arguments = std::max(arguments, memory.argumentBytes);
    results = std::max(results, memory.resultBytes);
    arena = std::max(arena, memory.arenaBytes);
    workspace = std::max(workspace, job.getContexts()[rank]->workspace.size());
  }
  return {{"arguments", arguments},
          {"results", results},
          {"arena", arena},
          {"workspace", workspace}};
}

std::string statsJson(const Job &job, const std::string &blasName) {
  const Manifest &manifest = job.getManifest();
  Json axes = Json::array();
  for (const Axis &axis : manifest.mesh.getAxes())
    axes.push_back({{"name", axis.name}, {"size", axis.size}});
  Json collectives = Json::array();
  ReceivedBytes total;
  uint64_t peak = 0;
  int64_t executions = 0;
  for (const auto &[site, counter] : busiestRank(job)) {
    collectives.push_back(siteJson(site, counter, job, total));
    executions += counter.executions;
  }
  Json memory = memoryJson(job, peak);
  Json meshJson = {{"axes", axes}};
  Json totals = {{"collectives", perStep(executions, job.getOptions().steps)},
                 {"bytes_per_device", total.all}};
  if (!manifest.nodeAxes.empty()) {
    Json names = Json::array();
    for (const AxisRef &axis : manifest.nodeAxes)
      names.push_back(manifest.mesh.spell(axis));
    meshJson["node_axes"] = names;
    totals["inter_node_bytes"] = total.fromNodes;
  }
  return dump({{"schema", 1},
               {"program", manifest.name},
               {"hash", manifest.hash},
               {"backend", job.getOptions().backend},
               {"ranks", job.numRanks()},
               {"mesh", meshJson},
               {"steps", job.getOptions().steps},
               {"step_seconds", job.getStepSeconds()},
               {"peak_memory", peak},
               {"memory", memory},
               {"blas", blasName},
               {"collectives", collectives},
               {"totals", totals}},
              1);
}

/// Chrome counts in microseconds.
static Json eventJson(const TraceEvent &event, size_t rank) {
  Json json = {{"name", event.name},
               {"ph", "X"},
               {"pid", 0},
               {"tid", rank},
               {"ts", event.begin * 1e6},
               {"dur", (event.end - event.begin) * 1e6}};
  if (event.site >= 0)
    json["args"] = {{"site", event.site},
                    {"bytes", event.bytes},
                    {"location", event.location}};
  return json;
}

std::string traceJson(const Job &job) {
  Json events = Json::array();
  for (size_t rank = 0; rank < job.getContexts().size(); ++rank) {
    events.push_back({{"name", "thread_name"},
                      {"ph", "M"},
                      {"pid", 0},
                      {"tid", rank},
                      {"args", {{"name", text("rank ", rank)}}}});
    for (const TraceEvent &event : job.getContexts()[rank]->events)
      events.push_back(eventJson(event, rank));
  }
  return dump({{"traceEvents", events}, {"displayTimeUnit", "ms"}}, -1);
}

} // namespace plait::runtime
