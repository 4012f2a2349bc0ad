//===- SourceFixes.h - What must be rewritten before parsing ----*- C++ -*-===//
//
// The builtin parser refuses one thing that JAX prints, before any dialect
// sees it. Callers repair the text first:
//
//   std::string text = repackBooleanHexConstants(buffer);
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_DIALECTS_INPUT_STABLEHLO_SOURCEFIXES_H
#define PLAIT_DIALECTS_INPUT_STABLEHLO_SOURCEFIXES_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace plait::stablehlo {

/// Returns `text` with each `dense<"0x..."> : tensor<..xi1>` of one byte per
/// element rewritten to one bit per element (bit 0 first), the packing that
/// MLIR 22 expects. What follows keeps its line and column: the shorter
/// constant is padded with blanks inside the angle brackets. Constants that
/// are packed already, that do not have one byte of value 0 or 1 per element,
/// or that stand in comments or strings are left alone.
///
///   dense<"0x0100010100000001000001"> : tensor<11xi1>
///   dense<"0x8D04">                   (blanks before `>`) : tensor<11xi1>
std::string repackBooleanHexConstants(llvm::StringRef text);

} // namespace plait::stablehlo

#endif // PLAIT_DIALECTS_INPUT_STABLEHLO_SOURCEFIXES_H
