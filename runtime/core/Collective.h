//===- Collective.h - One rank's part in a collective -----------*- C++ -*-===//
//
// A `Collective` is what one rank says when it calls a collective of abi.h. The
// meaning of all kinds is here once, as tasks over shared memory: when all
// members of a group have said theirs, `taskCount` tasks can run, in any order
// and on any thread, and together they write every member's result. A backend
// whose ranks share memory runs them; others map the fields to their library.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_RUNTIME_CORE_COLLECTIVE_H
#define PLAIT_RUNTIME_CORE_COLLECTIVE_H

#include "core/Mesh.h"
#include "plait/runtime/abi.h"

#include <string>
#include <vector>

namespace plait::runtime {

enum class CollectiveKind {
  AllReduce,
  AllGather,
  ReduceScatter,
  AllToAll,
  CollectivePermute,
  Broadcast
};

/// "all_reduce", as in manifests, reports and statistics.
const char *kindName(CollectiveKind kind);

/// The ranks that take part, seen from one of them.
struct Group {
  int32_t index = 0;            // in plait_program.groups
  std::vector<int64_t> members; // ranks, in the order of their coordinate
  int64_t self = 0;             // the own entry of `members`
  std::vector<int64_t> nodes;   // where each of `members` is, see below
  std::vector<AxisRef> axes;
  std::string spelling; // "[data, model:(1)2]"

  int64_t size() const { return int64_t(members.size()); }
};

struct Collective {
  CollectiveKind kind{};
  const Group *group = nullptr;
  int64_t site = 0;
  int32_t dtype = PLAIT_F32;
  int32_t combiner = PLAIT_SUM;
  const void *src = nullptr;
  void *dst = nullptr;
  int64_t count = 0;           // elements of the local operand
  int64_t outer = 1;           // all_gather, reduce_scatter
  int64_t root = 0;            // broadcast: a member
  int64_t split = 0;           // all_to_all
  int64_t concat = 0;          // all_to_all
  std::vector<int64_t> shape;  // all_to_all: the local operand's
  std::vector<int64_t> source; // collective_permute: a member or -1, by member
  const char *location = "";   // "train.py:41", where known
};

/// Throws Failure where an argument is outside of what abi.h allows.
void check(const Collective &collective);

/// `all_reduce at site 3 (train.py:41) over [data]`.
std::string describe(const Collective &collective);

/// What must agree between members, as text: kind, site, type, sizes.
std::string describeFully(const Collective &collective);

/// True where `a` and `b` can be two members' parts of one collective.
bool match(const Collective &a, const Collective &b);

/// What one device receives with a bandwidth-optimal algorithm, times the
/// group's size, so that it is an integer. It is 0 in a group of one.
uint64_t receivedBytesTimesGroup(const Collective &collective);

/// The part of it that comes from other nodes, likewise times the group's size,
/// by an algorithm that reduces inside nodes before it sends and gathers there
/// after it has received: with e nodes of i members each, (e-1)/e of a gathered
/// or reduced whole, of which each member of a node brings 1/i. Numbers of
/// nodes are any integers that differ; all 0 where nothing is known of nodes.
uint64_t receivedFromNodesTimesGroup(const Collective &collective);

/// How many tasks the collective takes; `parts` has one entry per member.
int64_t taskCount(const std::vector<Collective> &parts);

/// Runs one of them.
void runTask(const std::vector<Collective> &parts, int64_t task);

} // namespace plait::runtime

#endif // PLAIT_RUNTIME_CORE_COLLECTIVE_H
