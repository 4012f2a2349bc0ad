//===- LinearTerms.h - Sums of loops times constants ------------*- C++ -*-===//
//
// What an indexing map reads is mostly a sum of loops, each times a constant:
// strides and dilations of windows, or a loop alone.
//
// Example: d0 * 2 + d3 + 1 is the terms (0, 2), (3, 1) and the constant 1.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_SUPPORT_LINEARTERMS_H
#define PLAIT_SUPPORT_LINEARTERMS_H

#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace plait {

struct LinearTerms {
  /// Loops and their factors, in the order of the expression; one that stands
  /// there twice has two terms.
  llvm::SmallVector<std::pair<unsigned, int64_t>, 2> terms;
  int64_t constant = 0;
};

/// Nothing where the expression divides, or has symbols.
std::optional<LinearTerms> linearTerms(mlir::AffineExpr expr);

} // namespace plait

#endif // PLAIT_SUPPORT_LINEARTERMS_H
