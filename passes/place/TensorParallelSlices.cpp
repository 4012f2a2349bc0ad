//===- TensorParallelSlices.cpp - Slices that are heads apart -------------===//
//
// Before: %p = x W : [b, s, 3f]            %d = concat %dq, %dk, %dv
//         %q = slice %p [0, 0, 0], ...      dx = %d W', dW = x' %d
// After:  %p = x expand(W) : [b, s, 3, f]  %d = concat of [b, s, 1, f]
//         %q = slice %p [0, 0, 0, 0], ...   dx = %d expand(W'), ...
//
// First find which dimension of which ops to take apart, following it through
// elementwise ops and products; then rebuild these ops in program order. At the
// border stand reshapes.
//
//===----------------------------------------------------------------------===//
#include "TensorParallelSlices.h"

#include "TensorParallelPositions.h"
#include "TensorParallelRegion.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace plait::place {

namespace {
/// A dimension of `parts` slices of `length`.
struct Joined {
  RankedTensorType type;
  int dim;
  int64_t length;

  int64_t parts() const { return type.getDimSize(dim) / length; }
  bool operator==(const Joined &o) const {
    return type == o.type && dim == o.dim && length == o.length;
  }
};
} // namespace

/// The slice as one of equal parts of a dimension.
static std::optional<Joined> asPart(tensor::ExtractSliceOp op) {
  RankedTensorType type = op.getSourceType();
  if (op.getType().getRank() != type.getRank() ||
      !llvm::all_of(op.getStaticStrides(), [](int64_t s) { return s == 1; }))
    return std::nullopt;
  int dim = -1;
  for (int d = 0; d < type.getRank(); ++d)
    if (op.getStaticSizes()[d] != type.getDimSize(d)) {
      if (dim >= 0)
        return std::nullopt;
      dim = d;
    }
  if (dim < 0)
    return std::nullopt;
  int64_t length = op.getStaticSizes()[dim],
          offset = op.getStaticOffsets()[dim];
  if (length <= 1 || ShapedType::isDynamic(offset) || offset % length != 0 ||
      type.getDimSize(dim) % length != 0)
    return std::nullopt;
  return Joined{type, dim, length};
}

/// Whether the concatenation joins the parts again.
static bool joins(tensor::ConcatOp op, const Joined &joined) {
  return op.getResultType() == joined.type &&
         static_cast<int>(op.getDim()) == joined.dim &&
         llvm::all_of(op.getInputs(), [&](Value part) {
           return cast<RankedTensorType>(part.getType())
                      .getDimSize(joined.dim) == joined.length;
         });
}

/// The loop of a generic op that runs over dimension `dim` of a tensor with
/// that map, if it can be taken apart; else -1.
static int loopOf(linalg::GenericOp op, AffineMap map, int dim) {
  auto own = dyn_cast<AffineDimExpr>(map.getResult(dim));
  if (!own)
    return -1;
  int loop = own.getPosition();
  for (AffineMap other : op.getIndexingMapsArray())
    for (AffineExpr expr : other.getResults())
      if (!isa<AffineDimExpr>(expr) && expr.isFunctionOfDim(loop))
        return -1;
  bool indexed = false;
  op.walk([&](linalg::IndexOp index) {
    indexed |= static_cast<int>(index.getDim()) == loop;
  });
  return indexed ? -1 : loop;
}

static int dimOf(AffineMap map, int loop) {
  for (auto [d, expr] : llvm::enumerate(map.getResults()))
    if (auto own = dyn_cast<AffineDimExpr>(expr))
      if (static_cast<int>(own.getPosition()) == loop)
        return d;
  return -1;
}

namespace {
/// The ops around one kind of joined dimension.
class Separation {
public:
  Separation(Step &step, const Positions &examples, Joined joined)
      : step(step), examples(examples), joined(joined) {}

  /// Follows the dimension of `value`; only activations are followed, others
  /// get a reshape.
  void follow(Value value, int dim) {
    if (!examples.contains(value) || !seen.insert(value).second)
      return;
    if (auto op = value.getDefiningOp<linalg::GenericOp>())
      visit(op,
            op.getMatchingIndexingMap(
                op.getDpsInitOperand(cast<OpResult>(value).getResultNumber())),
            dim);
    for (OpOperand &use : value.getUses())
      if (auto op = dyn_cast<linalg::GenericOp>(use.getOwner()))
        visit(op, op.getMatchingIndexingMap(&use), dim);
      else if (auto slice = dyn_cast<tensor::ExtractSliceOp>(use.getOwner());
               slice && asPart(slice) == joined)
        edges.insert(slice);
    if (auto concat = value.getDefiningOp<tensor::ConcatOp>())
      edges.insert(concat);
  }

  bool hasColumns() {
    return llvm::any_of(loops, [&](auto &entry) {
      return asWeightProduct(entry.first, step).has_value() &&
             step.isForward(entry.first);
    });
  }

