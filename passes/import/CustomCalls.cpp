//===- CustomCalls.cpp - Custom calls: checks, foreign code ---------------===//
#include "Converter.h"
#include "plait/dialects/input/sdy/Sdy.h"
#include "plait/dialects/input/stablehlo/Stablehlo.h"
#include "plait/dialects/linalgx/Linalgx.h"

using namespace mlir;

namespace plait::import_ {

/// `check.expect_eq` and the like compare two values of main.
static LogicalResult convertCheck(stablehlo::CustomCallOp op, Converter &c) {
  auto function = dyn_cast<func::FuncOp>(op->getParentOp());
  if (!function || function.getName() != "main")
    return op.emitOpError("must stand in main itself to check values, got: @")
           << op.getCallTargetName();
  if (op.getInputs().size() != 2 || op->getNumResults() != 0 ||
      op.getInputs()[0].getType() != op.getInputs()[1].getType())
    return op.emitOpError("must check two values of one type, got: ")
           << op.getInputs().getTypes();
  c.addCheck({op.getCallTargetName(), c.lookup(op.getInputs()[0]),
              c.lookup(op.getInputs()[1])});
  return success();
}

//===----------------------------------------------------------------------===//
// Foreign code
//===----------------------------------------------------------------------===//

namespace {
/// A factor of an `sdy.sharding_rule`, as far as code on shards can go by it.
struct ForeignFactor {
  bool read = false, written = false, summed = false;
  /// It is not said that devices may work on parts of it, or it is a part of a
  /// dimension, or of another size than a dimension.
  bool whole = false;
  int64_t loop = -1;

  bool passes() const { return !whole && read && written != summed; }
};
using ForeignFactors = llvm::SmallVector<ForeignFactor>;
} // namespace

/// The one factor that a dimension is, or null where it is several.
static ForeignFactor *onlyFactor(ForeignFactors &factors,
                                 sdy::DimMappingAttr dim) {
  return dim.getFactors().size() == 1 ? &factors[dim.getFactors().front()]
                                      : nullptr;
}

/// Notes where a tensor has factors.
static void readMapping(sdy::OpShardingRuleAttr rule,
                        sdy::TensorMappingAttr mapping, Type type,
                        bool isResult, ForeignFactors &factors) {
  auto shape = cast<ShapedType>(type).getShape();
  for (auto [dim, size] : llvm::zip_equal(mapping.getDims(), shape))
    for (int64_t number : dim.getFactors()) {
      ForeignFactor &factor = factors[number];
      (isResult ? factor.written : factor.read) = true;
      factor.whole |=
          dim.getFactors().size() != 1 || rule.getFactorSizes()[number] != size;
    }
}

static ForeignFactors factorsOf(stablehlo::CustomCallOp op,
                                sdy::OpShardingRuleAttr rule) {
  ForeignFactors factors(rule.getFactorSizes().size());
  for (int64_t number : rule.getReductionFactors())
    factors[number].summed = true;
  for (llvm::ArrayRef<int64_t> list :
       {rule.getNeedReplicationFactors(), rule.getPermutationFactors(),
        rule.getBlockedPropagationFactors()})
    for (int64_t number : list)
      factors[number].whole = true;
  for (auto [mapping, type] :
       llvm::zip_equal(rule.getOperandMappings(), op->getOperandTypes()))
    readMapping(rule, mapping, type, false, factors);
  for (auto [mapping, type] :
       llvm::zip_equal(rule.getResultMappings(), op->getResultTypes()))
    readMapping(rule, mapping, type, true, factors);
  int64_t loops = 0;
  for (ForeignFactor &factor : factors)
    if (factor.passes())
      factor.loop = loops++;
  return factors;
}

/// The loops of a call with a sharding rule; none without one.
static linalgx::LoopsAttr loopsOf(stablehlo::CustomCallOp op) {
  auto rule =
      op->getAttrOfType<sdy::OpShardingRuleAttr>(sdy::kShardingRuleAttr);
  if (!rule)
    return {};
  ForeignFactors factors = factorsOf(op, rule);
  auto lists = [&](llvm::ArrayRef<sdy::TensorMappingAttr> mappings) {
    llvm::SmallVector<DenseI64ArrayAttr> result;
    for (sdy::TensorMappingAttr mapping : mappings) {
      llvm::SmallVector<int64_t> loops;
      for (sdy::DimMappingAttr dim : mapping.getDims()) {
        ForeignFactor *factor = onlyFactor(factors, dim);
        loops.push_back(factor ? factor->loop : -1);
      }
      result.push_back(DenseI64ArrayAttr::get(op.getContext(), loops));
    }
    return result;
  };
  llvm::SmallVector<int64_t> summed;
  for (const ForeignFactor &factor : factors)
    if (factor.loop >= 0 && factor.summed)
      summed.push_back(factor.loop);
  return linalgx::LoopsAttr::get(op.getContext(),
                                 lists(rule.getOperandMappings()),
                                 lists(rule.getResultMappings()), summed);
}

/// What tells this call from others of the same target: its attributes, and its
/// type, which says where integers are unsigned.
static DictionaryAttr configOf(stablehlo::CustomCallOp op) {
  NamedAttrList config;
  for (NamedAttribute attr : op->getAttrs())
    if (!isa_and_nonnull<sdy::SdyDialect>(attr.getNameDialect()) &&
        attr.getName() != op.getCallTargetNameAttrName() &&
        attr.getName() != op.getHasSideEffectAttrName() &&
        attr.getName() != op.getCalledComputationsAttrName() &&
        attr.getName() != op.getOutputOperandAliasesAttrName())
      config.append(attr);
  config.set("type", TypeAttr::get(FunctionType::get(op.getContext(),
                                                     op->getOperandTypes(),
                                                     op->getResultTypes())));
  return config.getDictionary(op.getContext());
}

/// Without an implementation such a call can be placed and partitioned, but not
/// run.
static LogicalResult convertForeign(stablehlo::CustomCallOp op, Converter &c) {
  if (op.getHasSideEffect())
    return op.emitOpError("calls code with side effects, which is not "
                          "supported, got: @")
           << op.getCallTargetName();
  if (!op.getCalledComputations().empty())
    return op.emitOpError("calls code that calls back, which is not "
                          "supported, got: @")
           << op.getCallTargetName();
  llvm::SmallVector<Type> results;
  for (Value result : op->getResults())
    results.push_back(Converter::coreTensor(result));
  auto call = linalgx::ForeignCallOp::create(
      c.b, op.getLoc(), results, c.lookup(op.getInputs()),
      op.getCallTargetNameAttr(), loopsOf(op), configOf(op));
  c.map(op->getResults(), call->getResults());
  return success();
}

/// Targets that check; any other one is foreign code.
static LogicalResult convertCustomCall(stablehlo::CustomCallOp op,
                                       Converter &c) {
  StringRef target = op.getCallTargetName();
  if (target == "check.expect_eq" || target == "check.expect_almost_eq" ||
      target == "check.expect_close")
    return convertCheck(op, c);
  return convertForeign(op, c);
}

void addCustomCallOps(OpTable &table) { table.add(convertCustomCall); }

} // namespace plait::import_
