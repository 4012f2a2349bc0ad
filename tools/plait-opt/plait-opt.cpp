//===- plait-opt.cpp - Runs passes on text --------------------------------===//

#include "plait/pipeline/Pipeline.h"
#ifdef PLAIT_TEST_PASSES
namespace plait::test {
void registerTestPasses(); // test/lib
} // namespace plait::test
#endif

int main(int argc, char **argv) {
  plait::registerAllPasses();
#ifdef PLAIT_TEST_PASSES
  plait::test::registerTestPasses();
#endif
  return plait::optMain(argc, argv);
}
