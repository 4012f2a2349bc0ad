//===- Collective.cpp - One rank's part in a collective -------------------===//

#include "core/Collective.h"
#include "core/Combine.h"
#include "core/DType.h"
#include "core/Status.h"

#include <algorithm>
#include <set>

namespace plait::runtime {

const char *kindName(CollectiveKind kind) {
  switch (kind) {
  case CollectiveKind::AllReduce:
    return "all_reduce";
  case CollectiveKind::AllGather:
    return "all_gather";
  case CollectiveKind::ReduceScatter:
    return "reduce_scatter";
  case CollectiveKind::AllToAll:
    return "all_to_all";
  case CollectiveKind::CollectivePermute:
    return "collective_permute";
  case CollectiveKind::Broadcast:
    return "broadcast";
  }
  return "unknown";
}

static bool isReduction(const Collective &c) {
  return c.kind == CollectiveKind::AllReduce ||
         c.kind == CollectiveKind::ReduceScatter;
}

/// Elements of the result.
static int64_t resultCount(const Collective &c) {
  if (c.kind == CollectiveKind::AllGather)
    return c.count * c.group->size();
  if (c.kind == CollectiveKind::ReduceScatter)
    return c.count / c.group->size();
  return c.count;
}

std::string describe(const Collective &c) {
  std::string where = *c.location ? text(" (", c.location, ")") : "";
  return text(kindName(c.kind), " at site ", c.site, where, " over ",
              c.group->spelling);
}

std::string describeFully(const Collective &c) {
  std::string out = describe(c) + text(" of ", c.count, " ");
  out += isDType(c.dtype) ? dtypeInfo(c.dtype).numpy : "?";
  if (isReduction(c))
    out += text(" ", combinerName(c.combiner));
  if (c.outer != 1)
    out += text(" outer ", c.outer);
  if (c.kind == CollectiveKind::Broadcast)
    out += text(" root ", c.root);
  if (c.kind == CollectiveKind::AllToAll)
    out += text(" shape ", spellList(c.shape), " split ", c.split, " concat ",
                c.concat);
  if (c.kind == CollectiveKind::CollectivePermute)
    out += text(" source ", spellList(c.source));
  return out;
}

bool match(const Collective &a, const Collective &b) {
  bool same = a.kind == b.kind && a.site == b.site && a.dtype == b.dtype &&
              a.count == b.count && a.outer == b.outer && a.root == b.root &&
              a.split == b.split && a.concat == b.concat &&
              a.shape == b.shape && a.source == b.source;
  return same && (!isReduction(a) || a.combiner == b.combiner);
}

/// A permutation of the members but for the -1.
static void checkSource(const Collective &c) {
  std::vector<bool> taken(c.source.size(), false);
  for (int64_t from : c.source) {
    if (from == -1)
      continue;
    if (from < 0 || from >= c.group->size() || taken[from])
      failCommunication(describe(c), ": sources must be members, each once, ",
                        "or -1, got: ", spellList(c.source));
    taken[from] = true;
  }
}

static void checkAllToAll(const Collective &c) {
  int64_t rank = c.shape.size();
  if (c.split < 0 || c.split >= rank || c.concat < 0 || c.concat >= rank)
    failCommunication(describe(c), ": split and concat must be dimensions of ",
                      spellList(c.shape), ", got: ", c.split, " and ",
                      c.concat);
  if (c.shape[c.split] % c.group->size() != 0)
    failCommunication(describe(c), ": the group's size ", c.group->size(),
                      " must divide dimension ", c.split, " of ",
                      spellList(c.shape));
}

static void checkSizes(const Collective &c) {
  if (c.count < 0 || c.count > INT64_MAX / 16 / c.group->size())
    failCommunication(describe(c),
                      ": the count must be 0 or more, got: ", c.count);
  bool outerIsUsed = c.kind == CollectiveKind::AllGather ||
                     c.kind == CollectiveKind::ReduceScatter;
  if (outerIsUsed && c.count > 0) {
    int64_t n = c.kind == CollectiveKind::ReduceScatter ? c.group->size() : 1;
    if (c.outer < 1 || c.count % c.outer != 0 || c.count / c.outer % n != 0)
      failCommunication(describe(c), ": outer must divide the operand's ",
                        c.count, " elements, got: ", c.outer);
  }
  if (c.kind == CollectiveKind::Broadcast &&
      (c.root < 0 || c.root >= c.group->size()))
    failCommunication(describe(c), ": the root must be one of ",
                      c.group->size(), " members, got: ", c.root);
}

/// No reader's bytes may be a writer's: tasks run in any order.
static void checkMemory(const Collective &c) {
  uintptr_t src = reinterpret_cast<uintptr_t>(c.src);
  uintptr_t dst = reinterpret_cast<uintptr_t>(c.dst);
  uint64_t srcBytes = c.count * byteWidth(c.dtype);
  uint64_t dstBytes = resultCount(c) * byteWidth(c.dtype);
  if ((srcBytes && !c.src) || (dstBytes && !c.dst))
    failCommunication(describe(c), ": its buffers must not be null");
  if (srcBytes && dstBytes && src < dst + dstBytes && dst < src + srcBytes)
    failCommunication(describe(c), ": source and destination must not overlap");
}

void check(const Collective &c) {
  if (!isDType(c.dtype))
    failCommunication(describe(c), ": unknown element type ", c.dtype);
  if (isReduction(c) && !canCombine(c.dtype, c.combiner))
    failCommunication(describe(c), ": ", combinerName(c.combiner),
                      " is not defined for ", dtypeInfo(c.dtype).numpy);
  checkSizes(c);
  if (c.kind == CollectiveKind::AllToAll)
    checkAllToAll(c);
  if (c.kind == CollectiveKind::CollectivePermute)
    checkSource(c);
  checkMemory(c);
}

uint64_t receivedBytesTimesGroup(const Collective &c) {
  uint64_t n = c.group->size(), bytes = c.count * byteWidth(c.dtype);
  if (n == 1)
    return 0;
  switch (c.kind) {
  case CollectiveKind::AllReduce:
    return 2 * (n - 1) * bytes;
  case CollectiveKind::AllGather: // the result has n times the bytes
    return (n - 1) * bytes * n;
  case CollectiveKind::ReduceScatter:
  case CollectiveKind::AllToAll:
    return (n - 1) * bytes;
  case CollectiveKind::CollectivePermute: {
    int64_t from = c.source[c.group->self];
    return from == -1 || from == c.group->self ? 0 : bytes * n;
  }
  case CollectiveKind::Broadcast: // the root too: it may change with each run
    return bytes * n;
  }
  return 0;
}

/// How many different nodes `group` lies on.
static uint64_t countNodes(const Group &group) {
  std::set<int64_t> nodes(group.nodes.begin(), group.nodes.end());
  return std::max<size_t>(nodes.size(), 1);
}

uint64_t receivedFromNodesTimesGroup(const Collective &c) {
  uint64_t n = c.group->size(), bytes = c.count * byteWidth(c.dtype);
  uint64_t nodes = countNodes(*c.group), perNode = n / nodes;
  if (nodes == 1)
    return 0;
  switch (c.kind) {
  case CollectiveKind::AllReduce:
    return 2 * (nodes - 1) * bytes;
  case CollectiveKind::AllGather: // the whole has n times the bytes
    return (nodes - 1) * bytes * n;
  case CollectiveKind::ReduceScatter:
    return (nodes - 1) * bytes;
  case CollectiveKind::AllToAll: // nothing to reduce or to share
    return (nodes - 1) * perNode * bytes;
  case CollectiveKind::CollectivePermute: {
    int64_t from = c.source[c.group->self];
    bool crosses =
        from != -1 && c.group->nodes[from] != c.group->nodes[c.group->self];
    return crosses ? bytes * n : 0;
  }
  case CollectiveKind::Broadcast:
    return bytes * nodes;
  }
  return 0;
}

} // namespace plait::runtime
