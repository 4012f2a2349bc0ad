//===- FindValues.h - Tensors by what a user calls them ---------*- C++ -*-===//
#ifndef PLAIT_ANALYSIS_FINDVALUES_H
#define PLAIT_ANALYSIS_FINDVALUES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <string>

namespace plait {

/// A tensor that was named. `result` is the result of main that has the name,
/// `value` then what main returns there; else `result` is -1.
struct FoundValue {
  mlir::Value value;
  int result = -1;
};

/// The tensors of `main` that `name` means:
/// - arguments and results by their names, or by a pattern (NamePattern.h);
/// - `%12`, `%arg0`, `%5#1`: as the module is printed;
/// - `model.py:12`, `12`: results of the ops of that line, in any or in the
///   named file.
/// Emits an error, with a suggestion, where there is none.
mlir::FailureOr<std::vector<FoundValue>> findValues(mlir::func::FuncOp main,
                                                    llvm::StringRef name);

/// What people call an op: the last part of the name that JAX gives it
/// (dot_general of "jit(f)/jvp(g)/dot_general"), else what it does.
std::string labelOf(mlir::Operation *op);
/// "argument 'x'", "result 'loss'", "what the loop carries", "dot_general".
std::string describe(mlir::func::FuncOp main, FoundValue found);
/// The name of an argument or result of main.
std::string argumentName(mlir::func::FuncOp main, unsigned index);
std::string resultName(mlir::func::FuncOp main, unsigned index);

} // namespace plait

#endif // PLAIT_ANALYSIS_FINDVALUES_H
