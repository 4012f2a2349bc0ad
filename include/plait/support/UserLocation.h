//===- UserLocation.h - The user's line of an operation ---------*- C++ -*-===//
//
// JAX wraps locations: names of transformations around chains of call sites,
// innermost frame first. The user's line is the innermost frame whose file does
// not belong to an installed package.
//
// Example: "jit(f)/dot_general"(callsite("g"("f.py":7:17) at "<module>"("f.py":9:1)))
// is f.py:7.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_SUPPORT_USERLOCATION_H
#define PLAIT_SUPPORT_USERLOCATION_H

#include "mlir/IR/Location.h"
#include <string>

namespace plait {

/// The innermost frame in the user's own files; else the innermost frame that
/// names a file; null where no file is named.
mlir::FileLineColLoc userFrame(mlir::Location location);

/// "file:line" of the user's frame, or "" where no file is named.
std::string userLocation(mlir::Location location);

/// The outermost name, such as "params['w']" or "jit(f)/jvp(blk)/dot_general";
/// "" where there is none.
llvm::StringRef outerName(mlir::Location location);

} // namespace plait

#endif // PLAIT_SUPPORT_USERLOCATION_H
