//===- ShardingRulesLinalgx.cpp - Gather, scatter, dynamic slices, sort ---===//
//
// A gather's batch and offset dimensions pass; the dimension that the indices
// address is `Indexed` where one element is taken. A scatter splits its updates
// (a reduction, where the body combines) or the tensor it writes (`Indexed`).
//
//===----------------------------------------------------------------------===//
#include "ShardingRuleHelpers.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/Matchers.h"
#include "plait/dialects/linalgx/Linalgx.h"

using namespace mlir;

namespace plait {

//===----------------------------------------------------------------------===//
// Gather and scatter
//===----------------------------------------------------------------------===//

namespace {
/// Which dimension of the indices stands for which dimension of the gathered
/// tensor (or the scattered updates): all but the index vector, in order, are
/// its dimensions that are no offsets.
struct Correspondence {
  llvm::SmallVector<int64_t> batchOfIndices; // per dimension of the indices
  llvm::SmallVector<int64_t> windowOfData;   // per dimension of the operand

  Correspondence(linalgx::GatherDimsAttr dims, int64_t dataRank,
                 int64_t indicesRank, int64_t windowedRank)
      : batchOfIndices(indicesRank, -1), windowOfData(dataRank, -1) {
    llvm::SmallVector<int64_t> batch;
    for (int64_t d = 0; d < windowedRank; ++d)
      if (!llvm::is_contained(dims.getOffsetDims(), d))
        batch.push_back(d);
    size_t next = 0;
    for (int64_t d = 0; d < indicesRank && next < batch.size(); ++d)
      if (d != dims.getIndexVectorDim())
        batchOfIndices[d] = batch[next++];
    next = 0;
    for (int64_t d = 0; d < dataRank; ++d)
      if (!llvm::is_contained(dims.getCollapsedSliceDims(), d) &&
          !llvm::is_contained(dims.getOperandBatchingDims(), d) &&
          next < dims.getOffsetDims().size())
        windowOfData[d] = dims.getOffsetDims()[next++];
  }
};

/// Factors of a gather or scatter: `data` is what is indexed, `windowed` what
/// is taken from it or written to it.
struct IndexedFactors {
  TensorFactors data, indices, windowed;
};

/// Whether a window as large as its dimension covers it. Starts of a gather are
/// clamped to zero; a scatter drops only what lies outside, so that an
/// addressed window may be shifted.
bool isCovered(linalgx::GatherDimsAttr dims, int64_t dim, bool isScatter) {
  return !isScatter || !llvm::is_contained(dims.getStartIndexMap(), dim);
}

/// The kind of a dimension of the data that is not a whole window: served by
/// the device that owns it where single elements are addressed.
FactorKind cutKind(linalgx::GatherDimsAttr dims, int64_t dim,
                   bool singleElements) {
  bool addressed = llvm::is_contained(dims.getStartIndexMap(), dim);
  return addressed && singleElements ? FactorKind::Indexed
                                     : FactorKind::NeedReplication;
}

IndexedFactors factorsOf(ShardingRule &rule, linalgx::GatherDimsAttr dims,
                         llvm::ArrayRef<int64_t> data,
                         llvm::ArrayRef<int64_t> indices,
                         llvm::ArrayRef<int64_t> windowed, Factor batchFactor,
                         bool isScatter) {
  Correspondence match(dims, data.size(), indices.size(), windowed.size());
  IndexedFactors result;
  result.windowed.resize(windowed.size());
  for (size_t d = 0; d < indices.size(); ++d) {
    if (match.batchOfIndices[d] < 0) {
      result.indices.push_back(
          ownFactor(rule, indices[d], FactorKind::NeedReplication));
      continue;
    }
    bool explicitBatch =
        llvm::is_contained(dims.getStartIndicesBatchingDims(), int64_t(d));
    Factor factor = explicitBatch ? Factor() : batchFactor;
    int f = rule.addFactor(indices[d], factor.kind, factor.combiner);
    result.indices.push_back({f});
    result.windowed[match.batchOfIndices[d]] = {f};
  }
  for (size_t d = 0; d < data.size(); ++d) {
    auto batching = llvm::find(dims.getOperandBatchingDims(), int64_t(d));
    int64_t window = match.windowOfData[d];
    if (batching != dims.getOperandBatchingDims().end()) {
      size_t k = batching - dims.getOperandBatchingDims().begin();
      result.data.push_back(
          result.indices[dims.getStartIndicesBatchingDims()[k]]);
    } else if (window >= 0 && windowed[window] == data[d] &&
               isCovered(dims, d, isScatter)) {
      result.data.push_back(ownFactor(rule, data[d], FactorKind::Parallel));
      result.windowed[window] = result.data.back();
    } else {
      bool single = window < 0 || windowed[window] == 1;
      result.data.push_back(ownFactor(rule, data[d], cutKind(dims, d, single)));
      if (window >= 0 && windowed[window] != 1)
        result.windowed[window] =
            ownFactor(rule, windowed[window], FactorKind::NeedReplication);
    }
  }
  return result;
}

struct GatherModel
    : ShardingRuleOpInterface::ExternalModel<GatherModel, linalgx::GatherOp> {
  ShardingRule getShardingRule(Operation *op) const {
    auto gather = cast<linalgx::GatherOp>(op);
    ShardingRule rule = emptyRule(op);
    IndexedFactors factors = factorsOf(
        rule, gather.getDims(), *shapeOf(gather.getOperand()),
        *shapeOf(gather.getIndices()), *shapeOf(gather.getResult()), Factor(),
        /*isScatter=*/false);
    rule.operands = {factors.data, factors.indices};
    rule.results = {factors.windowed};
    rule.linearIn[0] = true;
    return rule;
  }
};

/// Whether the old values of all cells are the integer or float zero.
bool isZero(Value tensor) {
  if (auto fill = tensor.getDefiningOp<linalg::FillOp>())
    return matchPattern(fill.getInputs()[0], m_AnyZeroFloat()) ||
           matchPattern(fill.getInputs()[0], m_Zero());
  return matchPattern(tensor, m_AnyZeroFloat()) ||
         matchPattern(tensor, m_Zero());
}

/// How parts of a scatter combine, each device scattering its own updates into
/// the neutral element. A scatter that replaces is a sum where no cell is
/// written twice and all were zero.
std::optional<Combiner> combinerOf(linalgx::ScatterOp op) {
  if (op.getNumResults() != 1)
    return std::nullopt;
  Block &body = op.getBody().front();
  if (body.getNumArguments() != 2)
    return std::nullopt;
  Value yielded = body.getTerminator()->getOperand(0);
  if (yielded == body.getArgument(1) && op.getUniqueIndices() &&
      isZero(op.getInits()[0]))
    return Combiner::Sum;
  return combinerOfBody(yielded, body.getArgument(0));
}

struct ScatterModel
    : ShardingRuleOpInterface::ExternalModel<ScatterModel, linalgx::ScatterOp> {
  ShardingRule getShardingRule(Operation *op) const {
    auto scatter = cast<linalgx::ScatterOp>(op);
    ShardingRule rule = emptyRule(op);
    if (scatter.getUpdates().empty() || op->getNumResults() == 0)
      return rule;
    std::optional<Combiner> combiner = combinerOf(scatter);
    IndexedFactors factors = factorsOf(
        rule, scatter.getDims(), *shapeOf(scatter.getInits()[0]),
        *shapeOf(scatter.getIndices()), *shapeOf(scatter.getUpdates()[0]),
        {1, FactorKind::Reduction, combiner}, /*isScatter=*/true);
    size_t n = scatter.getUpdates().size();
    rule.operands[0] = factors.indices;
    for (size_t i = 0; i < n; ++i) {
      rule.operands[1 + i] = factors.windowed;
      rule.operands[1 + n + i] = factors.data;
      rule.operandIsInit[1 + n + i] = isUniform(scatter.getInits()[i]);
      rule.linearIn[1 + i] =
          combiner == Combiner::Sum && isSumOfUpdates(scatter);
      rule.results[i] = factors.data;
    }
    return rule;
  }

  /// Whether the update is added, not something computed from it.
  static bool isSumOfUpdates(linalgx::ScatterOp op) {
    Block &body = op.getBody().front();
    Linearity question = {{body.getArgument(0)}, {body.getArgument(1)}};
    return isLinear(body.getTerminator()->getOperand(0), question);
  }
};

//===----------------------------------------------------------------------===//
// Dynamic slices
//===----------------------------------------------------------------------===//

/// Adds the factors of one dimension of `whole`, of which `part` is cut.
void addDynamicDim(ShardingRule &rule, int64_t whole, int64_t part,
                   TensorFactors &wholeDims, TensorFactors &partDims) {
  if (whole == part) {
    wholeDims.push_back(ownFactor(rule, whole, FactorKind::Parallel));
    partDims.push_back(wholeDims.back());
    return;
  }
  wholeDims.push_back(ownFactor(rule, whole, FactorKind::Indexed));
  if (part == 1)
    partDims.emplace_back();
  else
    partDims.push_back(ownFactor(rule, part, FactorKind::NeedReplication));
}

struct DynamicSliceModel
    : ShardingRuleOpInterface::ExternalModel<DynamicSliceModel,
                                             linalgx::DynamicSliceOp> {
  ShardingRule getShardingRule(Operation *op) const {
    auto slice = cast<linalgx::DynamicSliceOp>(op);
    ShardingRule rule = emptyRule(op);
    llvm::ArrayRef<int64_t> whole = *shapeOf(slice.getOperand());
    llvm::ArrayRef<int64_t> part = *shapeOf(slice.getResult());
    for (size_t d = 0; d < whole.size(); ++d)
      addDynamicDim(rule, whole[d], part[d], rule.operands[0], rule.results[0]);
    rule.linearIn[0] = true;
    return rule;
  }
};

struct DynamicUpdateSliceModel
    : ShardingRuleOpInterface::ExternalModel<DynamicUpdateSliceModel,
                                             linalgx::DynamicUpdateSliceOp> {
  ShardingRule getShardingRule(Operation *op) const {
    auto update = cast<linalgx::DynamicUpdateSliceOp>(op);
    ShardingRule rule = emptyRule(op);
    llvm::ArrayRef<int64_t> whole = *shapeOf(update.getOperand());
    llvm::ArrayRef<int64_t> part = *shapeOf(update.getUpdate());
    for (size_t d = 0; d < whole.size(); ++d)
      addDynamicDim(rule, whole[d], part[d], rule.results[0], rule.operands[0]);
    rule.operands[1] = rule.results[0];
    rule.operandIsInit[1] = isUniform(update.getOperand());
    return rule;
  }
};

//===----------------------------------------------------------------------===//
// Sort, scan and barrier
//===----------------------------------------------------------------------===//

struct SortModel
    : ShardingRuleOpInterface::ExternalModel<SortModel, linalgx::SortOp> {
  ShardingRule getShardingRule(Operation *op) const {
    auto sort = cast<linalgx::SortOp>(op);
    ShardingRule rule = emptyRule(op);
    if (op->getNumOperands() == 0)
      return rule;
    TensorFactors dims = ownFactors(rule, *shapeOf(op->getOperand(0)));
    uint64_t sorted = sort.getDimension();
    if (sorted < dims.size())
      rule.factors[dims[sorted][0]].kind = FactorKind::NeedReplication;
    for (TensorFactors &operand : rule.operands)
      operand = dims;
    for (TensorFactors &result : rule.results)
      result = dims;
    return rule;
  }
};

/// Axes pass along the scanned dimension too: devices scan their shards, and
/// exchange totals.
struct ScanModel
    : ShardingRuleOpInterface::ExternalModel<ScanModel, linalgx::ScanOp> {
  ShardingRule getShardingRule(Operation *op) const {
    auto scan = cast<linalgx::ScanOp>(op);
    ShardingRule rule = emptyRule(op);
    if (op->getNumOperands() == 0)
      return rule;
    TensorFactors dims = ownFactors(rule, *shapeOf(op->getOperand(0)));
    uint64_t scanned = scan.getDimension();
    if (scanned < dims.size())
      rule.factors[dims[scanned][0]].kind = FactorKind::Window;
    for (TensorFactors &operand : rule.operands)
      operand = dims;
    for (TensorFactors &result : rule.results)
      result = dims;
    return rule;
  }
};

/// One factor per loop, and one per dimension that must be whole. What the code
/// does with padding is not known.
struct ForeignCallModel
    : ShardingRuleOpInterface::ExternalModel<ForeignCallModel,
                                             linalgx::ForeignCallOp> {
  ShardingRule getShardingRule(Operation *op) const {
    linalgx::LoopsAttr loops = cast<linalgx::ForeignCallOp>(op).getLoopsAttr();
    ShardingRule rule = emptyRule(op);
    for (int64_t i = 0; i < loops.count(); ++i)
      rule.addFactor(1);
    for (Factor &factor : rule.factors)
      factor.evenly = true;
    for (int64_t loop : loops.getSummed()) {
      rule.factors[loop].kind = FactorKind::Reduction;
      rule.factors[loop].combiner = Combiner::Sum;
    }
    auto dims = [&](Value value, DenseI64ArrayAttr list) {
      TensorFactors factors;
      for (auto [loop, size] :
           llvm::zip_equal(list.asArrayRef(), *shapeOf(value)))
        if (loop < 0)
          factors.push_back(ownFactor(rule, size, FactorKind::NeedReplication));
        else {
          rule.factors[loop].size = size;
          factors.push_back({int(loop)});
        }
      return factors;
    };
    for (auto [i, list] : llvm::enumerate(loops.getOperands()))
      rule.operands[i] = dims(op->getOperand(i), list);
    for (auto [i, list] : llvm::enumerate(loops.getResults()))
      rule.results[i] = dims(op->getResult(i), list);
    return rule;
  }
};

/// Each operand passes to its result, independently of the others.
struct BarrierModel
    : ShardingRuleOpInterface::ExternalModel<BarrierModel, linalgx::BarrierOp> {
  ShardingRule getShardingRule(Operation *op) const {
    ShardingRule rule = emptyRule(op);
    for (unsigned i = 0; i < op->getNumOperands(); ++i) {
      std::optional<llvm::ArrayRef<int64_t>> shape = shapeOf(op->getOperand(i));
      if (!shape || i >= op->getNumResults())
        continue;
      rule.operands[i] = ownFactors(rule, *shape);
      rule.results[i] = rule.operands[i];
    }
    return rule;
  }
};
} // namespace

void registerLinalgxShardingRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, linalgx::LinalgxDialect *) {
    linalgx::GatherOp::attachInterface<GatherModel>(*context);
    linalgx::ScatterOp::attachInterface<ScatterModel>(*context);
    linalgx::DynamicSliceOp::attachInterface<DynamicSliceModel>(*context);
    linalgx::DynamicUpdateSliceOp::attachInterface<DynamicUpdateSliceModel>(
        *context);
    linalgx::SortOp::attachInterface<SortModel>(*context);
    linalgx::ScanOp::attachInterface<ScanModel>(*context);
    linalgx::ForeignCallOp::attachInterface<ForeignCallModel>(*context);
    linalgx::BarrierOp::attachInterface<BarrierModel>(*context);
  });
}

} // namespace plait
