//===- plait-run.cpp - Runs a program, compiling it first if needed -------===//

#include "plait/pipeline/Run.h"

int main(int argc, char **argv) {
  std::vector<std::string> args(argv + 1, argv + argc);
  return plait::runMain(args);
}
