//===- Suggestion.h - Did you mean ------------------------------*- C++ -*-===//
#ifndef PLAIT_SUPPORT_SUGGESTION_H
#define PLAIT_SUPPORT_SUGGESTION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace plait {

/// ", did you mean 'X'?" for the nearest candidate within a third of its
/// length, else "".
std::string suggestion(llvm::StringRef got,
                       llvm::ArrayRef<std::string> candidates);

} // namespace plait

#endif // PLAIT_SUPPORT_SUGGESTION_H
