//===- plait-opt.cpp - Runs passes on text --------------------------------===//

#include "plait/pipeline/Pipeline.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

#ifdef PLAIT_TEST_PASSES
namespace plait::test {
void registerTestPasses(); // test/lib
} // namespace plait::test
#endif

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  plait::registerAllDialects(registry);
  plait::registerAllPasses();
#ifdef PLAIT_TEST_PASSES
  plait::test::registerTestPasses();
#endif
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "Plait's pass driver", registry));
}
