//===- WriteSpecs.h - Shardings of main as JAX or PyTorch files -*- C++ -*-===//
#ifndef PLAIT_INTEROP_WRITESPECS_H
#define PLAIT_INTEROP_WRITESPECS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/raw_ostream.h"

namespace plait::interop {

enum class Framework { Jax, Torch };
enum class SpecFormat { Python, Json };

/// The shardings of all arguments and results of a propagated `main`, by name,
/// in order. Emits an error at the argument or result whose sharding the
/// framework cannot say; `out` may then have been written in part.
mlir::LogicalResult writeSpecs(mlir::func::FuncOp main, Framework framework,
                               SpecFormat format, llvm::raw_ostream &out);

} // namespace plait::interop

#endif // PLAIT_INTEROP_WRITESPECS_H