  /// Rebuilds what was found.
  void apply() {
    SmallVector<Operation *> ops;
    step.getMain().walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (loops.contains(op) || edges.contains(op))
        ops.push_back(op);
    });
    for (Operation *op : ops) {
      OpBuilder builder(op);
      if (auto generic = dyn_cast<linalg::GenericOp>(op))
        rebuild(builder, generic, loops[op]);
      else if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
        rebuild(builder, slice);
      else
        rebuild(builder, cast<tensor::ConcatOp>(op));
      op->erase();
    }
    for (Operation *reshape : llvm::reverse(reshapes))
      if (reshape->use_empty())
        reshape->erase();
  }

private:
  void visit(linalg::GenericOp op, AffineMap map, int dim) {
    int loop = loopOf(op, map, dim);
    if (loop < 0 || !loops.try_emplace(op, loop).second)
      return;
    for (OpOperand &operand : op->getOpOperands())
      if (int at = dimOf(op.getMatchingIndexingMap(&operand), loop); at >= 0)
        follow(operand.get(), at);
    for (auto [i, result] : llvm::enumerate(op->getResults()))
      if (int at =
              dimOf(op.getMatchingIndexingMap(op.getDpsInitOperand(i)), loop);
          at >= 0)
        follow(result, at);
  }

  RankedTensorType apart(Type type, int dim, int64_t parts) const {
    auto tensor = cast<RankedTensorType>(type);
    SmallVector<int64_t> shape(tensor.getShape());
    shape[dim] /= parts;
    shape.insert(shape.begin() + dim, parts);
    return RankedTensorType::get(shape, tensor.getElementType());
  }

  static SmallVector<ReassociationIndices> reassociation(int64_t rank,
                                                         int dim) {
    SmallVector<ReassociationIndices> groups;
    for (int d = 0; d < rank; ++d) {
      int first = d > dim ? d + 1 : d;
      groups.push_back({first});
      if (d == dim)
        groups.back().push_back(first + 1);
    }
    return groups;
  }

  /// `value` with its dimension taken into `parts`.
  Value expand(OpBuilder &builder, Value value, int dim, int64_t parts) {
    auto known = expanded.find(value);
    if (known != expanded.end())
      return known->second;
    RankedTensorType type = apart(value.getType(), dim, parts);
    Location loc = value.getLoc();
    if (value.getDefiningOp<tensor::EmptyOp>())
      return tensor::EmptyOp::create(builder, loc, type.getShape(),
                                     type.getElementType());
    if (auto fill = value.getDefiningOp<linalg::FillOp>()) {
      Value empty = tensor::EmptyOp::create(builder, loc, type.getShape(),
                                            type.getElementType());
      return linalg::FillOp::create(builder, loc, fill.getInputs()[0], empty)
          .getResult(0);
    }
    DenseElementsAttr splat;
    if (matchPattern(value, m_Constant(&splat)) && splat.isSplat())
      return arith::ConstantOp::create(builder, loc, splat.resizeSplat(type));
    int64_t rank = cast<RankedTensorType>(value.getType()).getRank();
    return tensor::ExpandShapeOp::create(builder, loc, type, value,
                                         reassociation(rank, dim));
  }

  /// Replaces `old` by `made`, whose dimension is taken apart.
  void replace(OpBuilder &builder, Value old, Value made, int dim) {
    int64_t rank = cast<RankedTensorType>(old.getType()).getRank();
    auto collapsed = tensor::CollapseShapeOp::create(
        builder, old.getLoc(), old.getType(), made, reassociation(rank, dim));
    expanded[collapsed] = made;
    reshapes.push_back(collapsed);
    old.replaceAllUsesWith(collapsed);
  }

  void rebuild(OpBuilder &builder, linalg::GenericOp op, int loop) {
    auto shift = [&](AffineMap map) {
      SmallVector<AffineExpr> exprs, dims;
      for (unsigned d = 0; d < map.getNumDims(); ++d)
        dims.push_back(
            builder.getAffineDimExpr(static_cast<int>(d) > loop ? d + 1 : d));
      for (AffineExpr expr : map.getResults()) {
        exprs.push_back(expr.replaceDims(dims));
        if (expr == builder.getAffineDimExpr(loop))
          exprs.push_back(builder.getAffineDimExpr(loop + 1));
      }
      return AffineMap::get(map.getNumDims() + 1, 0, exprs,
                            builder.getContext());
    };
    SmallVector<Value> operands;
    SmallVector<AffineMap> maps;
    for (OpOperand &operand : op->getOpOperands()) {
      AffineMap map = op.getMatchingIndexingMap(&operand);
      int dim = dimOf(map, loop);
      operands.push_back(
          dim < 0 ? operand.get()
                  : expand(builder, operand.get(), dim, joined.parts()));
      maps.push_back(shift(map));
    }
    SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
    iterators.insert(iterators.begin() + loop, iterators[loop]);
    ArrayRef<Value> all(operands);
    ArrayRef<Value> inits = all.drop_front(op.getNumDpsInputs());
    SmallVector<Type> types;
    for (Value init : inits)
      types.push_back(init.getType());
    auto made = linalg::GenericOp::create(builder, op.getLoc(), types,
                                          all.take_front(op.getNumDpsInputs()),
                                          inits, maps, iterators);
    made.getRegion().takeBody(op.getRegion());
    made.walk([&](linalg::IndexOp index) {
      if (static_cast<int>(index.getDim()) > loop)
        index.setDim(index.getDim() + 1);
    });
    for (auto [i, result] : llvm::enumerate(op->getResults())) {
      int dim =
          dimOf(op.getIndexingMapsArray()[op.getNumDpsInputs() + i], loop);
      if (dim < 0)
        result.replaceAllUsesWith(made.getResult(i));
      else
        replace(builder, result, made.getResult(i), dim);
    }
  }

  void rebuild(OpBuilder &builder, tensor::ExtractSliceOp op) {
    Value source = expand(builder, op.getSource(), joined.dim, joined.parts());
    RankedTensorType type = apart(op.getType(), joined.dim, 1);
    SmallVector<OpFoldResult> offsets, sizes, strides;
    for (int d = 0; d < type.getRank(); ++d) {
      int64_t part = op.getStaticOffsets()[joined.dim] / joined.length;
      int old = d > joined.dim ? d - 1 : d;
      bool inside = d == joined.dim || d == joined.dim + 1;
      offsets.push_back(builder.getIndexAttr(d == joined.dim ? part
                                             : inside
                                                 ? 0
                                                 : op.getStaticOffsets()[old]));
      sizes.push_back(builder.getIndexAttr(type.getDimSize(d)));
      strides.push_back(builder.getIndexAttr(1));
    }
    Value slice = tensor::ExtractSliceOp::create(
        builder, op.getLoc(), type, source, offsets, sizes, strides);
    replace(builder, op.getResult(), slice, joined.dim);
  }

  void rebuild(OpBuilder &builder, tensor::ConcatOp op) {
    SmallVector<Value> parts;
    for (Value input : op.getInputs())
      parts.push_back(expand(builder, input, joined.dim, 1));
    Value concat = tensor::ConcatOp::create(
        builder, op.getLoc(), apart(op.getType(), joined.dim, joined.parts()),
        joined.dim, parts);
    replace(builder, op.getResult(), concat, joined.dim);
  }

  Step &step;
  const Positions &examples;
  Joined joined;
  llvm::DenseSet<Value> seen;
  llvm::MapVector<Operation *, int> loops; // of generic ops
  llvm::SetVector<Operation *> edges;      // slices and concatenations
  llvm::DenseMap<Value, Value> expanded;
  SmallVector<Operation *> reshapes;
};
} // namespace

