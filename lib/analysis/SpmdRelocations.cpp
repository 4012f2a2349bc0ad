//===- SpmdRelocations.cpp - Rows that a claim says where they are --------===//
//
// What an exchange is for stands nowhere in its ops: coll.relocated says it. So
// the rows that the ops put together are compared with those that are claimed,
// device by device; and behind the claim they have a place again.
//
//===----------------------------------------------------------------------===//
#include "SpmdRelocations.h"

#include "SpmdFollowRows.h"
#include "SpmdRules.h"

using namespace mlir;

namespace plait::spmd {

namespace {
/// One claim, whose rows are known.
class Claim {
public:
  Claim(const Atoms &atoms, coll::RelocatedOp op, RowFollower &follower)
      : atoms(atoms), op(op), follower(follower),
        relocation(op.getRelocation().toValue()) {}

  /// What `device` must have, up to where it needs nothing.
  RowRuns expected(int64_t device);
  /// The first position where it has something else; none where all is right.
  std::optional<RowsFound> mismatch(int64_t device, ArrayRef<RowRun> got);

private:
  void addPiece(const Piece &piece, int64_t from, int64_t to, int64_t device,
                RowRuns &runs);
  std::string describe(const RowRun &run, int64_t i, int64_t device);

  const Atoms &atoms;
  coll::RelocatedOp op;
  RowFollower &follower;
  Relocation relocation;
};
} // namespace

/// Global positions [from, to) of a piece, shard by shard.
void Claim::addPiece(const Piece &piece, int64_t from, int64_t to,
                     int64_t device, RowRuns &runs) {
  int64_t shard = relocation.sourceShard(piece.source);
  int64_t step = std::abs(piece.scale);
  int source = follower.sourceNumber(op.getSources()[piece.source]);
  while (from < to) {
    int64_t at = piece.offset + piece.scale * (from - piece.begin);
    int64_t owner = at / shard, row = at % shard;
    int64_t room = piece.scale > 0 ? shard - 1 - row : row;
    int64_t count = std::min(to - from, room / step + 1);
    int64_t others = follower.perMember();
    runs.push_back(
        {count, source, owner * others + device % others, row, piece.scale});
    from += count;
  }
}

RowRuns Claim::expected(int64_t device) {
  int64_t member = device / follower.perMember();
  int64_t at = relocation.start(member), end = relocation.end(member);
  RowRuns runs;
  auto padTo = [&](int64_t to) {
    if (at < to)
      runs.push_back(
          {to - at, RowRun::kScalar, 0, 0, 1, RowScalar::of(op.getPadding())});
    at = std::max(at, to);
  };
  for (const Piece &piece : relocation.pieces) {
    int64_t from = std::max(at, piece.begin), to = std::min(end, piece.end);
    if (from >= to)
      continue;
    padTo(from);
    addPiece(piece, from, to, device, runs);
    at = to;
  }
  padTo(end);
  return runs;
}

std::string Claim::describe(const RowRun &run, int64_t i, int64_t device) {
  if (run.source == RowRun::kNothing)
    return "nothing";
  if (run.source == RowRun::kScalar)
    return run.scalar.isZero() ? "zero" : "a scalar";
  int64_t others = follower.perMember();
  int64_t row =
      run.device / others * relocation.sourceShard(run.source) + run.rowAt(i);
  std::string text =
      "row " + std::to_string(row) + " of source " + std::to_string(run.source);
  return run.device % others == device % others
             ? text
             : text + " of another group of devices";
}

static bool isSame(const RowRun &a, int64_t i, const RowRun &b, int64_t j) {
  if (a.source != b.source)
    return false;
  if (a.source == RowRun::kScalar)
    return a.scalar == b.scalar;
  return a.device == b.device && a.rowAt(i) == b.rowAt(j);
}

std::optional<RowsFound> Claim::mismatch(int64_t device, ArrayRef<RowRun> got) {
  int64_t position = 0, i = 0; // i: within the run at the front of `got`
  for (const RowRun &want : expected(device)) {
    for (int64_t j = 0; j < want.length;) {
      while (i >= got.front().length) {
        i -= got.front().length;
        got = got.drop_front();
      }
      const RowRun &own = got.front();
      int64_t count = std::min(own.length - i, want.length - j);
      // Two rows of a run in place: all are.
      int64_t wrong = !isSame(own, i, want, j)                        ? 0
                      : count > 1 && !isSame(own, i + 1, want, j + 1) ? 1
                                                                      : -1;
      if (wrong < 0) {
        i += count, j += count, position += count;
        continue;
      }
      Operation *at = own.since ? own.since : op.getOperation();
      std::string text =
          "must give device " + std::to_string(device / follower.perMember()) +
          " over " +
          atoms.names(
              maskOf(atoms.of(op.getGroup().toValue(atoms.getMesh())))) +
          " " + describe(want, j + wrong, device) + " at position " +
          std::to_string(position + wrong) + " of dimension " +
          std::to_string(op.getDim()) +
          ", got: " + describe(own, i + wrong, device);
      return RowsFound{
          RowsFound::Wrong, at, {text, op, "what the rows are claimed to be"}};
    }
  }
  return std::nullopt;
}

RowsFound followRows(const Atoms &atoms, coll::RelocatedOp claim) {
  RowFollower follower(atoms, claim);
  const std::vector<RowRuns> *rows = follower.run();
  if (!rows)
    return {RowsFound::NotFollowed,
            follower.unknown() ? follower.unknown() : claim.getOperation()};
  Claim own(atoms, claim, follower);
  for (auto [device, runs] : llvm::enumerate(*rows)) {
    if (lengthOf(runs) != claim.getRelocation().getWidth())
      return {RowsFound::NotFollowed, claim};
    if (std::optional<RowsFound> wrong = own.mismatch(device, runs))
      return *wrong;
  }
  return {RowsFound::Right, claim};
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

bool isSourceOf(const Atoms &atoms, coll::RelocatedOp claim, Value source,
                const SpmdType &type, Reason &why) {
  AtomList axes = atoms.of(claim.getGroup().toValue(atoms.getMesh()));
  unsigned d = claim.getDim();
  const Dim &dim = type.dims[d];
  bool fits = dim.tag == Dim::Any ||
              (dim.tag == Dim::Block && dim.atoms == axes &&
               (dim.atoms.empty() || dim.moved ||
                (dim.offset == 0 && dim.stride == sizeOf(source, d))));
  if (fits)
    return true;
  why = {"must take rows of shards over " + atoms.names(maskOf(axes)) +
             ", in order, along dimension " + std::to_string(d) +
             ", got: " + str(type, atoms),
         source.getDefiningOp(), "the source"};
  return false;
}

void placeRows(const Atoms &atoms, coll::RelocatedOp claim, SpmdType &type) {
  AtomList axes = atoms.of(claim.getGroup().toValue(atoms.getMesh()));
  Relocation relocation = claim.getRelocation().toValue();
  unsigned d = claim.getDim();
  Dim &dim = type.dims[d];
  bool regular =
      relocation.starts.empty() && relocation.hop == relocation.width;
  bool sharded = dim.tag == Dim::Block && dim.atoms == axes && !axes.empty();
  if (!regular || !sharded)
    return;
  dropPad(type, d);
  dim = Dim::shard(axes, relocation.width);
  if (relocation.shards * relocation.width != relocation.extent) {
    dim.extent = relocation.extent;
    type.element.pads.push_back({d, {}});
  }
}

} // namespace plait::spmd
