//===- CheckShardingRule.cpp - What is inconsistent in a rule -------------===//
#include "plait/sharding/ShardingRule.h"

namespace plait {

using Message = std::optional<std::string>;
using Shapes = llvm::ArrayRef<llvm::SmallVector<int64_t>>;

/// A dimension's factors must exist and multiply to its extent; an empty list
/// stands for a dimension that nothing may pass.
static Message checkDim(const ShardingRule &rule, llvm::ArrayRef<int> factors,
                        int64_t extent, const std::string &where) {
  int64_t product = 1;
  for (int factor : factors) {
    if (factor < 0 || factor >= int(rule.factors.size()))
      return where + " must name factors in [0, " +
             std::to_string(rule.factors.size()) +
             "), got: " + std::to_string(factor);
    product *= rule.factors[factor].size;
    if (rule.factors[factor].kind == FactorKind::Window && factors.size() == 1)
      return std::nullopt; // tied dimensions differ in extent
  }
  if (factors.empty() || product == extent)
    return std::nullopt;
  return "the factors of " + where + " must multiply to its extent " +
         std::to_string(extent) + ", got: " + std::to_string(product);
}

static Message checkTensors(const ShardingRule &rule,
                            llvm::ArrayRef<TensorFactors> tensors,
                            Shapes shapes, const std::string &what) {
  if (tensors.size() != shapes.size())
    return "a rule must have one entry per " + what + ", which is " +
           std::to_string(shapes.size()) +
           ", got: " + std::to_string(tensors.size());
  for (size_t i = 0; i < tensors.size(); ++i) {
    std::string name = what + " " + std::to_string(i);
    if (tensors[i].empty())
      continue; // no tensor, or one without dimensions
    if (tensors[i].size() != shapes[i].size())
      return name + " must have one list per dimension, which is " +
             std::to_string(shapes[i].size()) +
             ", got: " + std::to_string(tensors[i].size());
    for (size_t d = 0; d < shapes[i].size(); ++d)
      if (Message wrong =
              checkDim(rule, tensors[i][d], shapes[i][d],
                       "dimension " + std::to_string(d) + " of " + name))
        return wrong;
  }
  return std::nullopt;
}

Message check(const ShardingRule &rule, Shapes operandShapes,
              Shapes resultShapes) {
  if (Message wrong =
          checkTensors(rule, rule.operands, operandShapes, "operand"))
    return wrong;
  return checkTensors(rule, rule.results, resultShapes, "result");
}

} // namespace plait
