//===- Relocation.cpp - Elements that move along a split dimension --------===//
#include "Relocation.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <map>

namespace plait::partition {

namespace {
/// What device `to` takes of one shard for one piece: rows at `stride` from
/// `low` on to `high`, as positions from `position` on (upwards in `scale`).
struct Need {
  int64_t to, from;
  int piece;
  int64_t low, high;       // rows of the shard, both taken
  int64_t position, count; // within the device's part of the result
};

int64_t floorDiv(int64_t a, int64_t b) {
  return a >= 0 ? a / b : -((-a + b - 1) / b);
}

/// All needs of one device.
void needsOf(const Relocation &r, int64_t device, std::vector<Need> &needs) {
  for (auto [index, piece] : llvm::enumerate(r.pieces)) {
    int64_t begin = std::max(r.start(device), piece.begin);
    int64_t end = std::min(r.end(device), piece.end);
    int64_t shard = r.sourceShard(piece.source);
    while (begin < end) {
      int64_t at = piece.offset + piece.scale * (begin - piece.begin);
      int64_t owner = floorDiv(at, shard);
      // How many positions on the same shard follow.
      int64_t room =
          piece.scale > 0 ? (owner + 1) * shard - 1 - at : at - owner * shard;
      int64_t step = std::abs(piece.scale);
      int64_t count = std::min(end - begin, room / step + 1);
      int64_t first = at - owner * shard;
      int64_t last = first + piece.scale * (count - 1);
      needs.push_back({device, owner, int(index), std::min(first, last),
                       std::max(first, last), begin - r.start(device), count});
      begin += count;
    }
  }
}

std::vector<Need> allNeeds(const Relocation &r) {
  std::vector<Need> needs;
  for (int64_t device = 0; device < r.shards; ++device)
    needsOf(r, device, needs);
  return needs;
}

/// One message per device, before its place in a transfer is fixed.
struct Round {
  int source;
  llvm::SmallVector<int64_t> from, low, high; // per receiving device

