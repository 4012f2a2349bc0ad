//===- Run.h - plait-run ----------------------------------------*- C++ -*-===//
#ifndef PLAIT_PIPELINE_RUN_H
#define PLAIT_PIPELINE_RUN_H

#include "llvm/ADT/ArrayRef.h"
#include <string>

namespace plait {

/// Runs an executable, or compiles a .mlir into a temporary one and runs that;
/// with --check, also on the one-device reference, and compares. Exit status:
/// 0 ok, 1 usage, compile or input error, 2 results differ, 3 a rank or
/// communication failed.
int runMain(llvm::ArrayRef<std::string> args);

} // namespace plait

#endif // PLAIT_PIPELINE_RUN_H
