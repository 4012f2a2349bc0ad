//===- ShardingRules.cpp - Rules of any op, and their text ----------------===//
#include "ShardingRuleHelpers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/Matchers.h"
#include "plait/dialects/linalgx/Linalgx.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace plait {

void registerShardingRuleModels(DialectRegistry &registry) {
  registerLinalgShardingRules(registry);
  registerTensorShardingRules(registry);
  registerLinalgxShardingRules(registry);
}

std::optional<llvm::ArrayRef<int64_t>> shapeOf(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || !type.hasStaticShape())
    return std::nullopt;
  return type.getShape();
}

ShardingRule emptyRule(Operation *op) {
  ShardingRule rule;
  rule.operands.resize(op->getNumOperands());
  rule.results.resize(op->getNumResults());
  rule.operandIsInit.resize(op->getNumOperands());
  rule.linearIn.resize(op->getNumOperands());
  return rule;
}

llvm::SmallVector<int, 1> ownFactor(ShardingRule &rule, int64_t size,
                                    FactorKind kind) {
  return {rule.addFactor(size, kind)};
}

TensorFactors ownFactors(ShardingRule &rule, llvm::ArrayRef<int64_t> shape,
                         FactorKind kind) {
  TensorFactors dims;
  for (int64_t size : shape)
    dims.push_back(ownFactor(rule, size, kind));
  return dims;
}

bool isUniform(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  if (isa<tensor::EmptyOp, linalg::FillOp, tensor::SplatOp>(op))
    return true;
  DenseElementsAttr constant;
  return matchPattern(value, m_Constant(&constant)) && constant.isSplat();
}

/// Whether all tensors of `op` have one shape and there is one.
static bool isOneShape(Operation *op) {
  std::optional<llvm::ArrayRef<int64_t>> shape;
  auto agrees = [&](Value value) {
    if (!isa<ShapedType>(value.getType()))
      return true;
    std::optional<llvm::ArrayRef<int64_t>> own = shapeOf(value);
    if (own && !shape)
      shape = own;
    return own && *own == *shape;
  };
  return llvm::all_of(op->getOperands(), agrees) &&
         llvm::all_of(op->getResults(), agrees) && shape;
}

static ShardingRule elementwiseRule(Operation *op) {
  ShardingRule rule = emptyRule(op);
  TensorFactors dims;
  for (Value value : llvm::concat<Value>(op->getOperands(), op->getResults()))
    if (std::optional<llvm::ArrayRef<int64_t>> shape = shapeOf(value)) {
      dims = ownFactors(rule, *shape);
      break;
    }
  for (auto [i, operand] : llvm::enumerate(op->getOperands()))
    if (shapeOf(operand))
      rule.operands[i] = dims;
  for (auto [i, result] : llvm::enumerate(op->getResults()))
    if (shapeOf(result))
      rule.results[i] = dims;
  return rule;
}

std::optional<ShardingRule> shardingRuleOf(Operation *op) {
  if (auto call = dyn_cast<linalgx::ForeignCallOp>(op);
      call && !call.getLoops())
    return std::nullopt;
  if (auto interface = dyn_cast<ShardingRuleOpInterface>(op))
    return interface.getShardingRule();
  if (OpTrait::hasElementwiseMappableTraits(op) && isOneShape(op))
    return elementwiseRule(op);
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// i, j, ... z, then i1, j1, ...
static std::string factorName(int factor) {
  std::string name(1, char('i' + factor % 18));
  return factor < 18 ? name : name + std::to_string(factor / 18);
}

static void print(llvm::raw_ostream &os, const TensorFactors &dims) {
  os << '[';
  llvm::interleaveComma(dims, os, [&](const llvm::SmallVector<int, 1> &dim) {
    if (dim.empty())
      os << '-';
    llvm::interleave(dim, os, [&](int f) { os << factorName(f); }, "*");
  });
  os << ']';
}

static void print(llvm::raw_ostream &os, const Factor &factor) {
  os << factor.size;
  if (factor.evenly)
    os << " evenly";
  switch (factor.kind) {
  case FactorKind::Parallel:
    return;
  case FactorKind::Reduction:
    os << " reduction(";
    os << (factor.combiner ? plait::str(*factor.combiner) : "unknown") << ')';
    return;
  case FactorKind::NeedReplication:
    os << " whole";
    return;
  case FactorKind::Indexed:
    os << " indexed";
    return;
  case FactorKind::Window:
    os << " window";
    return;
  }
}

std::string str(const ShardingRule &rule) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '(';
  for (size_t i = 0; i < rule.operands.size(); ++i) {
    os << (i ? ", " : "");
    if (i < rule.operandIsInit.size() && rule.operandIsInit[i])
      os << "init ";
    if (i < rule.linearIn.size() && rule.linearIn[i])
      os << "linear ";
    print(os, rule.operands[i]);
  }
  os << ") -> (";
  llvm::interleaveComma(rule.results, os,
                        [&](const TensorFactors &dims) { print(os, dims); });
  os << ") {";
  for (size_t f = 0; f < rule.factors.size(); ++f) {
    os << (f ? ", " : "") << factorName(f) << '=';
    print(os, rule.factors[f]);
  }
  os << '}';
  if (rule.jointlyLinear)
    os << " jointly linear";
  return text;
}

} // namespace plait
