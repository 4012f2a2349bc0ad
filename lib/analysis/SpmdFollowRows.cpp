//===- SpmdFollowRows.cpp - Ops carried out on row numbers ----------------===//
//
// Permutes, slices, concatenations, pads, fills, masks and reversals along one
// dimension, all others whole. Each value is runs of rows per device, so that
// the time is devices x pieces, however long the dimension is.
//
//===----------------------------------------------------------------------===//
#include "SpmdFollowRows.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace plait::spmd {

/// Ops between the sources and the claim, at most.
static constexpr size_t kMostOps = 4096;

static int64_t sizeAlong(Value value, unsigned dim) {
  return cast<RankedTensorType>(value.getType()).getDimSize(dim);
}

RowFollower::RowFollower(const Atoms &atoms, coll::RelocatedOp claim)
    : atoms(atoms), claim(claim), dim(claim.getDim()),
      axes(atoms.of(claim.getGroup().toValue(atoms.getMesh()))) {}

int RowFollower::sourceNumber(Value value) {
  auto sources = claim.getSources();
  auto found = llvm::find(sources, value);
  return found == sources.end() ? -1 : found - sources.begin();
}

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

/// Operands whose rows the result is made of; false where `op` does something
/// else.
static bool rowOperands(Operation *op, llvm::SmallVectorImpl<Value> &operands) {
  if (isa<coll::PermuteOp, coll::AllGatherOp, tensor::ExtractSliceOp,
          tensor::PadOp>(op)) {
    operands.push_back(op->getOperand(0));
    return true;
  }
  if (isa<tensor::ConcatOp>(op)) {
    llvm::append_range(operands, op->getOperands());
    return true;
  }
  if (auto generic = dyn_cast<linalg::GenericOp>(op)) {
    llvm::append_range(operands, generic.getDpsInputs());
    return true;
  }
  return isa<tensor::EmptyOp, linalg::FillOp>(op) ||
         op->hasTrait<OpTrait::ConstantLike>();
}

/// All devices that exchange rows here: members of the claim's group, and of
/// those of all collectives on the way.
bool RowFollower::findDevices() {
  llvm::SetVector<Value> open;
  open.insert(claim.getAssembled());
  AtomList all = axes;
  for (size_t next = 0; next < open.size(); ++next) {
    if (sourceNumber(open[next]) >= 0)
      continue;
    Operation *op = open[next].getDefiningOp();
    llvm::SmallVector<Value> operands;
    if (!op || !rowOperands(op, operands) || open.size() > kMostOps) {
      stuck = op ? op : claim.getOperation();
      return false;
    }
    for (Value operand : operands)
      if (isa<RankedTensorType>(operand.getType()))
        open.insert(operand);
    auto collective = dyn_cast<coll::CollectiveOpInterface>(op);
    if (!collective)
      continue;
    for (uint8_t atom :
         atoms.of(collective.getCollectiveGroup().toValue(atoms.getMesh())))
      if (!llvm::is_contained(all, atom))
        all.push_back(atom);
  }
  llvm::SmallVector<AxisRef> refs;
  for (uint8_t atom : all)
    refs.push_back(atoms[atom]);
  places = atoms.getMesh().group(0, refs);
  others = places.size() / atoms.extent(axes);
  for (auto [device, place] : llvm::enumerate(places))
    deviceAt[place] = device;
  return true;
}

