//===- OptMain.cpp - The main of plait-opt --------------------------------===//
//
// mlir-opt's main with two differences: boolean constants that JAX prints one
// byte an element are repacked before parsing, and all work runs on a thread
// with a large stack, since the parser recurses with the nesting of the text.
//
//===----------------------------------------------------------------------===//
#include "plait/dialects/input/stablehlo/SourceFixes.h"
#include "plait/pipeline/Pipeline.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Support/ToolUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/thread.h"

using namespace mlir;
using namespace plait;

/// The file's text, ready for the parser. Bytecode has no text to repair.
static std::unique_ptr<llvm::MemoryBuffer> readInput(StringRef path) {
  std::string error;
  std::unique_ptr<llvm::MemoryBuffer> file = openInputFile(path, &error);
  if (!file) {
    llvm::errs() << error << "\n";
    return nullptr;
  }
  if (file->getBuffer().starts_with("ML\xefR"))
    return file;
  std::string text = stablehlo::repackBooleanHexConstants(file->getBuffer());
  return llvm::MemoryBuffer::getMemBufferCopy(text,
                                              file->getBufferIdentifier());
}

static LogicalResult run(StringRef input, StringRef output,
                         DialectRegistry &registry) {
  auto config = MlirOptMainConfig::createFromCLOptions();
  std::string error;
  std::unique_ptr<llvm::ToolOutputFile> file = openOutputFile(output, &error);
  if (!file) {
    llvm::errs() << error << "\n";
    return failure();
  }
  std::unique_ptr<llvm::MemoryBuffer> buffer;
  if (config.shouldShowDialects() || config.shouldListPasses())
    buffer = llvm::MemoryBuffer::getMemBuffer("");
  else
    buffer = readInput(input);
  if (!buffer ||
      failed(MlirOptMain(file->os(), std::move(buffer), registry, config)))
    return failure();
  file->keep();
  return success();
}

int plait::optMain(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  DialectRegistry registry;
  registerAllDialects(registry);
  std::pair<std::string, std::string> files =
      registerAndParseCLIOptions(argc, argv, "Plait's pass driver", registry);
  LogicalResult result = failure();
  llvm::thread worker(std::optional<unsigned>(kParserStackBytes), [&] {
    result = run(files.first, files.second, registry);
  });
  worker.join();
  return asMainReturnCode(result);
}
