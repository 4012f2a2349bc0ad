//===- CollectiveTasks.cpp - Collectives over shared memory ---------------===//
//
// A task reads members' operands and writes part of members' results, and no
// two tasks of a collective write the same bytes. Sizes of tasks are chosen so
// that what a task reduces stays in a first-level cache, and so that a few
// threads share the work evenly.
//
//===----------------------------------------------------------------------===//

#include "core/Collective.h"
#include "core/Combine.h"
#include "core/DType.h"
#include "core/Shard.h"

#include <algorithm>
#include <cstring>

namespace plait::runtime {

/// Bytes of a member's operand that one reducing task takes.
constexpr int64_t taskBytes = 32768;

static const char *source(const Collective &c, int64_t element) {
  return static_cast<const char *>(c.src) + element * byteWidth(c.dtype);
}

static char *destination(const Collective &c, int64_t element) {
  return static_cast<char *>(c.dst) + element * byteWidth(c.dtype);
}

static int64_t ceilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

/// Elements in a task of an all_reduce.
static int64_t chunkElements(const Collective &c) {
  return taskBytes / byteWidth(c.dtype);
}

/// Reduces `count` elements at `element` of all operands into `dst`.
static void reduce(const std::vector<Collective> &parts, int64_t element,
                   int64_t count, void *dst) {
  const void *sources[64];
  std::vector<const void *> many;
  const void **list = sources;
  if (parts.size() > 64) {
    many.resize(parts.size());
    list = many.data();
  }
  for (size_t i = 0; i < parts.size(); ++i)
    list[i] = source(parts[i], element);
  combine(parts[0].dtype, parts[0].combiner, list, parts.size(), dst, count);
}

/// A chunk is reduced once and copied to all: so all get the same bits.
static void allReduceTask(const std::vector<Collective> &parts, int64_t task) {
  int64_t begin = task * chunkElements(parts[0]);
  int64_t count = std::min(chunkElements(parts[0]), parts[0].count - begin);
  char *first = destination(parts[0], begin);
  reduce(parts, begin, count, first);
  for (size_t i = 1; i < parts.size(); ++i)
    std::memcpy(destination(parts[i], begin), first,
                count * byteWidth(parts[0].dtype));
}

/// One task per pair of receiver and sender.
static void allGatherTask(const std::vector<Collective> &parts, int64_t task) {
  int64_t n = parts.size();
  const Collective &to = parts[task / n], &from = parts[task % n];
  int64_t mine = from.count / from.outer;
  for (int64_t o = 0; o < from.outer; ++o)
    std::memcpy(destination(to, (o * n + task % n) * mine),
                source(from, o * mine), mine * byteWidth(from.dtype));
}

/// Rows of [outer, mine] that one task of a reduce_scatter takes.
static int64_t outerPerTask(const Collective &c) {
  int64_t mine = c.count / c.outer / c.group->size();
  int64_t rows = taskBytes / (mine * byteWidth(c.dtype));
  return std::clamp<int64_t>(rows, 1, c.outer);
}

static void reduceScatterTask(const std::vector<Collective> &parts,
                              int64_t task) {
  const Collective &c = parts[0];
  int64_t n = parts.size(), mine = c.count / c.outer / n;
  int64_t step = outerPerTask(c), perMember = ceilDiv(c.outer, step);
  int64_t member = task / perMember, begin = task % perMember * step;
  int64_t end = std::min(begin + step, c.outer);
  for (int64_t o = begin; o < end; ++o)
    reduce(parts, (o * n + member) * mine, mine,
           destination(parts[member], o * mine));
}

/// One task per pair: part `receiver` of the sender's operand goes to position
/// `sender` of the receiver's result.
static void allToAllTask(const std::vector<Collective> &parts, int64_t task) {
  int64_t n = parts.size(), receiver = task / n, sender = task % n;
  const Collective &from = parts[sender];
  std::vector<int64_t> extent = from.shape;
  extent[from.split] /= n;
  std::vector<int64_t> result = extent;
  result[from.concat] *= n;
  std::vector<int64_t> begin(extent.size(), 0), place(extent.size(), 0);
  begin[from.split] = receiver * extent[from.split];
  place[from.concat] = sender * extent[from.concat];
  copyBlock(from.src, from.shape, begin, parts[receiver].dst, result, place,
            extent, byteWidth(from.dtype));
}

static void permuteTask(const std::vector<Collective> &parts, int64_t task) {
  const Collective &to = parts[task];
  int64_t from = to.source[task], bytes = to.count * byteWidth(to.dtype);
  if (from == -1)
    std::memset(to.dst, 0, bytes);
  else
    std::memcpy(to.dst, parts[from].src, bytes);
}

static void broadcastTask(const std::vector<Collective> &parts, int64_t task) {
  const Collective &to = parts[task];
  std::memcpy(to.dst, parts[to.root].src, to.count * byteWidth(to.dtype));
}

int64_t taskCount(const std::vector<Collective> &parts) {
  const Collective &c = parts[0];
  int64_t n = parts.size();
  if (c.count == 0)
    return 0;
  switch (c.kind) {
  case CollectiveKind::AllReduce:
    return ceilDiv(c.count, chunkElements(c));
  case CollectiveKind::ReduceScatter:
    return n * ceilDiv(c.outer, outerPerTask(c));
  case CollectiveKind::AllGather:
  case CollectiveKind::AllToAll:
    return n * n;
  case CollectiveKind::CollectivePermute:
  case CollectiveKind::Broadcast:
    return n;
  }
  return 0;
}

void runTask(const std::vector<Collective> &parts, int64_t task) {
  switch (parts[0].kind) {
  case CollectiveKind::AllReduce:
    return allReduceTask(parts, task);
  case CollectiveKind::AllGather:
    return allGatherTask(parts, task);
  case CollectiveKind::ReduceScatter:
    return reduceScatterTask(parts, task);
  case CollectiveKind::AllToAll:
    return allToAllTask(parts, task);
  case CollectiveKind::CollectivePermute:
    return permuteTask(parts, task);
  case CollectiveKind::Broadcast:
    return broadcastTask(parts, task);
  }
}

} // namespace plait::runtime
