//===- Movements.cpp - Ops that only move elements ------------------------===//
#include "plait/analysis/Movements.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "plait/dialects/plait/Plait.h"
#include "plait/sharding/RelocationPlan.h"

using namespace mlir;

namespace plait {

//===----------------------------------------------------------------------===//
// What is moved
//===----------------------------------------------------------------------===//

RowMovement::RowMovement(Value source, llvm::ArrayRef<int64_t> shape)
    : shape(shape), pieces(shape.size()), dropped(shape.size()) {
  if (source)
    sources.push_back(source);
}

static std::optional<RowMovement> movementOf(tensor::ExtractSliceOp op) {
  for (llvm::ArrayRef<int64_t> list :
       {op.getStaticOffsets(), op.getStaticSizes(), op.getStaticStrides()})
    if (llvm::any_of(list, ShapedType::isDynamic))
      return std::nullopt;
  RowMovement made(op.getSource(), op.getStaticSizes());
  made.dropped = op.getDroppedDims();
  for (auto [d, size] : llvm::enumerate(op.getStaticSizes()))
    if (size != op.getSourceType().getDimSize(d) && size != 0)
      made.pieces[d].push_back(
          {0, size, 0, op.getStaticOffsets()[d], op.getStaticStrides()[d]});
  return made;
}

/// Neither statements nor reshards change what a value is.
static Value beforeLayouts(Value value) {
  while (isa_and_nonnull<ConstraintOp, ReshardOp>(value.getDefiningOp()))
    value = value.getDefiningOp()->getOperand(0);
  return value;
}

/// A slice that cuts nothing but `dim`, and that the op may see through.
static tensor::ExtractSliceOp sliceAlong(Value value, int64_t dim) {
  auto slice = beforeLayouts(value).getDefiningOp<tensor::ExtractSliceOp>();
  if (!slice || slice.getDroppedDims().any())
    return {};
  std::optional<RowMovement> movement = movementOf(slice);
  if (!movement)
    return {};
  for (int64_t d = 0; d < int64_t(movement->shape.size()); ++d)
    if (movement->moves(d) && d != dim)
      return {};
  return slice;
}

static std::optional<RowMovement> movementOf(tensor::ConcatOp op) {
  int64_t dim = op.getDim();
  RowMovement made(Value(), op.getResultType().getShape());
  int64_t begin = 0;
  for (Value input : op.getInputs()) {
    int64_t size = cast<RankedTensorType>(input.getType()).getDimSize(dim);
    Piece piece{begin, begin + size};
    begin += size;
    Value source = input;
    if (tensor::ExtractSliceOp slice = sliceAlong(input, dim)) {
      source = slice.getSource();
      piece.offset = slice.getStaticOffsets()[dim];
      piece.scale = slice.getStaticStrides()[dim];
      made.through.push_back(slice);
    }
    auto known = llvm::find(made.sources, source);
    piece.source = known - made.sources.begin();
    if (known == made.sources.end())
      made.sources.push_back(source);
    if (size != 0)
      made.pieces[dim].push_back(piece);
  }
  return made;
}

/// A copy that counts some dimensions downwards.
static std::optional<RowMovement> movementOf(linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 1 || op.getNumDpsInits() != 1 ||
      op.getNumParallelLoops() != op.getNumLoops())
    return std::nullopt;
  auto type = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
  auto maps = op.getIndexingMapsArray();
  Block *body = op.getBlock();
  if (!type || !maps[1].isIdentity() ||
      body->getTerminator()->getOperand(0) != body->getArgument(0) ||
      maps[0].getNumResults() != op.getNumLoops() ||
      type.getShape() !=
          cast<RankedTensorType>(op->getResult(0).getType()).getShape())
    return std::nullopt;
  RowMovement made(op->getOperand(0), type.getShape());
  for (auto [d, expr] : llvm::enumerate(maps[0].getResults())) {
    AffineExpr own = getAffineDimExpr(d, op.getContext());
    int64_t last = type.getDimSize(d) - 1;
    if (expr == own)
      continue;
    if (expr != own * -1 + last)
      return std::nullopt;
    made.pieces[d].push_back({0, last + 1, 0, last, -1});
  }
  return made;
}

