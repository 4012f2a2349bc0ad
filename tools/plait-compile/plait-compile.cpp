//===- plait-compile.cpp - The compiler driver ----------------------------===//

#include "plait/pipeline/Compile.h"

int main(int argc, char **argv) {
  std::vector<std::string> args(argv + 1, argv + argc);
  return plait::compileMain(args, argv[0]);
}
