//===- TensorParallelPositions.cpp - The dimension of positions -----------===//
//
// A work list, forward from the batch and backward to what meets a value with
// positions element by element. What is not known for certain is left out: this
// only says where a split may be asked for.
//
//===----------------------------------------------------------------------===//
#include "TensorParallelPositions.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "plait/dialects/plait/Plait.h"

using namespace mlir;

namespace plait::place {

bool isBatch(func::FuncOp main, unsigned argument) {
  if (auto state = main.getArgAttrOfType<StateAttr>(argument, kStateAttr))
    return state.getKind() == StateKind::Batch;
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    if (auto other = main.getArgAttrOfType<StateAttr>(i, kStateAttr);
        other && other.getKind() == StateKind::Batch)
      return false; // who names some, names all
  auto type = dyn_cast<RankedTensorType>(main.getArgumentTypes()[argument]);
  return type && type.getRank() > 0 && !main.getArgAttr(argument, kAliasAttr);
}

int factorAt(const Positions &positions, Value value,
             const TensorFactors &dims) {
  auto found = positions.find(value);
  if (found == positions.end() ||
      found->second >= static_cast<int>(dims.size()) ||
      dims[found->second].size() != 1)
    return -1;
  return dims[found->second].front();
}

SmallVector<Value> constrainedFrom(Value value) {
  SmallVector<Value> values;
  if (auto op = value.getDefiningOp<ConstraintOp>())
    values.push_back(op.getOperand());
  for (Operation *user : value.getUsers())
    if (auto op = dyn_cast<ConstraintOp>(user))
      values.push_back(op.getResult());
  return values;
}

namespace {
class Marker {
public:
  Marker(Step &step, int dim) : step(step), dimOfBatch(dim) {}

  Positions run() {
    for (BlockArgument argument : step.getMain().getArguments()) {
      auto type = dyn_cast<RankedTensorType>(argument.getType());
      if (type && type.getRank() > dimOfBatch &&
          type.getDimSize(dimOfBatch) > 1 &&
          isBatch(step.getMain(), argument.getArgNumber()))
        mark(argument, dimOfBatch);
    }
    while (!work.empty())
      cross(work.pop_back_val());
    return std::move(positions);
  }

private:
  void mark(Value value, int dim) {
    if (!positions.try_emplace(value, dim).second)
      return;
    push(value.getDefiningOp());
    for (Operation *user : value.getUsers())
      push(user);
    for (Value tied : tiedTo(value))
      mark(tied, dim);
    for (Value same : constrainedFrom(value))
      mark(same, dim);
  }

  void push(Operation *op) {
    if (op && step.ruleOf(op))
      work.push_back(op);
  }

  void cross(Operation *op) {
    const ShardingRule &rule = *step.ruleOf(op);
    int factor = factorOf(op, rule);
    if (factor < 0)
      return;
    for (auto [i, result] : llvm::enumerate(op->getResults()))
      if (int dim = dimOf(rule.results[i], factor); dim >= 0)
        mark(result, dim);
    for (auto [i, operand] : llvm::enumerate(op->getOperands()))
      if (int dim = dimOf(rule.operands[i], factor); dim >= 0)
        if (step.originOf(operand) == Origin::Activation)
          mark(operand, dim);
  }

  /// The factor of positions: that of all tensors of the op that have any, or
  /// -1 where they do not agree.
  int factorOf(Operation *op, const ShardingRule &rule) const {
    int factor = -1;
    bool agree = true;
    auto read = [&](Value value, const TensorFactors &dims) {
      int own = factorAt(positions, value, dims);
      if (own < 0)
        return;
      agree &= factor < 0 || factor == own;
      factor = own;
    };
    for (auto [i, operand] : llvm::enumerate(op->getOperands()))
      read(operand, rule.operands[i]);
    for (auto [i, result] : llvm::enumerate(op->getResults()))
      read(result, rule.results[i]);
    if (!agree || factor < 0 ||
        rule.factors[factor].kind != FactorKind::Parallel)
      return -1;
    return factor;
  }

  /// The dimension that is this factor alone, or -1.
  static int dimOf(const TensorFactors &dims, int factor) {
    for (auto [d, dim] : llvm::enumerate(dims))
      if (dim.size() == 1 && dim.front() == factor)
        return d;
    return -1;
  }

  Step &step;
  int dimOfBatch;
  Positions positions;
  SmallVector<Operation *> work;
};
} // namespace

Positions findPositions(Step &step, int dim) { return Marker(step, dim).run(); }

} // namespace plait::place