  int64_t length() const {
    int64_t longest = 0;
    for (auto [f, l, h] : llvm::zip(from, low, high))
      if (f >= 0)
        longest = std::max(longest, h - l + 1);
    return longest;
  }
  /// Whether nobody receives or sends twice with `other` in one round.
  bool isDisjoint(const Round &other) const {
    llvm::SmallVector<bool> sends(from.size());
    for (int64_t f : from)
      if (f >= 0)
        sends[f] = true;
    for (size_t i = 0; i < from.size(); ++i)
      if (other.from[i] >= 0 && (from[i] >= 0 || sends[other.from[i]]))
        return false;
    return true;
  }
  void take(const Round &other) {
    for (size_t i = 0; i < from.size(); ++i)
      if (other.from[i] >= 0) {
        from[i] = other.from[i];
        low[i] = other.low[i];
        high[i] = other.high[i];
      }
  }
};

/// Needs by source and distance; rounds that do not meet are one.
std::vector<Round> roundsOf(const Relocation &r,
                            const std::vector<Need> &needs) {
  std::map<std::pair<int, int64_t>, Round> byDistance;
  for (const Need &need : needs) {
    if (need.from == need.to)
      continue;
    int source = r.pieces[need.piece].source;
    int64_t distance = (need.from - need.to + r.shards) % r.shards;
    Round &round = byDistance[{source, distance}];
    if (round.from.empty()) {
      round.source = source;
      round.from.assign(r.shards, -1);
      round.low.assign(r.shards, 0);
      round.high.assign(r.shards, 0);
    }
    bool isNew = round.from[need.to] < 0;
    int64_t &low = round.low[need.to], &high = round.high[need.to];
    round.from[need.to] = need.from;
    low = isNew ? need.low : std::min(low, need.low);
    high = isNew ? need.high : std::max(high, need.high);
  }
  std::vector<Round> rounds;
  for (auto &[key, round] : byDistance) {
    auto fits = llvm::find_if(rounds, [&, &own = round](const Round &known) {
      return known.source == own.source && known.isDisjoint(own);
    });
    if (fits != rounds.end())
      fits->take(round);
    else
      rounds.push_back(std::move(round));
  }
  return rounds;
}

/// Fixes the length, and where it starts on each sender: at one place on all,
/// if that is as short.
Transfer transferOf(const Relocation &r, const Round &round) {
  Transfer transfer{round.source, round.length(), round.from, {}};
  int64_t shard = r.sourceShard(round.source);
  int64_t lowest = shard, highest = -1;
  for (auto [f, l, h] : llvm::zip(round.from, round.low, round.high))
    if (f >= 0) {
      lowest = std::min(lowest, l);
      highest = std::max(highest, h);
    }
  bool same = highest - lowest + 1 <= transfer.length;
  int64_t common = std::min(lowest, shard - transfer.length);
  transfer.start.assign(r.shards, same ? common : 0);
  if (!same)
    for (auto [f, l] : llvm::zip(round.from, round.low))
      if (f >= 0)
        transfer.start[f] = std::min(l, shard - transfer.length);
  return transfer;
}

/// The buffer that has what is needed, and where it begins in its shard.
std::pair<int, int64_t> bufferOf(const Relocation &r,
                                 const RelocationPlan &plan, const Need &need) {
  int source = r.pieces[need.piece].source;
  if (need.from == need.to)
    return {source, 0};
  for (auto [t, transfer] : llvm::enumerate(plan.transfers))
    if (transfer.source == source && transfer.from[need.to] == need.from &&
        need.low >= transfer.start[need.from] &&
        need.high < transfer.start[need.from] + transfer.length)
      return {int(r.sources.size() + t), transfer.start[need.from]};
  return {Origin::anything, 0};
}

bool isInBounds(const Relocation &r) {
  return llvm::all_of(r.pieces, [&](const Piece &piece) {
    if (piece.end <= piece.begin)
      return true;
    int64_t last = piece.offset + piece.scale * (piece.end - piece.begin - 1);
    int64_t size = r.sources[piece.source];
    return piece.scale != 0 && piece.begin >= 0 && piece.end <= r.extent &&
           piece.offset >= 0 && piece.offset < size && last >= 0 && last < size;
  });
}
} // namespace

int64_t RelocationPlan::received() const {
  int64_t total = 0;
  for (const Transfer &transfer : transfers)
    total += transfer.length;
  return total;
}

std::optional<RelocationPlan> planRelocation(const Relocation &relocation) {
  constexpr size_t mostTransfers = 64;
  if (!isInBounds(relocation))
    return std::nullopt;
  RelocationPlan plan;
  for (const Round &round : roundsOf(relocation, allNeeds(relocation))) {
    if (plan.transfers.size() == mostTransfers)
      return std::nullopt;
    plan.transfers.push_back(transferOf(relocation, round));
  }
  return plan;
}

//===----------------------------------------------------------------------===//
// Putting together
//===----------------------------------------------------------------------===//

/// Per position of one device its origin.
static std::vector<Origin>
originsOf(const Relocation &r, const RelocationPlan &plan, int64_t device) {
  std::vector<Origin> origins(r.width);
  int64_t real =
      std::clamp<int64_t>(r.end(device) - r.start(device), 0, r.width);
  for (int64_t i = 0; i < real; ++i)
    origins[i].buffer = Origin::padding;
  std::vector<Need> needs;
  needsOf(r, device, needs);
  for (const Need &need : needs) {
    auto [buffer, start] = bufferOf(r, plan, need);
    int64_t scale = r.pieces[need.piece].scale;
    int64_t first = (scale > 0 ? need.low : need.high) - start;
    for (int64_t i = 0; i < need.count; ++i)
      origins[need.position + i] = {buffer, first + scale * i};
  }
  return origins;
}

namespace {
/// An origin that all devices share, but for padding.
struct CommonOrigin {
  Origin origin;
  Run::Padded padded = Run::Never;
};
} // namespace

static llvm::SmallVector<Run> runsOf(llvm::ArrayRef<CommonOrigin> origins) {
  llvm::SmallVector<Run> runs;
  for (auto [i, common] : llvm::enumerate(origins)) {
    const Origin &origin = common.origin;
    Run *last = runs.empty() ? nullptr : &runs.back();
    bool isPadding = origin.buffer < 0;
    if (last && isPadding && last->buffer == Origin::padding) {
      ++last->length;
      continue;
    }
    if (last && !isPadding && last->buffer == origin.buffer &&
        last->padded == common.padded) {
      int64_t step =
          origin.row - (last->first + (last->length - 1) * last->step);
      if (step != 0 && (last->length == 1 || step == last->step)) {
        last->step = step;
        ++last->length;
        continue;
      }
    }
    runs.push_back({int64_t(i), 1, isPadding ? Origin::padding : origin.buffer,
                    origin.row, 1, common.padded});
  }
  return runs;
}

/// What all devices have at each position; none where they differ.
static std::optional<std::vector<CommonOrigin>>
unite(const Relocation &r, const RelocationPlan &plan,
      llvm::ArrayRef<std::vector<Origin>> all) {
  std::vector<CommonOrigin> result(r.width);
  for (const std::vector<Origin> &own : all)
    for (auto [common, origin] : llvm::zip(result, own))
      if (common.origin.buffer < 0 && origin.buffer != Origin::anything)
        common.origin = origin;
  for (auto [device, own] : llvm::enumerate(all))
    for (auto [common, origin] : llvm::zip(result, own)) {
      const Origin &known = common.origin;
      if (origin.buffer == Origin::anything || known.buffer < 0)
        continue;
      if (origin.buffer == Origin::padding) {
        int64_t transfer = known.buffer - int64_t(r.sources.size());
        bool missing =
            transfer >= 0 && plan.transfers[transfer].from[device] < 0;
        common.padded = std::max(common.padded,
                                 missing ? Run::WhereMissing : Run::Somewhere);
      } else if (known.buffer != origin.buffer || known.row != origin.row) {
        return std::nullopt;
      }
    }
  return result;
}

std::optional<llvm::SmallVector<Run>> uniformRuns(const Relocation &relocation,
                                                  const RelocationPlan &plan) {
  constexpr int64_t mostPositions = 1 << 24;
  constexpr size_t mostRuns = 64;
  if (relocation.width * relocation.shards > mostPositions)
    return std::nullopt;
  std::vector<std::vector<Origin>> all;
  for (int64_t device = 0; device < relocation.shards; ++device)
    all.push_back(originsOf(relocation, plan, device));
  auto common = unite(relocation, plan, all);
  if (!common)
    return std::nullopt;
  llvm::SmallVector<Run> runs = runsOf(*common);
  if (runs.size() > mostRuns)
    return std::nullopt;
  return runs;
}

std::vector<Patch> patches(const Relocation &relocation,
                           const RelocationPlan &plan) {
  std::map<std::pair<int, int>, Patch> byPieceAndBuffer;
  for (const Need &need : allNeeds(relocation)) {
    auto [buffer, start] = bufferOf(relocation, plan, need);
    Patch &patch = byPieceAndBuffer[{need.piece, buffer}];
    if (patch.first.empty()) {
      patch.buffer = buffer;
      patch.scale = relocation.pieces[need.piece].scale;
      patch.first.assign(relocation.shards, 0);
      patch.low.assign(relocation.shards, 0);
      patch.high.assign(relocation.shards, 0);
    }
    int64_t row = (patch.scale > 0 ? need.low : need.high) - start;
    patch.first[need.to] = row - patch.scale * need.position;
    patch.low[need.to] = need.position;
    patch.high[need.to] = need.position + need.count;
  }
  std::vector<Patch> result;
  for (auto &[key, patch] : byPieceAndBuffer)
    result.push_back(std::move(patch));
  return result;
}

} // namespace plait::partition
