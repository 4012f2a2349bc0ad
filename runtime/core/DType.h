//===- DType.h - Element types and their names ------------------*- C++ -*-===//
//
// One table gives each element type its width and its name in NumPy, in a
// safetensors header and in a .npy descriptor.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_RUNTIME_CORE_DTYPE_H
#define PLAIT_RUNTIME_CORE_DTYPE_H

#include "plait/runtime/abi.h"

#include <cstdint>
#include <optional>
#include <string>

namespace plait::runtime {

constexpr int32_t numDTypes = PLAIT_C128 + 1;

struct DTypeInfo {
  const char *numpy;       // "float32"
  const char *safetensors; // "F32"; null where the format has no name for it
  const char *npy;         // "f4", without the byte order
  int32_t bytes;
};

/// False for numbers that are no plait_dtype: check what generated code gives.
bool isDType(int32_t dtype);

/// The row of a valid `dtype`.
const DTypeInfo &dtypeInfo(int32_t dtype);

std::optional<plait_dtype> dtypeFromNumpy(const std::string &name);
std::optional<plait_dtype> dtypeFromSafeTensors(const std::string &name);

/// Takes the descriptor without its byte order, `f4`. `V2` is what NumPy
/// writes for bfloat16, which it has no own letter for.
std::optional<plait_dtype> dtypeFromNpy(const std::string &descriptor);

inline int64_t byteWidth(int32_t dtype) { return dtypeInfo(dtype).bytes; }
inline bool isFloat(int32_t dtype) {
  return dtype >= PLAIT_F16 && dtype <= PLAIT_F64;
}
inline bool isComplex(int32_t dtype) {
  return dtype == PLAIT_C64 || dtype == PLAIT_C128;
}
inline bool isInteger(int32_t dtype) {
  return dtype >= PLAIT_I8 && dtype <= PLAIT_U64;
}

} // namespace plait::runtime

#endif // PLAIT_RUNTIME_CORE_DTYPE_H
