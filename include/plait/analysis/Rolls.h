//===- Rolls.h - Tensors whose end comes to their beginning -----*- C++ -*-===//
#ifndef PLAIT_ANALYSIS_ROLLS_H
#define PLAIT_ANALYSIS_ROLLS_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include <optional>

namespace plait {

/// result[i] = source[(i - by) mod size] along `dim`.
struct Roll {
  mlir::Value source;
  int64_t dim, by;
};

/// The roll that a concatenation is: of the end of a tensor and its beginning,
/// which nothing else reads.
std::optional<Roll> rollOf(mlir::tensor::ConcatOp concat);

} // namespace plait

#endif // PLAIT_ANALYSIS_ROLLS_H
