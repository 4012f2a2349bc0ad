//===- OneDevice.h - The reference run of --check ---------------*- C++ -*-===//
#ifndef PLAIT_LIB_PIPELINE_ONEDEVICE_H
#define PLAIT_LIB_PIPELINE_ONEDEVICE_H

#include "plait/pipeline/Compile.h"
#include "plait/runtime/TensorFile.h"

namespace plait {

struct OneDeviceRequest {
  CompileOptions compile;
  std::vector<std::string> inputFiles; // --inputs
  std::vector<std::string> inputs;     // --input NAME=FILE.npy
  int64_t steps = 1;
  uint64_t seed = 0;
};

struct OneDeviceOutcome {
  std::vector<runtime::Tensor> seeded;  // arguments that had no input
  std::vector<runtime::Tensor> results; // of the last step
  std::vector<std::string> notNumbers;  // results that hold a NaN
  /// Of each result: "dot_general at model.py:12", or "".
  std::vector<std::string> makers;
  int64_t ranks = 1;                    // of the program's mesh
};

/// Interprets the global program, without what `--placement` does to it, for all
/// steps.
/// Results that alias arguments replace them; an input with one more leading
/// dimension holds one value per step. False after an error on `errors`.
bool runOnOneDevice(const OneDeviceRequest &request, llvm::raw_ostream &errors,
                    OneDeviceOutcome &outcome);

} // namespace plait

#endif // PLAIT_LIB_PIPELINE_ONEDEVICE_H
