//===- plait-emit.cpp - LLVM dialect to an executable (tests only) --------===//
//
// plait-emit FILE -o OUTPUT [llvm-ir|obj|lib]: what plait-compile does last,
// for tests that start from local programs:
//
//   plait-opt local.mlir --plait-codegen-cpu --plait-lower | plait-emit - -o a
//
//===----------------------------------------------------------------------===//
#include "plait/passes/lower/EmitObject.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

int main(int argc, char **argv) {
  if (argc < 4 || llvm::StringRef(argv[2]) != "-o") {
    llvm::errs() << "usage: plait-emit FILE -o OUTPUT [llvm-ir|obj|lib]\n";
    return 1;
  }
  DialectRegistry registry;
  registry.insert<LLVM::LLVMDialect, DLTIDialect, arith::ArithDialect>();
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  OwningOpRef<ModuleOp> module =
      parseSourceFile<ModuleOp>(argv[1], ParserConfig(&context));
  if (!module)
    return 1;
  llvm::StringRef kind = argc > 4 ? argv[4] : "exe";
  llvm::StringRef output = argv[3];
  LogicalResult result = kind == "llvm-ir" ? plait::emitLlvmIr(*module, output)
                         : kind == "obj"   ? plait::emitObject(*module, output)
                         : kind == "lib"
                             ? plait::emitSharedLibrary(*module, output)
                             : plait::emitExecutable(*module, output);
  return succeeded(result) ? 0 : 1;
}
