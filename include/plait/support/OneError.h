//===- OneError.h - Diagnostics for a person --------------------*- C++ -*-===//
//
// Prints the first error with its notes, and all warnings and remarks, as
// `file:line:col: error: message`; swallows the errors that follow the first,
// which are mostly its echoes.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_SUPPORT_ONEERROR_H
#define PLAIT_SUPPORT_ONEERROR_H

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace plait {

class OneErrorHandler : public mlir::ScopedDiagnosticHandler {
public:
  /// `file` stands before what has no location of its own.
  OneErrorHandler(mlir::MLIRContext *context, llvm::raw_ostream &out,
                  llvm::StringRef file = "");
  bool sawError() const { return seen; }

private:
  void print(mlir::Diagnostic &diagnostic);
  llvm::raw_ostream &out;
  std::string file;
  bool seen = false;
};

} // namespace plait

#endif // PLAIT_SUPPORT_ONEERROR_H