std::vector<llvm::SmallVector<int64_t>> RowFollower::groupsOf(AxesAttr group) {
  llvm::SmallVector<AxisRef, 2> refs = group.toValue(atoms.getMesh());
  std::vector<llvm::SmallVector<int64_t>> result;
  std::vector<bool> seen(devices());
  for (int64_t device = 0; device < devices(); ++device) {
    if (seen[device])
      continue;
    auto &members =
        result.emplace_back(atoms.getMesh().group(places[device], refs));
    for (int64_t &member : members) {
      member = deviceAt.lookup(member);
      seen[member] = true;
    }
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Numbers per device
//===----------------------------------------------------------------------===//

std::optional<RowFollower::Numbers> RowFollower::numbers(Value scalar) {
  auto it = knownNumbers.find(scalar);
  if (it != knownNumbers.end())
    return it->second;
  std::optional<Numbers> result = computeNumbers(scalar);
  knownNumbers[scalar] = result;
  return result;
}

std::optional<RowFollower::Numbers> RowFollower::computeNumbers(Value scalar) {
  Operation *op = scalar.getDefiningOp();
  llvm::APInt constant;
  if (matchPattern(scalar, m_ConstantInt(&constant))) {
    if (constant.getSignificantBits() > 62)
      return std::nullopt;
    return Numbers(devices(), constant.getSExtValue());
  }
  if (auto index = dyn_cast_or_null<coll::AxisIndexOp>(op)) {
    auto refs = index.getGroup().toValue(atoms.getMesh());
    Numbers result;
    for (int64_t place : places)
      result.push_back(atoms.getMesh().linearCoordinate(place, refs));
    // Other devices may have other numbers, if they differ along other axes.
    bool own = (maskOf(atoms.of(refs)) & ~maskOf(axes)) == 0;
    return own ? std::optional(result) : std::nullopt;
  }
  if (auto extract = dyn_cast_or_null<tensor::ExtractOp>(op)) {
    DenseIntElementsAttr table;
    if (extract.getIndices().size() != 1 ||
        !matchPattern(extract.getTensor(), m_Constant(&table)))
      return std::nullopt;
    std::optional<Numbers> at = numbers(extract.getIndices()[0]);
    auto entries = llvm::to_vector(table.getValues<llvm::APInt>());
    for (int64_t i = 0; at && i < devices(); ++i) {
      if ((*at)[i] < 0 || (*at)[i] >= int64_t(entries.size()))
        return std::nullopt;
      (*at)[i] = entries[(*at)[i]].getSExtValue();
    }
    return at;
  }
  if (isa_and_nonnull<arith::IndexCastOp>(op))
    return numbers(op->getOperand(0));
  if (!isa_and_nonnull<arith::AddIOp, arith::SubIOp, arith::MulIOp,
                       arith::MaxSIOp, arith::MinSIOp>(op))
    return std::nullopt;
  std::optional<Numbers> x = numbers(op->getOperand(0));
  std::optional<Numbers> y = numbers(op->getOperand(1));
  for (int64_t i = 0; x && y && i < devices(); ++i) {
    int64_t a = (*x)[i], b = (*y)[i];
    (*x)[i] = isa<arith::AddIOp>(op)    ? a + b
              : isa<arith::SubIOp>(op)  ? a - b
              : isa<arith::MulIOp>(op)  ? a * b
              : isa<arith::MaxSIOp>(op) ? std::max(a, b)
                                        : std::min(a, b);
  }
  return y ? x : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

static RowRuns scalarRun(int64_t length, RowScalar scalar,
                         Operation *since = nullptr) {
  return {{length, RowRun::kScalar, 0, 0, 1, scalar, since}};
}

std::optional<RowFollower::Rows> RowFollower::filled(Value like,
                                                     RowScalar scalar) {
  return Rows(devices(), scalarRun(sizeAlong(like, dim), scalar));
}

std::optional<RowFollower::Rows> RowFollower::follow(coll::PermuteOp op) {
  const Rows *operand = rowsOf(op.getOperand());
  if (!operand)
    return std::nullopt;
  llvm::SmallVector<int64_t> sources = op.getSources();
  int64_t length = sizeAlong(op.getOperand(), dim);
  Rows result(devices());
  for (const auto &members : groupsOf(op.getGroup()))
    for (auto [from, to] : llvm::zip(sources, members)) {
      result[to] = from < 0 ? scalarRun(length, {}) : (*operand)[members[from]];
      for (RowRun &run : result[to])
        run.since = op;
    }
  return result;
}

std::optional<RowFollower::Rows> RowFollower::follow(coll::AllGatherOp op) {
  const Rows *operand = rowsOf(op.getOperand());
  if (!operand || op.getDim() != dim)
    return std::nullopt;
  Rows result(devices());
  for (const auto &members : groupsOf(op.getGroup())) {
    RowRuns all;
    for (int64_t member : members)
      llvm::append_range(all, (*operand)[member]);
    for (RowRun &run : all)
      run.since = op;
    for (int64_t member : members)
      result[member] = all;
  }
  return result;
}

std::optional<RowFollower::Rows>
RowFollower::follow(tensor::ExtractSliceOp op) {
  RankedTensorType from = op.getSourceType(), to = op.getType();
  const Rows *source = rowsOf(op.getSource());
  if (!source || from.getRank() != to.getRank())
    return std::nullopt;
  for (int64_t d = 0; d < from.getRank(); ++d)
    if (d != dim &&
        (op.getStaticOffsets()[d] != 0 || op.getStaticStrides()[d] != 1 ||
         op.getStaticSizes()[d] != from.getDimSize(d)))
      return std::nullopt;
  int64_t step = op.getStaticStrides()[dim], length = to.getDimSize(dim);
  Numbers starts(devices(), op.getStaticOffsets()[dim]);
  if (ShapedType::isDynamic(op.getStaticOffsets()[dim])) {
    std::optional<Numbers> own =
        numbers(cast<Value>(op.getMixedOffsets()[dim]));
    if (!own)
      return std::nullopt;
    starts = *own;
  }
  Rows result;
  for (auto [runs, start] : llvm::zip(*source, starts)) {
    if (step < 1 || start < 0 ||
        start + step * (length - 1) >= from.getDimSize(dim))
      return std::nullopt;
    result.push_back(taken(runs, start, length, step));
  }
  return result;
}

std::optional<RowFollower::Rows> RowFollower::follow(tensor::ConcatOp op) {
  if (op.getDim() != dim)
    return std::nullopt;
  Rows result(devices());
  for (Value input : op.getInputs()) {
    const Rows *rows = rowsOf(input);
    if (!rows)
      return std::nullopt;
    for (auto [all, own] : llvm::zip(result, *rows))
      llvm::append_range(all, own);
  }
  return result;
}

std::optional<RowFollower::Rows> RowFollower::follow(tensor::PadOp op) {
  const Rows *source = rowsOf(op.getSource());
  Value padding = op.getConstantPaddingValue();
  if (!source || !padding)
    return std::nullopt;
  for (auto [d, low, high] :
       llvm::enumerate(op.getStaticLow(), op.getStaticHigh()))
    if (low < 0 || high < 0 || (d != dim && (low != 0 || high != 0)))
      return std::nullopt;
  Rows result;
  RowScalar scalar = RowScalar::of(padding);
  for (const RowRuns &own : *source) {
    RowRuns &runs =
        result.emplace_back(scalarRun(op.getStaticLow()[dim], scalar));
    llvm::append_range(runs, own);
    llvm::append_range(runs, scalarRun(op.getStaticHigh()[dim], scalar));
  }
  return result;
}

/// Whether an operand is read as it is, `false`, or backwards along `dim`.
static std::optional<bool> isReversed(AffineMap map, unsigned dim,
                                      int64_t size) {
  if (map.getNumResults() != map.getNumDims())
    return std::nullopt;
  bool reversed = false;
  for (auto [d, expr] : llvm::enumerate(map.getResults())) {
    AffineExpr own = getAffineDimExpr(d, map.getContext());
    if (expr == own)
      continue;
    if (d != dim || expr != own * -1 + (size - 1))
      return std::nullopt;
    reversed = true;
  }
  return reversed;
}

std::optional<RowFollower::Rows> RowFollower::follow(linalg::GenericOp op) {
  if (op->getNumResults() != 1 ||
      op.getNumParallelLoops() != op.getNumLoops() ||
      !op.getIndexingMapsArray().back().isIdentity())
    return std::nullopt;
  int64_t size = sizeAlong(op->getResult(0), dim);
  Block *block = op.getBlock();
  std::vector<RowBody> bodies(devices(), RowBody(dim, size));
  for (OpOperand *input : op.getDpsInputOperands()) {
    if (!isa<RankedTensorType>(input->get().getType()))
      return std::nullopt;
    std::optional<bool> reversed =
        isReversed(op.getMatchingIndexingMap(input), dim, size);
    const Rows *rows = reversed ? rowsOf(input->get()) : nullptr;
    if (!rows || sizeAlong(input->get(), dim) != size)
      return std::nullopt;
    for (auto [body, own] : llvm::zip(bodies, *rows))
      body.set(block->getArgument(input->getOperandNumber()),
               *reversed ? taken(own, size - 1, size, -1) : own);
  }
  // Numbers of each device's own that the body compares with.
  block->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (operand.getParentBlock() != block &&
          operand.getType().isIntOrIndex() && !bodies[0].has(operand))
        if (std::optional<Numbers> own = numbers(operand))
          if (operand.getType().isIndex())
            for (auto [body, number] : llvm::zip(bodies, *own))
              body.set(operand, number);
  });
  Rows result;
  for (RowBody &body : bodies) {
    for (Operation &inner : block->without_terminator())
      if (!body.evaluate(inner))
        return std::nullopt;
    std::optional<RowRuns> rows =
        body.rows(block->getTerminator()->getOperand(0));
    if (!rows || lengthOf(*rows) != size)
      return std::nullopt;
    result.push_back(std::move(*rows));
  }
  return result;
}

std::optional<RowFollower::Rows> RowFollower::compute(Value value) {
  int64_t length = sizeAlong(value, dim);
  if (int source = sourceNumber(value); source >= 0) {
    Rows rows;
    for (int64_t device = 0; device < devices(); ++device)
      rows.push_back({{length, source, device}});
    return rows;
  }
  using Result = std::optional<Rows>;
  Operation *op = value.getDefiningOp();
  DenseElementsAttr constant;
  if (matchPattern(value, m_Constant(&constant)))
    return constant.isSplat()
               ? filled(value,
                        RowScalar::of(constant.getSplatValue<Attribute>()))
               : Result();
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case([&](tensor::EmptyOp) -> Result {
        return Rows(devices(), RowRuns{RowRun{length}});
      })
      .Case([&](linalg::FillOp fill) {
        return filled(value, RowScalar::of(fill.getInputs()[0]));
      })
      .Case<coll::PermuteOp, coll::AllGatherOp, tensor::ExtractSliceOp,
            tensor::ConcatOp, tensor::PadOp, linalg::GenericOp>(
          [&](auto o) { return follow(o); })
      .Default([](Operation *) { return Result(); });
}

const RowFollower::Rows *RowFollower::rowsOf(Value value) {
  auto it = known.find(value);
  if (it == known.end()) {
    std::optional<Rows> rows = compute(value);
    if (!rows && !stuck)
      stuck = value.getDefiningOp();
    it = known.try_emplace(value, std::move(rows)).first;
  }
  return it->second ? &*it->second : nullptr;
}

const std::vector<RowRuns> *RowFollower::run() {
  return findDevices() ? rowsOf(claim.getAssembled()) : nullptr;
}

} // namespace plait::spmd
