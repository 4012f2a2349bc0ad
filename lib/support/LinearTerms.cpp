//===- LinearTerms.cpp - Sums of loops times constants --------------------===//
#include "plait/support/LinearTerms.h"

using namespace mlir;

namespace plait {

/// Adds `factor * expr`.
static bool add(AffineExpr expr, int64_t factor, LinearTerms &sum) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    sum.constant += factor * constant.getValue();
    return true;
  }
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    sum.terms.push_back({dim.getPosition(), factor});
    return true;
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return false;
  if (binary.getKind() == AffineExprKind::Add)
    return add(binary.getLHS(), factor, sum) &&
           add(binary.getRHS(), factor, sum);
  auto scale = dyn_cast<AffineConstantExpr>(binary.getRHS());
  return binary.getKind() == AffineExprKind::Mul && scale &&
         add(binary.getLHS(), factor * scale.getValue(), sum);
}

std::optional<LinearTerms> linearTerms(AffineExpr expr) {
  LinearTerms sum;
  return add(expr, 1, sum) ? std::optional(sum) : std::nullopt;
}

} // namespace plait
