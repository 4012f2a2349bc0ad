//===- NamePattern.cpp - Names given to options ---------------------------===//

#include "plait/support/NamePattern.h"

using namespace llvm;

/// Matches the literal pieces between stars, each at its first place after the
/// one before; the last piece may end at the end or before `[` or `.`.
bool plait::matchesName(StringRef pattern, StringRef name) {
  auto endsWell = [](StringRef rest) {
    return rest.empty() || rest.front() == '[' || rest.front() == '.';
  };
  size_t star = pattern.find('*');
  if (star == StringRef::npos)
    return name.consume_front(pattern) && endsWell(name);
  if (!name.consume_front(pattern.take_front(star)))
    return false;
  StringRef rest = pattern.drop_front(star + 1);
  for (size_t skip = 0; skip <= name.size(); ++skip)
    if (matchesName(rest, name.drop_front(skip)))
      return true;
  return false;
}
