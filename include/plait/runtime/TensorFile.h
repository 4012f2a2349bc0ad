//===- TensorFile.h - Named tensors in files, and comparing them -*- C++
//-*-===//
//
// Reads and writes .safetensors, .npz and .npy, and compares tensors by the
// rule of `--expected`. Executables and plait-run share this code. No function
// here throws: one that fails returns false and says why in `*error`, one line
// without the word "error" in front.
//
//   std::vector<Tensor> tensors;
//   std::string error;
//   if (!readTensorFile("in.npz", &tensors, &error)) ...
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_RUNTIME_TENSORFILE_H
#define PLAIT_RUNTIME_TENSORFILE_H

#include "plait/runtime/abi.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace plait::runtime {

/// A dense row-major tensor. `owner` keeps `data` alive: a mapped file, or
/// memory; null where someone else does.
struct Tensor {
  std::string name;
  int32_t dtype = PLAIT_F32; // plait_dtype
  std::vector<int64_t> shape;
  const void *data = nullptr;
  std::shared_ptr<const void> owner;

  int64_t numElements() const;
  int64_t numBytes() const;
};

/// Reads all tensors of a .safetensors or .npz file, in the file's order. The
/// file is mapped: what is stored uncompressed is not copied where it is
/// aligned. A malformed file changes nothing but `*error`.
bool readTensorFile(const std::string &path, std::vector<Tensor> *tensors,
                    std::string *error);

/// Reads the one array of a .npy file; its name is left empty.
bool readNpyFile(const std::string &path, Tensor *tensor, std::string *error);

/// Writes a .safetensors or .npz file whole or not at all: what was at `path`
/// stays until the new file is complete and on disk.
bool writeTensorFile(const std::string &path,
                     const std::vector<Tensor> &tensors, std::string *error);

/// True where `path` can be written later: a known extension, a folder that is
/// there and writable, and no folder in the file's place.
bool checkOutputPath(const std::string &path, std::string *error);

/// The tolerance of `--expected` for a type: 1e-4, f64 and c128 1e-10, bf16 and
/// f16 2e-2, integers and booleans 0.
double defaultTolerance(int32_t dtype);

/// True where max |got - expected| <= tolerance * max |expected|, integers and
/// booleans exactly, NaN equal to NaN and an infinity to itself. A negative
/// tolerance means the default. Otherwise `*difference` is one line with the
/// worst position and both values, and `*worst`, if asked for, the element's
/// row-major number (-1 where types or shapes differ).
bool tensorsAgree(const Tensor &got, const Tensor &expected, double tolerance,
                  std::string *difference, int64_t *worst = nullptr);

/// max |got - expected| / max |expected| of two tensors that agree in type and
/// shape: the smallest tolerance with which `tensorsAgree`. 0 for integers and
/// booleans, which agree exactly or not at all; infinite where they differ and
/// the latter is 0.
double relativeDifference(const Tensor &got, const Tensor &expected);

/// `float32[2, 3]`.
std::string spellType(int32_t dtype, const std::vector<int64_t> &shape);

/// One element as text, with as many digits as its type holds.
std::string spellElement(const Tensor &tensor, int64_t index);

} // namespace plait::runtime

#endif // PLAIT_RUNTIME_TENSORFILE_H
