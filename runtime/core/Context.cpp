//===- Context.cpp - One rank's state -------------------------------------===//

#include "core/Context.h"
#include "core/DType.h"

#include <algorithm>
#include <cstdlib>

namespace plait::runtime {

/// A trace beyond this many bars per rank opens in no viewer.
constexpr size_t maxEvents = 1000000;

Workspace::~Workspace() { std::free(memory); }

void *Workspace::get(uint64_t bytes) {
  if (bytes <= capacity)
    return memory;
  std::free(memory);
  capacity = (bytes + 63) / 64 * 64;
  memory = std::aligned_alloc(64, capacity);
  if (!memory) {
    capacity = 0;
    failUsage("no memory for a workspace of ", bytes, " bytes");
  }
  return memory;
}

std::vector<Group> makeGroups(const plait_program &program, const Mesh &mesh,
                              int64_t rank,
                              const std::vector<AxisRef> &nodeAxes) {
  std::vector<Group> groups;
  int64_t place = mesh.placeOf(rank);
  for (int32_t i = 0; i < program.num_groups; ++i) {
    const plait_group &given = program.groups[i];
    Group group;
    group.index = i;
    for (int32_t a = 0; a < given.num_axes; ++a)
      group.axes.push_back(
          {given.axes[a].axis, given.axes[a].pre, given.axes[a].size});
    mesh.check(group.axes, text("group ", i, " of the program"));
    group.members = mesh.group(place, group.axes);
    for (int64_t member : group.members)
      group.nodes.push_back(mesh.coordinate(mesh.placeOf(member), nodeAxes));
    group.self = mesh.coordinate(place, group.axes);
    group.spelling = mesh.spell(group.axes);
    groups.push_back(std::move(group));
  }
  return groups;
}

} // namespace plait::runtime

using namespace plait::runtime;

plait_context::plait_context(const ContextSettings &settings, int64_t rank,
                             Communicator &communicator)
    : settings(settings), rank(rank),
      place(settings.manifest->mesh.placeOf(rank)), communicator(&communicator),
      groups(makeGroups(*settings.program, settings.manifest->mesh, rank,
                        settings.manifest->nodeAxes)) {}

double plait_context::now() const {
  auto passed = std::chrono::steady_clock::now() - settings.begin;
  return std::chrono::duration<double>(passed).count();
}

const Group &plait_context::groupAt(int32_t index) const {
  if (index < 0 || index >= int32_t(groups.size()))
    failCommunication("rank ", rank, " calls a collective over group ", index,
                      ", the program has ", groups.size());
  return groups[index];
}

/// The counter of the call's site, which the manifest must know.
SiteCounter &plait_context::count(const Collective &c) {
  const SiteSpec *spec = settings.manifest->findSite(c.site);
  if (!spec)
    failCommunication("rank ", rank, " calls ", describe(c),
                      ", a site that the program's manifest lacks");
  if (spec->kind != kindName(c.kind))
    failCommunication("rank ", rank, " calls ", describe(c),
                      ", which the program's manifest calls ", spec->kind);
  SiteCounter &counter = counters[c.site];
  if (counter.executions == 0) {
    counter.kind = c.kind;
    counter.group = c.group->index;
  } else if (counter.group != c.group->index) {
    failCommunication("rank ", rank, " calls ", describe(c), ", before over ",
                      groups[counter.group].spelling);
  }
  ++counter.executions;
  counter.receivedTimesGroup += receivedBytesTimesGroup(c);
  counter.fromNodesTimesGroup += receivedFromNodesTimesGroup(c);
  return counter;
}

int64_t plait_context::start(Collective c, int32_t group) {
  c.group = &groupAt(group);
  if (const SiteSpec *spec = settings.manifest->findSite(c.site))
    c.location = spec->location.c_str();
  check(c);
  count(c);
  Pending entry{communicator->start(c), c.site, c.kind,
                uint64_t(c.count * byteWidth(c.dtype)), c.location};
  pending.emplace(nextRequest, entry);
  return nextRequest++;
}

void plait_context::waitFor(const Pending &entry, const char *prefix,
                            double begin) {
  double before = now();
  communicator->wait(entry.request);
  double end = now();
  counters[entry.site].waitSeconds += end - before;
  if (settings.trace && events.size() < maxEvents)
    events.push_back({std::string(prefix) + kindName(entry.kind), begin, end,
                      entry.site, entry.bytes, entry.location});
}

void plait_context::wait(int64_t request) {
  auto found = pending.find(request);
  if (found == pending.end())
    failCommunication("rank ", rank, " waits for request ", request,
                      ", which is not in flight");
  Pending entry = found->second;
  pending.erase(found);
  waitFor(entry, "wait ", now());
}

void plait_context::run(Collective c, int32_t group) {
  double begin = now();
  int64_t request = start(std::move(c), group);
  Pending entry = pending.at(request);
  pending.erase(request);
  waitFor(entry, "", begin);
}

void plait_context::checkStepEnd() const {
  if (pending.empty())
    return;
  const Pending &entry = pending.begin()->second;
  failCommunication("rank ", rank, " ended a step without waiting for ",
                    kindName(entry.kind), " at site ", entry.site);
}
