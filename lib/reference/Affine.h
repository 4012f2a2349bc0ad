//===- Affine.h - Affine expressions as numbers -----------------*- C++ -*-===//
#ifndef PLAIT_LIB_REFERENCE_AFFINE_H
#define PLAIT_LIB_REFERENCE_AFFINE_H

#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/ArrayRef.h"

namespace plait::reference {

/// The value of an expression.
int64_t valueAt(mlir::AffineExpr expr, llvm::ArrayRef<int64_t> dims,
                llvm::ArrayRef<int64_t> symbols = {});

} // namespace plait::reference

#endif // PLAIT_LIB_REFERENCE_AFFINE_H
