//===- ObjectCode.h - LLVM IR to object files -------------------*- C++ -*-===//
//
// The module is split: the step and the tables are compiled at -O0, kernels at
// -O3 with LLVM's vectorizer. The step is one long list of calls, on which the
// optimizer spends seconds and gains nothing; the kernels are few and hot, and
// compiled in parts, one per processor.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PASSES_LOWER_OBJECTCODE_H
#define PLAIT_PASSES_LOWER_OBJECTCODE_H

#include "plait/passes/lower/EmitObject.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

namespace plait::lower {

/// The machine to generate code for, position-independent.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createTarget(const EmitOptions &options, llvm::CodeGenOptLevel level);

/// Object files that vanish with this.
struct TemporaryObjects {
  std::vector<std::string> paths;
  TemporaryObjects() = default;
  TemporaryObjects(const TemporaryObjects &) = delete;
  ~TemporaryObjects();
  llvm::Expected<std::string> create();
};

/// Compiles `whole` into object files, the step's first.
llvm::Error compileObjects(llvm::Module &whole, const EmitOptions &options,
                           TemporaryObjects &objects);

} // namespace plait::lower

#endif // PLAIT_PASSES_LOWER_OBJECTCODE_H
