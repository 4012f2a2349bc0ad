//===- plait-opt.cpp - Runs passes on text --------------------------------===//

#include "plait/pipeline/Pipeline.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  plait::registerAllDialects(registry);
  plait::registerAllPasses();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "Plait's pass driver", registry));
}
