//===- Inputs.h - Which tensor feeds which argument -------------*- C++ -*-===//
#ifndef PLAIT_RUNTIME_CORE_RUN_INPUTS_H
#define PLAIT_RUNTIME_CORE_RUN_INPUTS_H

#include "core/Manifest.h"
#include "core/run/Options.h"
#include "plait/runtime/TensorFile.h"

namespace plait::runtime {

/// The global tensor of one argument. With `perStep` it has one more leading
/// dimension, of size `values`: step i takes value i % values.
struct Input {
  Tensor tensor;
  std::string file;
  bool perStep = false;
  int64_t values = 1;
};

/// One input per argument, in their order. Throws Failure where one is missing,
/// given twice, or has another shape or type. A note about tensors that no
/// argument takes goes to `*note`.
std::vector<Input> bindInputs(const Options &options, const Manifest &manifest,
                              std::string *note);

/// The tensors of an --expected file by result, data null where the file has
/// none for it. Throws Failure where a tensor is no result or lies otherwise.
std::vector<Tensor> bindExpected(const std::string &path,
                                 const Manifest &manifest, std::string *note);

} // namespace plait::runtime

#endif // PLAIT_RUNTIME_CORE_RUN_INPUTS_H
