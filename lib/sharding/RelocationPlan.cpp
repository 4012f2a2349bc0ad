//===- RelocationPlan.cpp - Who sends which rows to whom ------------------===//
#include "plait/sharding/RelocationPlan.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <map>
#include <set>

namespace plait {

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

namespace {
/// Positions [begin, end) of one device, from rows first, first + scale, ... of
/// a buffer; or padding, or anything.
struct Stretch {
  int64_t begin, end;
  int buffer = Origin::anything;
  int64_t first = 0, scale = 1;

  int64_t rowAt(int64_t position) const {
    return first + scale * (position - begin);
  }
};

/// All positions of one device, in order.
std::vector<Stretch> stretchesOf(const Relocation &r,
                                 const RelocationPlan &plan, int64_t device) {
  std::vector<Need> needs;
  needsOf(r, device, needs);
  llvm::sort(needs, [](const Need &a, const Need &b) {
    return a.position < b.position;
  });
  std::vector<Stretch> stretches;
  int64_t at = 0;
  auto fillTo = [&](int64_t end, int buffer) {
    if (at < end)
      stretches.push_back({at, end, buffer});
    at = std::max(at, end);
  };
  for (const Need &need : needs) {
    fillTo(need.position, Origin::padding);
    auto [buffer, start] = bufferOf(r, plan, need);
    int64_t scale = r.pieces[need.piece].scale;
    int64_t first = (scale > 0 ? need.low : need.high) - start;
    at = need.position + need.count;
    stretches.push_back({need.position, at, buffer, first, scale});
  }
  fillTo(std::clamp<int64_t>(r.end(device) - r.start(device), 0, r.width),
         Origin::padding);
  fillTo(r.width, Origin::anything);
  return stretches;
}

/// What all devices have in one stretch, but for padding.
struct Common {
  Stretch stretch;
  Run::Padded padded = Run::Never;

  bool isPadding() const { return stretch.buffer < 0; }
  int64_t length() const { return stretch.end - stretch.begin; }
};
} // namespace

/// Takes what one device has there; false where another has something else.
static bool unite(Common &common, const Stretch &own) {
  if (own.buffer < 0) {
    if (common.isPadding() && own.buffer == Origin::padding)
      common.stretch.buffer = Origin::padding;
    return true;
  }
  int64_t row = own.rowAt(common.stretch.begin);
  if (common.isPadding()) {
    common.stretch.buffer = own.buffer;
    common.stretch.first = row;
    common.stretch.scale = own.scale;
    return true;
  }
  return common.stretch.buffer == own.buffer && common.stretch.first == row &&
         (common.length() == 1 || common.stretch.scale == own.scale);
}

/// Where stretches of any device begin, and the end.
static std::optional<std::vector<int64_t>>
bordersOf(llvm::ArrayRef<std::vector<Stretch>> all, int64_t width) {
  constexpr size_t mostBorders = 256; // many: devices surely differ
  std::set<int64_t> borders{width};
  for (const std::vector<Stretch> &own : all)
    for (const Stretch &stretch : own) {
      borders.insert(stretch.begin);
      if (borders.size() > mostBorders)
        return std::nullopt;
    }
  return std::vector<int64_t>(borders.begin(), borders.end());
}

/// What all devices have; none where they differ.
static std::optional<std::vector<Common>> commonOf(const Relocation &r,
                                                   const RelocationPlan &plan) {
  std::vector<std::vector<Stretch>> all;
  for (int64_t device = 0; device < r.shards; ++device)
    all.push_back(stretchesOf(r, plan, device));
  auto borders = bordersOf(all, r.width);
  if (!borders)
    return std::nullopt;
  std::vector<Common> result;
  for (size_t b = 0; b + 1 < borders->size(); ++b)
    result.push_back({{(*borders)[b], (*borders)[b + 1]}});
  for (const std::vector<Stretch> &own : all) {
    const Stretch *stretch = own.data();
    for (Common &common : result) {
      while (stretch->end <= common.stretch.begin)
        ++stretch;
      if (!unite(common, *stretch))
        return std::nullopt;
    }
  }
  for (auto [device, own] : llvm::enumerate(all)) {
    const Stretch *stretch = own.data();
    for (Common &common : result) {
      while (stretch->end <= common.stretch.begin)
        ++stretch;
      if (common.isPadding() || stretch->buffer != Origin::padding)
        continue;
      int64_t transfer = common.stretch.buffer - int64_t(r.sources.size());
      bool missing = transfer >= 0 && plan.transfers[transfer].from[device] < 0;
      common.padded =
          std::max(common.padded, missing ? Run::WhereMissing : Run::Somewhere);
    }
  }
  return result;
}

/// Stretches that go on from one to the next are one run.
static llvm::SmallVector<Run> runsOf(llvm::ArrayRef<Common> all) {
  llvm::SmallVector<Run> runs;
  for (const Common &common : all) {
    const Stretch &stretch = common.stretch;
    Run *last = runs.empty() ? nullptr : &runs.back();
    int buffer = common.isPadding() ? Origin::padding : stretch.buffer;
    bool goesOn = last && last->buffer == buffer &&
                  (common.isPadding() || last->padded == common.padded);
    if (goesOn && !common.isPadding()) {
      int64_t step =
          stretch.first - (last->first + (last->length - 1) * last->step);
      goesOn = step != 0 && (last->length == 1 || last->step == step) &&
               (common.length() == 1 || stretch.scale == step);
      if (goesOn)
        last->step = step;
    }
    if (goesOn)
      last->length += common.length();
    else
      runs.push_back({stretch.begin, common.length(), buffer, stretch.first,
                      common.length() == 1 ? 1 : stretch.scale, common.padded});
  }
  return runs;
}

std::optional<llvm::SmallVector<Run>> uniformRuns(const Relocation &relocation,
                                                  const RelocationPlan &plan) {
  constexpr size_t mostRuns = 64;
  auto common = commonOf(relocation, plan);
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

} // namespace plait
