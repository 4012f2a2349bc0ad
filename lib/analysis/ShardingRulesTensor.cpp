//===- ShardingRulesTensor.cpp - Reshapes, slices, constants --------------===//
//
// Reshapes are compound factors: a collapsed dimension is the list of the
// expanded ones, major first. Slices, pads and concatenations pass what they
// take whole; a dimension that is cut must be whole on every device.
//
//===----------------------------------------------------------------------===//
#include "ShardingRuleHelpers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectRegistry.h"

using namespace mlir;

namespace plait {

//===----------------------------------------------------------------------===//
// Reshapes
//===----------------------------------------------------------------------===//

/// Gives both sides their factors: one per expanded dimension.
static void addReassociation(ShardingRule &rule,
                             llvm::ArrayRef<ReassociationIndices> groups,
                             llvm::ArrayRef<int64_t> expanded,
                             TensorFactors &wide, TensorFactors &narrow) {
  wide.resize(expanded.size());
  for (const ReassociationIndices &group : groups) {
    llvm::SmallVector<int, 1> compound;
    for (int64_t dim : group) {
      int factor = rule.addFactor(expanded[dim]);
      wide[dim] = {factor};
      compound.push_back(factor);
    }
    narrow.push_back(compound);
  }
}

namespace {
struct ExpandShapeModel
    : ShardingRuleOpInterface::ExternalModel<ExpandShapeModel,
                                             tensor::ExpandShapeOp> {
  ShardingRule getShardingRule(Operation *op) const {
    auto expand = cast<tensor::ExpandShapeOp>(op);
    ShardingRule rule = emptyRule(op);
    addReassociation(rule, expand.getReassociationIndices(),
                     expand.getResultType().getShape(), rule.results[0],
                     rule.operands[0]);
    rule.linearIn[0] = true;
    return rule;
  }
};

struct CollapseShapeModel
    : ShardingRuleOpInterface::ExternalModel<CollapseShapeModel,
                                             tensor::CollapseShapeOp> {
  ShardingRule getShardingRule(Operation *op) const {
    auto collapse = cast<tensor::CollapseShapeOp>(op);
    ShardingRule rule = emptyRule(op);
    addReassociation(rule, collapse.getReassociationIndices(),
                     collapse.getSrcType().getShape(), rule.operands[0],
                     rule.results[0]);
    rule.linearIn[0] = true;
    return rule;
  }
};

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

/// Whether a static slice takes dimension `dim` of `shape` whole.
bool isWhole(OffsetSizeAndStrideOpInterface op, unsigned dim,
             llvm::ArrayRef<int64_t> shape) {
  return op.getStaticOffsets()[dim] == 0 &&
         op.getStaticSizes()[dim] == shape[dim] &&
         op.getStaticStrides()[dim] == 1;
}

/// Whether a slice of `dim` is known at compile time and upwards.
bool isStatic(OffsetSizeAndStrideOpInterface op, unsigned dim) {
  return !ShapedType::isDynamic(op.getStaticOffsets()[dim]) &&
         !ShapedType::isDynamic(op.getStaticSizes()[dim]) &&
         op.getStaticStrides()[dim] > 0;
}

/// Whether a dimension of `whole` and a part of it that spans `part` are tied:
/// axes pass, and elements near the shards' borders are exchanged. Less than
/// half would move most of what is left.
bool isTied(int64_t part, int64_t whole) {
  return part > 1 && 2 * part >= whole;
}

struct ExtractSliceModel
    : ShardingRuleOpInterface::ExternalModel<ExtractSliceModel,
                                             tensor::ExtractSliceOp> {
  ShardingRule getShardingRule(Operation *op) const {
    auto slice = cast<tensor::ExtractSliceOp>(op);
    ShardingRule rule = emptyRule(op);
    rule.linearIn[0] = true;
    llvm::ArrayRef<int64_t> shape = slice.getSourceType().getShape();
    llvm::ArrayRef<int64_t> result = slice.getType().getShape();
    llvm::SmallBitVector dropped = slice.getDroppedDims();
    for (unsigned dim = 0; dim < shape.size(); ++dim) {
      bool whole = isWhole(slice, dim, shape);
      auto kind = whole ? FactorKind::Parallel : FactorKind::NeedReplication;
      int64_t size = slice.getStaticSizes()[dim];
      if (!whole && !dropped.test(dim) && isStatic(slice, dim) &&
          isTied((size - 1) * slice.getStaticStrides()[dim] + 1, shape[dim])) {
        rule.operands[0].push_back(ownFactor(rule, size, FactorKind::Window));
        rule.results[0].push_back(rule.operands[0].back());
        continue;
      }
      rule.operands[0].push_back(ownFactor(rule, shape[dim], kind));
      if (dropped.test(dim))
        continue;
      if (whole)
        rule.results[0].push_back(rule.operands[0].back());
      else
        rule.results[0].push_back(
            ownFactor(rule, result[rule.results[0].size()], kind));
    }
    return rule;
  }
};

/// For tensor.insert_slice: which dimension of the source a dimension of the
/// destination is, or -1 where the source lacks it (rank-reduced).
llvm::SmallVector<int> sourceDims(tensor::InsertSliceOp op) {
  llvm::SmallBitVector dropped = op.getDroppedDims();
  llvm::SmallVector<int> dims;
  int next = 0;
  for (unsigned dim = 0; dim < dropped.size(); ++dim)
    dims.push_back(dropped.test(dim) ? -1 : next++);
  return dims;
}

struct InsertSliceModel
    : ShardingRuleOpInterface::ExternalModel<InsertSliceModel,
                                             tensor::InsertSliceOp> {
  ShardingRule getShardingRule(Operation *op) const {
    auto insert = cast<tensor::InsertSliceOp>(op);
    ShardingRule rule = emptyRule(op);
    llvm::ArrayRef<int64_t> shape = insert.getDestType().getShape();
    llvm::ArrayRef<int64_t> source = insert.getSourceType().getShape();
    for (auto [dim, from] : llvm::enumerate(sourceDims(insert))) {
      bool whole = isWhole(insert, dim, shape);
      auto kind = whole ? FactorKind::Parallel
                  : insert.getStaticStrides()[dim] == 1
                      ? FactorKind::Indexed
                      : FactorKind::NeedReplication;
      rule.operands[1].push_back(ownFactor(rule, shape[dim], kind));
      if (from < 0)
        continue;
      rule.operands[0].push_back(
          whole ? rule.operands[1].back()
                : ownFactor(rule, source[from], FactorKind::NeedReplication));
    }
    rule.results[0] = rule.operands[1];
    rule.operandIsInit[1] = isUniform(insert.getDest());
    return rule;
  }
};

/// Whether the only use of a pad slides a window over its dimension `dim`: then
/// the padding is part of the window's halo.
bool feedsWindow(tensor::PadOp pad, unsigned dim) {
  if (!pad->hasOneUse())
    return false;
  OpOperand &use = *pad->use_begin();
  auto user = dyn_cast<linalg::LinalgOp>(use.getOwner());
  return user && !isa<AffineDimExpr, AffineConstantExpr>(
                     user.getMatchingIndexingMap(&use).getResult(dim));
}

struct PadModel
    : ShardingRuleOpInterface::ExternalModel<PadModel, tensor::PadOp> {
  ShardingRule getShardingRule(Operation *op) const {
    auto pad = cast<tensor::PadOp>(op);
    ShardingRule rule = emptyRule(op);
    llvm::ArrayRef<int64_t> from = pad.getSourceType().getShape();
    llvm::ArrayRef<int64_t> to = pad.getResultType().getShape();
    for (unsigned dim = 0; dim < from.size(); ++dim) {
      bool whole =
          pad.getStaticLow()[dim] == 0 && pad.getStaticHigh()[dim] == 0;
      if (!whole && (feedsWindow(pad, dim) || isTied(from[dim], to[dim]))) {
        rule.operands[0].push_back(
            ownFactor(rule, to[dim], FactorKind::Window));
        rule.results[0].push_back(rule.operands[0].back());
        continue;
      }
      auto kind = whole ? FactorKind::Parallel : FactorKind::NeedReplication;
      rule.operands[0].push_back(ownFactor(rule, from[dim], kind));
      rule.results[0].push_back(whole ? rule.operands[0].back()
                                      : ownFactor(rule, to[dim], kind));
    }
    return rule;
  }
};

struct ConcatModel
    : ShardingRuleOpInterface::ExternalModel<ConcatModel, tensor::ConcatOp> {
  ShardingRule getShardingRule(Operation *op) const {
    auto concat = cast<tensor::ConcatOp>(op);
    ShardingRule rule = emptyRule(op);
    llvm::ArrayRef<int64_t> shape = concat.getResultType().getShape();
    unsigned joined = concat.getDim();
    rule.results[0] = ownFactors(rule, shape);
    int whole = rule.results[0][joined][0];
    rule.factors[whole].kind = FactorKind::NeedReplication;
    for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
      rule.operands[i] = rule.results[0];
      int64_t part = (*shapeOf(operand))[joined];
      if (isTied(part, shape[joined]))
        rule.factors[whole].kind = FactorKind::Window;
      else
        rule.operands[i][joined] =
            ownFactor(rule, part, FactorKind::NeedReplication);
    }
    rule.jointlyLinear = true;
    return rule;
  }
};

//===----------------------------------------------------------------------===//
// Elements, and tensors from nothing
//===----------------------------------------------------------------------===//

struct ExtractModel
    : ShardingRuleOpInterface::ExternalModel<ExtractModel, tensor::ExtractOp> {
  ShardingRule getShardingRule(Operation *op) const {
    ShardingRule rule = emptyRule(op);
    if (std::optional<llvm::ArrayRef<int64_t>> shape =
            shapeOf(op->getOperand(0)))
      rule.operands[0] = ownFactors(rule, *shape, FactorKind::NeedReplication);
    return rule;
  }
};

/// Results that need nothing but scalars: `kind` says whether a part of them
/// can be made alone.
template <typename OpTy, FactorKind kind>
struct SourceModel
    : ShardingRuleOpInterface::ExternalModel<SourceModel<OpTy, kind>, OpTy> {
  ShardingRule getShardingRule(Operation *op) const {
    ShardingRule rule = emptyRule(op);
    for (auto [i, result] : llvm::enumerate(op->getResults()))
      if (std::optional<llvm::ArrayRef<int64_t>> shape = shapeOf(result))
        rule.results[i] = ownFactors(rule, *shape, kind);
    return rule;
  }
};
} // namespace

void registerTensorShardingRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *) {
    tensor::ExpandShapeOp::attachInterface<ExpandShapeModel>(*context);
    tensor::CollapseShapeOp::attachInterface<CollapseShapeModel>(*context);
    tensor::ExtractSliceOp::attachInterface<ExtractSliceModel>(*context);
    tensor::InsertSliceOp::attachInterface<InsertSliceModel>(*context);
    tensor::PadOp::attachInterface<PadModel>(*context);
    tensor::ConcatOp::attachInterface<ConcatModel>(*context);
    tensor::ExtractOp::attachInterface<ExtractModel>(*context);
    using E = tensor::EmptyOp;
    using S = tensor::SplatOp;
    using F = tensor::FromElementsOp;
    E::attachInterface<SourceModel<E, FactorKind::Parallel>>(*context);
    S::attachInterface<SourceModel<S, FactorKind::Parallel>>(*context);
    F::attachInterface<SourceModel<F, FactorKind::NeedReplication>>(*context);
  });
  registry.addExtension(+[](MLIRContext *context, arith::ArithDialect *) {
    using C = arith::ConstantOp;
    C::attachInterface<SourceModel<C, FactorKind::Parallel>>(*context);
  });
}

} // namespace plait
