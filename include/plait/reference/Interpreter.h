//===- Interpreter.h - Runs core programs on simulated devices --*- C++ -*-===//
//
// The oracle: slow, obvious, exact. One device runs a global program (encodings
// are ignored, reshards are identities); N devices run a partitioned one, op by
// op in lockstep, so that a collective sees the operands of all devices.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_REFERENCE_INTERPRETER_H
#define PLAIT_REFERENCE_INTERPRETER_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "plait/reference/Tensor.h"
#include "llvm/ADT/StringMap.h"
#include <functional>
#include <optional>

namespace plait::reference {

/// What one collective site moved, counted from the tensors.
struct SiteCount {
  int64_t site = 0;
  std::string kind; // all_reduce, all_gather, ...
  int64_t executions = 0;
  /// What the device that receives most received, in bytes, rounded up.
  int64_t receivedBytes = 0;
};

struct Outcome {
  std::vector<std::vector<Tensor>> results; // [device][result]
  std::vector<SiteCount> sites;             // by site
};

/// What foreign code computes, by its target's name: from the operands of one
/// device its results. None where it cannot take them.
using ForeignCode = llvm::StringMap<
    std::function<std::optional<std::vector<Tensor>>(llvm::ArrayRef<Tensor>)>>;

/// Runs `main`; `arguments` are [device][argument]. After an error, which is
/// emitted at the op, gives failure. Devices are numbered by their place in the
/// mesh.
mlir::FailureOr<Outcome>
interpret(mlir::func::FuncOp main,
          const std::vector<std::vector<Tensor>> &arguments,
          const ForeignCode &foreign = {});

} // namespace plait::reference

#endif // PLAIT_REFERENCE_INTERPRETER_H
