//===- OneError.cpp - Diagnostics for a person ----------------------------===//

#include "plait/support/OneError.h"

#include "plait/support/UserLocation.h"

using namespace mlir;
using namespace plait;

OneErrorHandler::OneErrorHandler(MLIRContext *context, llvm::raw_ostream &out,
                                 llvm::StringRef file)
    : ScopedDiagnosticHandler(context), out(out), file(file) {
  setHandler([this](Diagnostic &diagnostic) {
    bool isError = diagnostic.getSeverity() == DiagnosticSeverity::Error;
    if (!isError || !seen)
      print(diagnostic);
    seen |= isError;
    return success();
  });
}

static StringRef word(DiagnosticSeverity severity) {
  switch (severity) {
  case DiagnosticSeverity::Error:
    return "error";
  case DiagnosticSeverity::Warning:
    return "warning";
  case DiagnosticSeverity::Note:
    return "note";
  case DiagnosticSeverity::Remark:
    return "remark";
  }
  return "error";
}

static void printLine(llvm::raw_ostream &out, Diagnostic &diagnostic,
                      llvm::StringRef file) {
  if (FileLineColLoc frame = userFrame(diagnostic.getLocation()))
    out << frame.getFilename().getValue() << ":" << frame.getLine() << ":"
        << frame.getColumn() << ": ";
  else if (!file.empty())
    out << file << ": ";
  out << word(diagnostic.getSeverity()) << ": " << diagnostic.str() << "\n";
}

void OneErrorHandler::print(Diagnostic &diagnostic) {
  printLine(out, diagnostic, file);
  for (Diagnostic &note : diagnostic.getNotes())
    // The note that quotes a whole op helps nobody where ops are long.
    if (!StringRef(note.str()).starts_with("see current operation"))
      printLine(out, note, file);
}
