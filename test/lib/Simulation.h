//===- Simulation.h - What the interpreting test passes share ---*- C++ -*-===//
#ifndef PLAIT_TEST_LIB_SIMULATION_H
#define PLAIT_TEST_LIB_SIMULATION_H

#include "mlir/IR/BuiltinOps.h"
#include "plait/analysis/Ports.h"
#include "plait/reference/Interpreter.h"
#include "plait/runtime/TensorFile.h"

namespace plait::test {

/// The program: `main`, or else the only function with a body.
mlir::FailureOr<mlir::func::FuncOp> programOf(mlir::ModuleOp module);

/// What inputs are made of: reals in [-1, 1) and integers 0 and 1, or integers
/// only (floats in [-3, 3], integers in [-4, 7], booleans), whose sums and
/// products are exact in whatever order.
enum class Values { Real, Integral };

/// Seeded values for all arguments; null elements never.
mlir::FailureOr<std::vector<reference::Tensor>>
seededInputs(mlir::func::FuncOp main, uint64_t seed,
             Values values = Values::Real);

/// All tensors of a file.
mlir::FailureOr<std::vector<runtime::Tensor>> readFile(mlir::func::FuncOp main,
                                                       llvm::StringRef path);
/// Replaces the inputs that the file has by name; an empty path has none.
mlir::LogicalResult readInputs(mlir::func::FuncOp main, llvm::StringRef path,
                               std::vector<reference::Tensor> &to);

/// What the device at `place` holds of `whole`; padding is poison.
reference::Tensor shardOf(const reference::Tensor &whole,
                          const Sharding &sharding, const Mesh &mesh,
                          int64_t place);

/// Puts the parts of all devices together. Devices that hold the same part must
/// hold the same bits; else an error at `main` that names `name`.
mlir::FailureOr<reference::Tensor>
wholeOf(llvm::ArrayRef<reference::Tensor> parts, llvm::ArrayRef<int64_t> shape,
        const Sharding &sharding, const Mesh &mesh, mlir::func::FuncOp main,
        llvm::StringRef name);

/// "all_reduce x2 (512 bytes), all_gather x1 (96 bytes)" or "none".
std::string describe(llvm::ArrayRef<reference::SiteCount> sites);

} // namespace plait::test

#endif // PLAIT_TEST_LIB_SIMULATION_H
