//===- ForcedGathers.cpp - Values that an op needs whole ------------------===//
//
// A cheaper way than gathering a value is often not seen by the user: the op
// that cannot work on parts of it may be far from any annotation. So each such
// gather is reported, with its numbers, and refused where it is large.
//
// A gather that the choice of axes prefers, as of a small weight, is none.
//
//===----------------------------------------------------------------------===//
#include "Legalize.h"

#include "OpProblem.h"
#include "Reasons.h"
#include "Rematerialize.h"
#include "mlir/IR/Remarks.h"

#define DEBUG_TYPE "plait-partition-legalize"

using namespace mlir;

namespace plait::partition {

LogicalResult Legalizer::checkForced(Operation *op, unsigned operand,
                                     Value value, RankedTensorType needed) {
  auto from = cast<RankedTensorType>(value.getType());
  if (from == needed || !layouts.of(needed).dimAxes().empty() ||
      layouts.of(from).dimAxes().empty() ||
      isRematerializable(value, needed, layouts) || made(value, needed, op))
    return success();
  int64_t bytes = layouts.plan(from, needed).bytes;
  std::string was = layouts.of(from).str(layouts.mesh());
  std::string becomes = layouts.of(needed).str(layouts.mesh());
  if (bytes <= rematBudget) {
    auto opts = remark::RemarkOpts::name("GatherWhole").category(DEBUG_TYPE);
    remark::missed(op->getLoc(), opts)
        << remark::reason("an operand must be whole on every device")
        << remark::metric("operand", operand) << remark::metric("from", was)
        << remark::metric("to", becomes)
        << remark::metric("bytes-per-device", bytes);
    return success();
  }
  InFlightDiagnostic error =
      op->emitOpError("must not have an operand brought whole to every device "
                      "beyond the budget of ");
  error << rematBudget << " bytes, got: operand " << operand << " from " << was
        << " to " << becomes << ", " << bytes << " bytes received per device";
  error.attachNote(op->getLoc())
      << "the op cannot work on parts along a split dimension: annotate the "
         "operand so that another dimension is split, or allow it with "
         "--remat-budget="
      << bytes;
  return failure();
}

/// Whether some axis of a tensor lies on a dimension that the op needs whole.
static bool isForced(const ShardingRule &rule, const TensorFactors &factors,
                     const Sharding &sharding) {
  for (auto [dim, list] : llvm::enumerate(factors))
    if (!sharding.dims[dim].axes.empty() && llvm::none_of(list, [&](int f) {
          return isSplittable(rule.factors[f]);
        }))
      return true;
  return false;
}

LogicalResult Legalizer::checkForced(const OpProblem &problem,
                                     const FactorAxes &axes,
                                     const Treatment &treatment) {
  for (unsigned i = 0; i < problem.op->getNumOperands(); ++i) {
    if (!problem.isInput(i))
      continue;
    Value value = problem.op->getOperand(i);
    if (isForced(problem.rule, problem.rule.operands[i], layouts.of(value)) &&
        failed(checkForced(problem.op, i, value,
                           problem.operandType(i, axes, treatment))))
      return failure();
  }
  return success();
}

} // namespace plait::partition
