//===- Suggestion.cpp - Did you mean --------------------------------------===//

#include "plait/support/Suggestion.h"

#include <algorithm>

using namespace llvm;

std::string plait::suggestion(StringRef got, ArrayRef<std::string> candidates) {
  const std::string *best = nullptr;
  unsigned bestDistance = ~0u;
  for (const std::string &candidate : candidates) {
    unsigned distance = got.edit_distance(candidate);
    if (distance < bestDistance) {
      best = &candidate;
      bestDistance = distance;
    }
  }
  if (!best || bestDistance > std::max<size_t>(1, best->size() / 3))
    return "";
  return ", did you mean '" + *best + "'?";
}
