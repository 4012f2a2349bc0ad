//===- ReadProgram.cpp - Text to IR ---------------------------------------===//

#include "plait/pipeline/Compile.h"

#include "plait/dialects/input/stablehlo/SourceFixes.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/thread.h"

using namespace mlir;
using namespace plait;

static OwningOpRef<ModuleOp> parse(MLIRContext *context, StringRef path,
                                   StringRef text) {
  Location file = FileLineColLoc::get(context, path, 1, 1);
  if (text.trim().empty()) {
    emitError(file) << "the file is empty: expected a program in MLIR text, as "
                       "jax.jit(f).lower(...).as_text() prints it";
    return nullptr;
  }
  std::string fixed = stablehlo::repackBooleanHexConstants(text);
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(fixed, path),
                             llvm::SMLoc());
  return parseSourceFile<ModuleOp>(sources, context);
}

OwningOpRef<ModuleOp> plait::readProgram(MLIRContext *context, StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(path);
  if (std::error_code code = buffer.getError()) {
    emitError(FileLineColLoc::get(context, path, 0, 0))
        << "cannot read the file: " << code.message();
    return nullptr;
  }
  OwningOpRef<ModuleOp> module;
  llvm::thread reader(std::optional<unsigned>(kParserStackBytes), [&] {
    module = parse(context, path, (*buffer)->getBuffer());
  });
  reader.join();
  return module;
}