/// Slices at which the regions of a product end in a fault, whichever of its
/// dimensions they begin with.
static llvm::DenseSet<Operation *> findObstacles(Step &step, AxisRef axis,
                                                 const Mesh &mesh) {
  llvm::MapVector<Operation *, SmallVector<Operation *>> faults;
  llvm::DenseSet<Operation *> fine;
  for (const Seed &seed : findSeeds(step)) {
    Region region = growRegion(seed, step, axis, mesh);
    if (!region.hasFault())
      fine.insert(seed.product.op);
    else
      faults[seed.product.op].push_back(region.faultAt);
  }
  llvm::DenseSet<Operation *> obstacles;
  for (auto &[product, ops] : faults)
    if (!fine.contains(product))
      obstacles.insert_range(ops);
  return obstacles;
}

bool separateSlices(Step &step, AxisRef axis, const Mesh &mesh) {
  llvm::DenseSet<Operation *> obstacles = findObstacles(step, axis, mesh);
  Positions examples = findPositions(step, 0);
  SmallVector<Joined> kinds;
  step.getMain().walk([&](tensor::ExtractSliceOp op) {
    std::optional<Joined> joined = asPart(op);
    if (joined && joined->length % axis.size == 0 && obstacles.contains(op) &&
        examples.contains(op.getSource()) && step.isForward(op.getSource()) &&
        !llvm::is_contained(kinds, *joined))
      kinds.push_back(*joined);
  });
  for (const Joined &joined : kinds) {
    Separation separation(step, examples, joined);
    step.getMain().walk([&](Operation *op) {
      if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op)) {
        if (asPart(slice) == joined)
          separation.follow(slice.getSource(), joined.dim);
      } else if (auto concat = dyn_cast<tensor::ConcatOp>(op)) {
        if (joins(concat, joined))
          separation.follow(concat.getResult(), joined.dim);
      }
    });
    if (!separation.hasColumns())
      continue;
    separation.apply();
    return true;
  }
  return false;
}

} // namespace plait::place
