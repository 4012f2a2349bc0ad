//===- Options.h - The command line of a program ----------------*- C++ -*-===//
#ifndef PLAIT_RUNTIME_CORE_RUN_OPTIONS_H
#define PLAIT_RUNTIME_CORE_RUN_OPTIONS_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace plait::runtime {

struct Options {
  std::optional<int64_t> ranks; // the mesh's size where not given
  std::string backend = "threads";
  std::vector<std::string> inputFiles; // --inputs
  std::vector<std::string> inputs;     // --input NAME=FILE.npy, as written
  int64_t steps = 1;
  std::string outputs, expected, stats, trace; // empty: not asked for
  double tolerance = -1;                       // negative: by type
  double timeoutSeconds = 60;
  bool blas = false;
  std::string blasPath; // empty: the system's
  bool help = false, version = false;
};

/// Throws Failure for an unknown option (with a suggestion), a missing value or
/// a value out of range.
Options parseOptions(int argc, const char *const *argv);

/// One paragraph per option.
std::string optionsHelp();

} // namespace plait::runtime

#endif // PLAIT_RUNTIME_CORE_RUN_OPTIONS_H
