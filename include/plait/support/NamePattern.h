//===- NamePattern.h - Names given to options -------------------*- C++ -*-===//
#ifndef PLAIT_SUPPORT_NAMEPATTERN_H
#define PLAIT_SUPPORT_NAMEPATTERN_H

#include "llvm/ADT/StringRef.h"

namespace plait {

/// Whether `pattern` names `name`: the whole name, or a prefix that ends before
/// `[` or `.`. `*` matches anything; brackets and quotes are literal.
///
///   "params" and "params['w']" match "params['w'][0]", "par" does not;
///   "params*['b']" matches "params[0]['b']".
bool matchesName(llvm::StringRef pattern, llvm::StringRef name);

} // namespace plait

#endif // PLAIT_SUPPORT_NAMEPATTERN_H
