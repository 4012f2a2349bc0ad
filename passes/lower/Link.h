//===- Link.h - Objects to executables and libraries ------------*- C++ -*-===//
#ifndef PLAIT_PASSES_LOWER_LINK_H
#define PLAIT_PASSES_LOWER_LINK_H

#include "plait/passes/lower/EmitObject.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace plait::lower {

enum class LinkKind { Relocatable, SharedLibrary, Executable };

/// Links `objects` into `output` with the system's compiler driver, lld where
/// it is there. `output` appears whole or not at all.
llvm::Error link(LinkKind kind, llvm::ArrayRef<std::string> objects,
                 llvm::StringRef output, const EmitOptions &options);

} // namespace plait::lower

#endif // PLAIT_PASSES_LOWER_LINK_H