std::optional<RowMovement> rowMovementOf(Operation *op) {
  std::optional<RowMovement> found;
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
    found = movementOf(slice);
  else if (auto concat = dyn_cast<tensor::ConcatOp>(op))
    found = movementOf(concat);
  else if (auto generic = dyn_cast<linalg::GenericOp>(op))
    found = movementOf(generic);
  if (!found || found->sources.empty() ||
      llvm::all_of(found->pieces, [](const auto &own) { return own.empty(); }))
    return std::nullopt;
  return found;
}

bool isSeenThrough(Operation *op) {
  auto slice = dyn_cast<tensor::ExtractSliceOp>(op);
  return slice && !op->use_empty() &&
         llvm::all_of(op->getUsers(), [&](Operation *user) {
           auto concat = dyn_cast<tensor::ConcatOp>(user);
           return concat && user->getBlock() == op->getBlock() &&
                  sliceAlong(slice.getResult(), concat.getDim());
         });
}

//===----------------------------------------------------------------------===//
// What is received
//===----------------------------------------------------------------------===//

Sharding RowMovement::resultOf(const Sharding &source) const {
  Sharding result = source;
  for (int64_t d = int64_t(result.dims.size()) - 1; d >= 0; --d)
    if (dropped.test(d))
      result.dims.erase(result.dims.begin() + d);
  return result;
}

Relocation RowMovement::relocationOf(int64_t dim, int64_t shards) const {
  Relocation relocation;
  relocation.shards = shards;
  relocation.extent = shape[dim];
  relocation.hop = relocation.width = shardSize(shape[dim], shards);
  relocation.pieces = pieces[dim];
  for (Value source : sources)
    relocation.sources.push_back(
        cast<RankedTensorType>(source.getType()).getDimSize(dim));
  return relocation;
}

llvm::SmallVector<int64_t> RowMovement::movedDims() const {
  auto type = cast<RankedTensorType>(sources[0].getType());
  llvm::SmallVector<int64_t> dims;
  for (int64_t d = 0; d < int64_t(shape.size()); ++d)
    if (moves(d))
      dims.push_back(d);
  llvm::stable_sort(dims, [&](int64_t a, int64_t b) {
    auto growth = [&](int64_t d) {
      return double(shape[d]) / type.getDimSize(d);
    };
    return growth(a) < growth(b);
  });
  return dims;
}

std::optional<llvm::SmallVector<RowExchange>>
rowExchangesOf(const RowMovement &movement, const Sharding &source) {
  auto type = cast<RankedTensorType>(movement.sources[0].getType());
  for (int64_t d = 0; d < int64_t(movement.shape.size()); ++d)
    if (source.dims[d].shards() > 1 &&
        (movement.dropped.test(d) ||
         (movement.moves(d) && movement.shape[d] == 1)))
      return std::nullopt;
  llvm::SmallVector<int64_t> local = localShape(type.getShape(), source);
  llvm::SmallVector<RowExchange> exchanges;
  for (int64_t d : movement.movedDims()) {
    Relocation relocation = movement.relocationOf(d, source.dims[d].shards());
    auto plan = planRelocation(relocation);
    if (!plan)
      return std::nullopt;
    local[d] = 1;
    int64_t row = 1;
    for (int64_t size : local)
      row *= size;
    for (const Transfer &transfer : plan->transfers)
      exchanges.push_back({d, llvm::SmallVector<AxisRef>(source.dims[d].axes),
                           row * transfer.length});
    local[d] = relocation.width;
  }
  return exchanges;
}

} // namespace plait
