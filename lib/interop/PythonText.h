//===- PythonText.h - Strings as Python reads them --------------*- C++ -*-===//
#ifndef PLAIT_LIB_INTEROP_PYTHONTEXT_H
#define PLAIT_LIB_INTEROP_PYTHONTEXT_H

#include "llvm/ADT/StringExtras.h"
#include <string>

namespace plait::interop {

/// `text` in double quotes; what is not printable ASCII is escaped or kept as
/// the UTF-8 that it is.
inline std::string pythonString(llvm::StringRef text) {
  std::string quoted = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      quoted += '\\';
    if (c == '\n')
      quoted += "\\n";
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      quoted += "\\x" + llvm::toHex(llvm::StringRef(&c, 1), /*LowerCase=*/true);
    else
      quoted += c;
  }
  return quoted + "\"";
}

} // namespace plait::interop

#endif // PLAIT_LIB_INTEROP_PYTHONTEXT_H
